//! Published figures of abstract matching with refinement beside ours: `cargo xtask paper-tables`.
//!
//! Prints the comparison, and fails if it is not the one in `tests/published/table.md`.

#[path = "../tests/it/published/table.rs"]
mod table;

use std::process::ExitCode;
use std::time::Duration;

use boolprog_prover::SmtLib;

const KNOWN: &str = include_str!("../tests/published/table.md");

fn main() -> ExitCode {
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let table = table::table(&mut z3, &mut |model| eprintln!("{model}"));
    print!("{table}");
    let changed: Vec<&str> = table.lines().filter(|line| !KNOWN.lines().any(|known| known == *line)).collect();
    if table == KNOWN {
        return ExitCode::SUCCESS;
    }
    eprintln!("\nThe comparison is not that of server/abstraction/tests/published/table.md. Different rows:");
    for line in &changed {
        eprintln!("{line}");
    }
    ExitCode::FAILURE
}
