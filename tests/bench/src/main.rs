//! Benchmarks: running times of `boolprog`, in one process and as a whole, compared with other commands; and latencies
//! of its language server and its debugger.
//!
//! `cargo xtask bench` and `cargo xtask thesis` build it and run it. Everything is written into a folder: figures as
//! JSON, tables as Markdown, plots as SVG.

mod arguments;
mod bench;
mod cutoff;
mod editing;
mod engine;
mod families;
mod heat;
mod heat_map;
mod html;
mod integers;
mod limits;
mod plot;
mod process;
mod replaying;
mod report;
mod results;
mod sample;
mod sources;
mod suite;
mod tables;
mod thesis;
mod threads;
mod wide;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// The allocator of `boolprog`, whose engines and server run in this process too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run(arguments) => bench::run(&arguments),
        Command::Thesis(arguments) => thesis::run(&arguments),
        Command::Page(arguments) => sources::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod documented;
#[cfg(test)]
mod tests;
