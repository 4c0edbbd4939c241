//! Published figures of abstract matching with refinement beside ours, and the configurations of refinement by
//! counterexamples with verdict, rounds and time: `cargo xtask paper-tables`.
//!
//! Writes the tables into the folder that is given, and fails if they are not those in `table.md` of `tests/published`, `tests/refinement` and
//! `tests/families`, apart from the times.

#[path = "../tests/it/cegar/heat.rs"]
mod heat;
#[path = "../tests/it/published/table.rs"]
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use boolprog_abstraction::cegar::Report;
use boolprog_prover::SmtLib;

const KNOWN: &str = include_str!("../tests/published/table.md");
const CONFIGURATIONS: &str = include_str!("../tests/refinement/table.md");
const FAMILIES: &str = include_str!("../tests/families/table.md");

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: paper_tables FOLDER");
        return ExitCode::from(64);
    };
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let table = table::table(&mut z3, &mut |model| eprintln!("{model}"));
    let mut begin = Instant::now();
    let mut timed = |model: &str, configuration: &str, _: &Report| {
        eprintln!("{model} {configuration}");
        let time = begin.elapsed();
        begin = Instant::now();
        Some(time)
    };
    let configurations = heat::table(&heat::MODELS, &mut z3, &mut timed);
    let figures = heat::figures(&mut z3);
    let mut family = |(name, models): &(&str, &[heat::Model])| {
        format!("Family {name}:\n\n{}\n", heat::table(models, &mut z3, &mut timed))
    };
    let families: String = heat::FAMILIES.iter().map(&mut family).collect();
    let parts =
        [("published", &table), ("configurations", &configurations), ("figures", &figures), ("families", &families)];
    for (name, text) in parts {
        let path = folder.join(name).with_extension("md");
        if let Err(why) = std::fs::write(&path, text) {
            eprintln!("{}: {why}", path.display());
            return ExitCode::FAILURE;
        }
    }
    let cells = configurations + &figures;
    let is_same = without_times(&cells) == CONFIGURATIONS && without_times(&families) == FAMILIES;
    if !is_same {
        eprintln!("\nVerdicts are not those of table.md in server/abstraction/tests/refinement and families.");
    }
    if table != KNOWN {
        eprintln!("\nThe comparison is not that of server/abstraction/tests/published/table.md. Different rows:");
        let is_new = |line: &&str| !KNOWN.lines().any(|known| known == *line);
        table.lines().filter(is_new).for_each(|line| eprintln!("{line}"));
    }
    if table == KNOWN && is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
