//! `boolprog verify-certificate`: proofs checked against their program, without any engine.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use boolprog_base::control::Stop;
use boolprog_certificate::document::{CertificateDocument, Invalid, Notation, Proved, verify_text};

use super::arguments::VerifyArguments;
use super::load::read;

/// Larger certificates are refused before they are read into memory.
const MAX_BYTES: u64 = 1 << 30;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verified {
    /// These properties hold.
    Valid(Vec<String>),
    /// It proves nothing, and why.
    Invalid(String),
    /// The check reached a limit.
    Undecided(Stop),
    /// Something could not be read, and why.
    BadInput(String),
}

/// Reads both files and checks one against the other.
pub(super) fn verify(arguments: &VerifyArguments) -> Verified {
    let limits = arguments.limits.start();
    let program = &arguments.program;
    let document = match document(&arguments.certificate) {
        Ok(document) => document,
        Err(why) => return Verified::BadInput(format!("{}: {why}", arguments.certificate.display())),
    };
    let source = match read(program) {
        Ok(source) => source,
        Err(why) => return Verified::BadInput(format!("{}: {why}", program.display())),
    };
    let notation = Notation::of(&program.to_string_lossy());
    match verify_text(notation, source.text(), &document, &limits) {
        Ok(Proved { properties }) => Verified::Valid(properties),
        Err(Invalid::Stopped(stop)) => Verified::Undecided(stop),
        Err(Invalid::Unreadable(why)) => Verified::BadInput(format!("{}: {why}", program.display())),
        Err(invalid) => Verified::Invalid(invalid.to_string()),
    }
}

fn document(path: &Path) -> Result<CertificateDocument, String> {
    let file = File::open(path).map_err(|error| format!("This file cannot be read: {error}."))?;
    serde_json::from_reader(BufReader::new(file.take(MAX_BYTES)))
        .map_err(|error| format!("This file is not a certificate: {error}."))
}
