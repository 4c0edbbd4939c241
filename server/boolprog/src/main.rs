//! `boolprog`: language server, debugger and model checker for concurrent Boolean programs.

mod allocator;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    // A server frees with each key what it needs with the next one.
    if words.get(1).is_none_or(|command| command != "lsp" && command != "dap") {
        allocator::give_back_at_once();
    }
    boolprog::cli::main(words)
}
