//! `boolprog-certify PROGRAM CERTIFICATE`: checks proofs against their program.
//!
//! This program consists of the front end of the language, what a program means, and the checkers; no engine is part of it. It
//! prints a line for each property that is proved. Exit codes: 0 the certificate is valid, 1 it is not, 2 a limit was reached,
//! 3 a file could not be read.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use boolprog_base::control::Unlimited;
use boolprog_certificate::document::{CertificateDocument, Invalid, Notation, Proved, verify_text};

/// Runs the program with these arguments, of which the first is its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().skip(1).collect();
    let [program, certificate] = arguments.as_slice() else {
        eprintln!("usage: boolprog-certify PROGRAM CERTIFICATE");
        return ExitCode::from(3);
    };
    match certify(Path::new(program), Path::new(certificate)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("boolprog-certify: {why}");
            ExitCode::from(3)
        }
    }
}

/// Prints the verdicts. Fails, with a sentence, if a file could not be read.
fn certify(program: &Path, certificate: &Path) -> Result<ExitCode, String> {
    let text = fs::read_to_string(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let document = fs::read_to_string(certificate).map_err(|error| format!("{}: {error}", certificate.display()))?;
    let document: CertificateDocument = serde_json::from_str(&document)
        .map_err(|error| format!("{}: not a certificate: {error}", certificate.display()))?;
    match verify_text(Notation::of(&program.to_string_lossy()), &text, &document, &Unlimited) {
        Ok(Proved { properties }) => {
            for property in properties {
                println!("{property}: proved");
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(Invalid::Unreadable(why)) => Err(format!("{}: {why}", program.display())),
        Err(stopped @ Invalid::Stopped(_)) => {
            println!("{}: not decided: {stopped}", certificate.display());
            Ok(ExitCode::from(2))
        }
        Err(invalid) => {
            println!("{}: not valid: {invalid}", certificate.display());
            Ok(ExitCode::from(1))
        }
    }
}
