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
use std::process::ExitCode;
use std::time::Duration;

use boolprog_prover::{NoProver, Prover, SmtLib};

pub use answer::{Answer, Request, certify};
use arguments::Arguments;

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// Runs the program with these arguments; the first is its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(Arguments { program, certificate, limits, prover, rocq, standalone, smt_lib, alethe }) =
        Arguments::read(arguments.into_iter().skip(1))
    else {
        eprintln!(
            "usage: boolprog-certify [--timeout S] [--memory MIB] [--prover COMMAND] [--rocq FILE [--standalone]] [--smt-lib FOLDER [--alethe]] PROGRAM CERTIFICATE"
        );
        return ExitCode::from(64);
    };
    let request = Request {
        program: &program,
        certificate: &certificate,
        rocq: rocq.as_deref(),
        standalone,
        smt_lib: smt_lib.as_deref(),
        alethe,
    };
    let answer = certify(request, &mut *asked(&prover), &limits);
    ExitCode::from(answer.print("boolprog-certify").unwrap_or(74))
}

/// The prover of a command, with arguments separated by blanks; `z3` alone is `z3 -in`, and the empty command is no
/// prover.
fn asked(command: &str) -> Box<dyn Prover> {
    let mut words = command.split_whitespace().map(str::to_owned);
    match words.next() {
        None => Box::new(NoProver),
        Some(_) if command.trim() == "z3" => Box::new(SmtLib::z3(LONGEST_QUESTION)),
        Some(program) => Box::new(SmtLib::new(program, words.collect(), LONGEST_QUESTION)),
    }
}
