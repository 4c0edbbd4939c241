//! `boolprog verify-certificate`: proofs checked against their program, without any engine.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use boolprog_base::Severity;
use boolprog_base::control::Stop;
use boolprog_check::certificate::{self, CertificateDocument, Invalid, Proved, QuestionDocument};

use super::arguments::VerifyArguments;
use super::load::{read, unit};
use super::system;
use boolprog_host::limits::Limits;

/// Larger certificates are refused before they are read into memory.
const MAX_BYTES: u64 = 1 << 30;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verified {
    /// These properties hold.
    Valid(Vec<String>),
    /// It proves nothing, and why.
    Invalid(String),
    /// The check took more than it may.
    Undecided(Stop),
    /// Something could not be read, and why.
    BadInput(String),
}

/// Reads both files and checks one against the other.
pub(super) fn verify(arguments: &VerifyArguments) -> Verified {
    let limits = arguments.limits.start();
    match proved(&arguments.program, &arguments.certificate, &limits) {
        Err(why) => Verified::BadInput(why),
        Ok(Err(Invalid::Stopped(stop))) => Verified::Undecided(stop),
        Ok(Err(invalid)) => Verified::Invalid(invalid.to_string()),
        Ok(Ok(Proved { properties })) => Verified::Valid(properties),
    }
}

fn proved(program: &Path, certificate: &Path, limits: &Limits) -> Result<Result<Proved, Invalid>, String> {
    let document = document(certificate).map_err(|why| format!("{}: {why}", certificate.display()))?;
    let source = read(program).map_err(|why| format!("{}: {why}", program.display()))?;
    if let QuestionDocument::System { init, target } = &document.question {
        let mut loaded = system::load(program, &source, Some(init), Some(target))
            .map_err(|refusal| format!("{}: {}", program.display(), refusal.message))?;
        return Ok(certificate::verify_system(&mut loaded.tts, source.text(), &document, limits));
    }
    let Some(options) = document.question.reading_options() else { return Ok(Err(Invalid::OtherQuestion)) };
    let (unit, diagnostics) = unit(&program.display().to_string(), &source, &options);
    if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(format!("{}: {}", program.display(), error.message));
    }
    Ok(certificate::verify(&unit, &document, limits))
}

fn document(path: &Path) -> Result<CertificateDocument, String> {
    let file = File::open(path).map_err(|error| format!("This file cannot be read: {error}."))?;
    serde_json::from_reader(BufReader::new(file.take(MAX_BYTES)))
        .map_err(|error| format!("This file is not a certificate: {error}."))
}
