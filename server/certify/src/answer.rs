//! The answer about a certificate: wording and exit codes of `boolprog-certify` and `boolprog verify-certificate`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use boolprog_base::control::Control;
use boolprog_certificate::document::{CertificateDocument, Invalid, Proved, theorems, verify_text};
use boolprog_prover::{Prover, Recording};

use crate::outputs::{Questions, save_theorems};

/// Larger programs are refused before they are read into memory.
const LARGEST_PROGRAM: u64 = 64 << 20;

/// Largest certificate that is read, in bytes.
const LARGEST_CERTIFICATE: u64 = 1 << 30;

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The certificate is valid; the text names what it proves.
    Valid(String),
    /// It is not, and why.
    Invalid(String),
    /// The check reached a limit, or the prover does not know.
    Undecided(String),
    /// A file could not be read, and why.
    BadInput(String),
}

impl Answer {
    /// Prints it, for a program of this name; the exit code of the process.
    pub fn print(&self, tool: &str) -> io::Result<u8> {
        let (line, code) = match self {
            Self::Valid(line) => (line, 0),
            Self::Invalid(line) => (line, 1),
            Self::Undecided(line) => (line, 2),
            Self::BadInput(why) => {
                eprintln!("{tool}: {why}");
                return Ok(3);
            }
        };
        writeln!(io::stdout(), "{line}").map(|()| code)
    }
}

/// The files of a check.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The program.
    pub program: &'a Path,
    /// The certificate.
    pub certificate: &'a Path,
    /// The file that gets the proofs as theorems for the prover Rocq, if any.
    pub rocq: Option<&'a Path>,
    /// `true` if that file has the library inside.
    pub standalone: bool,
    /// The folder that gets the questions to the prover, if any.
    pub smt_lib: Option<&'a Path>,
    /// `true` if that folder gets proofs of their answers, too.
    pub alethe: bool,
}

/// Reads a program and its certificate, checks one against the other, and writes what is asked for.
pub fn certify(request: Request<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Answer {
    answer(request, prover, control).unwrap_or_else(Answer::BadInput)
}

/// The answer, or a sentence about a file that cannot be read or written.
fn answer(request: Request<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Answer, String> {
    let (text, document) = read(request.program, request.certificate)?;
    let mut questions = request.smt_lib.map(|folder| Questions::in_folder(folder, request.alethe)).transpose()?;
    let verified = match &mut questions {
        Some(questions) => {
            let mut recording = Recording::new(prover, |question| questions.save(&question));
            verify_text(&text, &document, &mut recording, control)
        }
        None => verify_text(&text, &document, prover, control),
    };
    let mut answer = about(request, &document, verified)?;
    if let (Answer::Valid(valid), Some(file)) = (&answer, request.rocq) {
        let file = (not_an_input(file, request)?, request.standalone);
        let (line, is_complete) = save_theorems(file, theorems(&text, &document, control))?;
        let lines = format!("{valid}\n{line}");
        answer = if is_complete { Answer::Valid(lines) } else { Answer::Undecided(lines) };
    }
    if let (Answer::Valid(lines) | Answer::Undecided(lines), Some(questions)) = (&mut answer, questions) {
        lines.push('\n');
        lines.push_str(&questions.finish()?);
    }
    Ok(answer)
}

/// The answer about the certificate alone.
fn about(
    Request { program, certificate, .. }: Request<'_>,
    document: &CertificateDocument,
    verified: Result<Proved, Invalid>,
) -> Result<Answer, String> {
    let name = certificate.display();
    match verified {
        Ok(Proved { properties, any_number }) => {
            let (properties, question) = (properties.join(", "), &document.question);
            let scope = if any_number { " for any number of instances" } else { "" };
            Ok(Answer::Valid(format!("{name}: valid, it proves {properties}{scope} ({question})")))
        }
        Err(Invalid::Unreadable(why)) => Err(format!("{}: {why}", program.display())),
        Err(why @ (Invalid::Stopped(_) | Invalid::Undecided(_))) => {
            Ok(Answer::Undecided(format!("{name}: not decided: {why}")))
        }
        Err(why) => Ok(Answer::Invalid(format!("{name}: not valid: {why}"))),
    }
}

/// The file, unless it is one that was read.
fn not_an_input<'a>(file: &'a Path, request: Request<'_>) -> Result<&'a Path, String> {
    if [request.program, request.certificate].iter().any(|input| is_same(file, input)) {
        return Err(format!("{}: this file is an input and is not replaced by an output.", file.display()));
    }
    Ok(file)
}

/// Returns `true` if both paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// The texts of both files, or a sentence about the one that cannot be read.
fn read(program: &Path, certificate: &Path) -> Result<(String, CertificateDocument), String> {
    let document = bytes(certificate, LARGEST_CERTIFICATE)?;
    let document = serde_json::from_slice(&document)
        .map_err(|error| format!("{}: This file is not a certificate: {error}.", certificate.display()))?;
    let text = bytes(program, LARGEST_PROGRAM)?;
    Ok((String::from_utf8_lossy(&text).into_owned(), document))
}

/// The contents of a file, unless it is larger than this.
fn bytes(path: &Path, largest: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("{}: This file cannot be read: {error}.", path.display()))?;
    if bytes.len() as u64 > largest {
        return Err(format!("{}: This file is larger than {} MiB and is not read.", path.display(), largest >> 20));
    }
    Ok(bytes)
}
