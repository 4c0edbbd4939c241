//! `boolprog-certify PROGRAM CERTIFICATE`: checks proofs against their program, and writes what other provers check:
//! theorems (`--rocq FILE`, with the library inside by `--standalone`), questions (`--smt-lib FOLDER`, with proofs of their
//! answers by `--alethe`).
//!
//! This program consists of the front ends of the languages, their semantics and the checkers; no engine is part of it.
//! Its answer is that of [`certify`], as in `boolprog verify-certificate`. Exit codes: 0 the certificate is valid, 1 it
//! is not, 2 it is not decided within the limits, or not all of it is a theorem, 3 a file could not be read, 64 wrong usage,
//! 74 the answer could not be printed.

mod answer;
mod arguments;
mod outputs;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use boolprog_prover::of_command;

pub use answer::{Answer, Request, certify};
use arguments::{Arguments, help};
pub use arguments::{Described, OPTIONS};

/// The exit code where an answer could not be printed.
const NOT_PRINTED: u8 = 74;

/// Runs the program with these arguments; the first is its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        return ExitCode::from(if write!(io::stdout(), "{}", help()).is_ok() { 0 } else { NOT_PRINTED });
    }
    let Some(arguments) = Arguments::read(arguments) else {
        eprint!("{}", help());
        return ExitCode::from(64);
    };
    let Arguments { program, certificate, limits, prover, rocq, standalone, smt_lib, alethe } = arguments;
    let request = Request {
        program: &program,
        certificate: &certificate,
        rocq: rocq.as_deref(),
        standalone,
        smt_lib: smt_lib.as_deref(),
        alethe,
    };
    let answer = certify(request, &mut *of_command(&prover, std::env::current_exe().ok().as_deref()), &limits);
    ExitCode::from(answer.print("boolprog-certify").unwrap_or(NOT_PRINTED))
}
