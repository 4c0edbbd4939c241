//! `boolprog verify-certificate`: proofs checked against their program, without any engine.

use std::io;

use boolprog_certify::{Request, certify};
use boolprog_host::provers::prover;

use super::arguments::VerifyArguments;

/// Checks one file against the other and prints the answer; the exit code.
pub(super) fn verify(arguments: &VerifyArguments) -> io::Result<u8> {
    let VerifyArguments { program, certificate, rocq, smt_lib, prover: command, limits } = arguments;
    let request = Request { program, certificate, rocq: rocq.as_deref(), smt_lib: smt_lib.as_deref() };
    certify(request, &mut *prover(command), &limits.start()).print("boolprog")
}
