//! `boolprog`: language server, debugger and model checker for concurrent Boolean programs.

use std::process::ExitCode;

fn main() -> ExitCode {
    boolprog::cli::main(std::env::args_os())
}
