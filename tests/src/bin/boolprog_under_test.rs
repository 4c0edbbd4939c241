//! The `boolprog` binary, built as part of the test package.

use std::process::ExitCode;

fn main() -> ExitCode {
    boolprog::cli::main(std::env::args_os())
}
