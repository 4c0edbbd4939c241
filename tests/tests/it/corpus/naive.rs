//! The naive search agrees with the published and independently computed verdicts of third-party programs.
//!
//! The programs are no part of the project. They are looked for in `../shared/corpus` next to the repository, or where
//! `BOOLPROG_CORPUS` says; without them the test says so and passes.

use std::path::{Path, PathBuf};

use boolprog_naive::{self as naive, Violated};
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::replay;

use crate::common::Program;

/// Programs with more configurations than this are left to the engines.
const MOST: usize = 60_000;

fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("BOOLPROG_CORPUS").map_or_else(beside, PathBuf::from);
    folder.join("expected.tsv").is_file().then_some(folder)
}

/// An entry of the table about one program.
struct Expected<'a> {
    path: &'a str,
    safe: bool,
    /// Fewest live threads, then fewest steps.
    fewest: Option<(u32, u32)>,
}

impl<'a> Expected<'a> {
    /// Reads a line of the table; `None` for other inputs and for violations without figures. "Safe up to 5 threads"
    /// counts as safe here, where fewer are looked at.
    fn of(line: &'a str) -> Option<Self> {
        let mut columns = line.split('\t');
        let path = columns.next().filter(|path| Path::new(path).extension().is_some_and(|end| end == "bp"))?;
        let verdict = columns.nth(1)?;
        let remark = columns.next_back()?;
        let number = |before: &str| -> Option<u32> {
            let digits = remark.split_once(before)?.1;
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let fewest = number("fewest live threads ").zip(number("fewest steps "));
        let safe = verdict.starts_with("safe");
        (safe || fewest.is_some()).then_some(Self { path, safe, fewest })
    }
}

/// The violation with the fewest steps with at most this number of live threads, re-executed; an error if the search
/// does not come to an end without one.
fn shortest(interpreter: &Interpreter<'_>, live: u32) -> Result<Option<Violated>, usize> {
    let found = naive::reachable(interpreter, live, MOST);
    let Some(violated) = found.violated.first() else {
        return if found.complete { Ok(None) } else { Err(found.configurations()) };
    };
    let run = found.run_to(interpreter, violated).expect("a violation has a run");
    let trace = replay(interpreter, run).expect("the run is one");
    assert_eq!(trace.steps().len() as u32, violated.steps);
    Ok(Some(violated.clone()))
}

#[test]
fn verdicts_and_lengths_agree() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: no corpus in ../shared/corpus or BOOLPROG_CORPUS");
        return;
    };
    let table = std::fs::read_to_string(corpus.join("expected.tsv")).expect("the table is readable");
    let options = ReadingOptions { threads: Some(Threads::Exactly(1)), ..ReadingOptions::default() };
    let (mut agreed, mut too_large) = (0, Vec::new());
    for expected in table.lines().filter_map(Expected::of) {
        let text = std::fs::read_to_string(corpus.join(expected.path)).expect("the program is readable");
        let program = Program::new(&text, &options);
        let interpreter = program.interpreter();
        let highest = expected.fewest.map_or(3, |(live, _)| live);
        let mut fewest = None;
        for live in 1..=highest {
            match shortest(&interpreter, live) {
                Ok(None) => {}
                Ok(Some(violated)) => fewest = fewest.or(Some((live, violated.steps))),
                Err(configurations) => too_large.push((expected.path, live, configurations)),
            }
        }
        if too_large.last().is_some_and(|(path, ..)| *path == expected.path) {
            continue;
        }
        assert_eq!(fewest, expected.fewest, "{}", expected.path);
        assert_eq!(fewest.is_none(), expected.safe, "{}", expected.path);
        agreed += 1;
    }
    eprintln!("{agreed} programs agree; too large for this test: {too_large:?}");
    assert!(agreed >= 30, "only {agreed} programs were compared");
}
