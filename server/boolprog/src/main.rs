//! `boolprog`: language server, debugger and model checker for C programs with threads, Boolean and integer programs.

mod allocator;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if words.iter().any(|word| word.as_encoded_bytes().starts_with(b"--memory")) {
        allocator::give_back_at_once();
    }
    boolprog::cli::main(words)
}
