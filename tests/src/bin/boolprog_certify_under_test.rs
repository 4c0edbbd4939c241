//! The `boolprog-certify` binary, built as part of the test package.

use std::process::ExitCode;

fn main() -> ExitCode {
    boolprog_certify::main(std::env::args_os())
}
