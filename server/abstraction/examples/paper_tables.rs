//! Published figures of abstract matching with refinement beside ours, and the configurations of refinement by
//! counterexamples with verdict, rounds and time: `cargo xtask paper-tables`.
//!
//! Prints the tables, and fails if they are not those in `tests/published/table.md` and `tests/refinement/table.md`, apart
//! from the times.

#[path = "../tests/it/cegar/heat.rs"]
mod heat;
#[path = "../tests/it/published/table.rs"]
mod table;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use boolprog_abstraction::cegar::Report;
use boolprog_prover::SmtLib;

const KNOWN: &str = include_str!("../tests/published/table.md");
const CONFIGURATIONS: &str = include_str!("../tests/refinement/table.md");

fn main() -> ExitCode {
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let table = table::table(&mut z3, &mut |model| eprintln!("{model}"));
    print!("{table}");
    let mut begin = Instant::now();
    let mut timed = |model: &str, configuration: &str, _: &Report| {
        eprintln!("{model} {configuration}");
        let time = begin.elapsed();
        begin = Instant::now();
        Some(time)
    };
    let cells = heat::table(&mut z3, &mut timed) + &heat::figures(&mut z3);
    print!("\n{cells}");
    let is_same = without_times(&cells) == CONFIGURATIONS;
    if !is_same {
        eprintln!("\nVerdicts are not those of server/abstraction/tests/refinement/table.md.");
    }
    let changed: Vec<&str> = table.lines().filter(|line| !KNOWN.lines().any(|known| known == *line)).collect();
    if table == KNOWN && is_same {
        return ExitCode::SUCCESS;
    }
    eprintln!("\nThe comparison is not that of server/abstraction/tests/published/table.md. Different rows:");
    for line in &changed {
        eprintln!("{line}");
    }
    ExitCode::FAILURE
}

/// A table without ` (0.12 s)`.
fn without_times(table: &str) -> String {
    let mut parts = table.split(" (");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once(" s)") {
        Some((time, rest)) if time.parse::<f64>().is_ok() => text + rest,
        _ => text + " (" + part,
    })
}
