//! `boolprog verify-certificate`: proofs checked against their program, without any engine.

use std::io;

use boolprog_certify::{Request, certify};
use boolprog_host::provers::prover;

use super::arguments::VerifyArguments;

/// Checks one file against the other and prints the answer; the exit code.
pub(super) fn verify(arguments: &VerifyArguments) -> io::Result<u8> {
    let VerifyArguments { program, certificate, rocq, standalone, smt_lib, alethe, prover: command, limits } =
        arguments;
    let (rocq, smt_lib) = (rocq.as_deref(), smt_lib.as_deref());
    let request = Request { program, certificate, rocq, standalone: *standalone, smt_lib, alethe: *alethe };
    certify(request, &mut *prover(command), &limits.start()).print("boolprog")
}
