//! `boolprog`: language server, debugger and model checker for concurrent Boolean programs.

use std::process::ExitCode;

/// A long session of the language server keeps several times as much memory with the allocator of the C library, which
/// has an arena for each thread; and reading a program, which is many small pieces, takes a quarter longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    boolprog::cli::main(std::env::args_os())
}
