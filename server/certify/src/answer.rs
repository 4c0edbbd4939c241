//! The answer about a certificate: wording and exit codes of `boolprog-certify` and `boolprog verify-certificate`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use boolprog_base::control::Control;
use boolprog_certificate::document::{
    CertificateDocument, Invalid, NoTheorems, Proved, Theorems, theorems, verify_text,
};
use boolprog_prover::Prover;

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
    /// The file that gets its proofs as theorems for the prover Rocq, if any.
    pub rocq: Option<&'a Path>,
}

/// Reads a program and its certificate, checks one against the other, and writes the proofs as theorems if asked to.
pub fn certify(request: Request<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Answer {
    let Request { program, certificate, rocq } = request;
    let (text, document) = match read(program, certificate) {
        Ok(read) => read,
        Err(why) => return Answer::BadInput(why),
    };
    let name = certificate.display();
    match verify_text(&text, &document, prover, control) {
        Ok(Proved { properties, any_number }) => {
            let (properties, question) = (properties.join(", "), &document.question);
            let scope = if any_number { " for any number of instances" } else { "" };
            let valid = format!("{name}: valid, it proves {properties}{scope} ({question})");
            match rocq {
                None => Answer::Valid(valid),
                Some(file) => save_theorems(file, request, &valid, theorems(&text, &document, control)),
            }
        }
        Err(Invalid::Unreadable(why)) => Answer::BadInput(format!("{}: {why}", program.display())),
        Err(why @ (Invalid::Stopped(_) | Invalid::Undecided(_))) => {
            Answer::Undecided(format!("{name}: not decided: {why}"))
        }
        Err(why) => Answer::Invalid(format!("{name}: not valid: {why}")),
    }
}

/// Writes theorems to a file; the answer about a valid certificate with a line about them.
fn save_theorems(file: &Path, request: Request<'_>, valid: &str, theorems: Result<Theorems, NoTheorems>) -> Answer {
    let name = file.display();
    let Theorems { text, properties, left_out } = match theorems {
        Ok(theorems) => theorems,
        Err(NoTheorems(why)) => return Answer::Undecided(format!("{valid}\n{name}: not written: {why}")),
    };
    let is_input = |input: &Path| same_file(file, input);
    if is_input(request.program) || is_input(request.certificate) {
        return Answer::BadInput(format!("{name}: this file is an input and is not replaced by an output."));
    }
    if let Err(error) = std::fs::write(file, text) {
        return Answer::BadInput(format!("{name}: This file cannot be written: {error}."));
    }
    let written = format!("{valid}\n{name}: theorems about {}", properties.join(", "));
    match left_out.as_slice() {
        [] => Answer::Valid(written),
        left => Answer::Undecided(format!("{written}; not about {}", left.join(", "))),
    }
}

/// Returns `true` if both paths lead to one file that exists.
fn same_file(one: &Path, other: &Path) -> bool {
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
