//! The binary `boolprog-certify`.

use std::process::ExitCode;

fn main() -> ExitCode {
    boolprog_certify::main(std::env::args_os())
}
