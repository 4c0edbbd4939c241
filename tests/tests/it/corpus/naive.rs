//! The naive search agrees with the published and independently computed verdicts of public programs.

use boolprog_naive::{self as naive, Violated};
use boolprog_program::names::Names;
use boolprog_program::program::Threads;
use boolprog_program::reading::{Reading, ReadingOptions};
use boolprog_tests::corpus::{self, Expected};
use boolprog_trace::interpreter::Interpreter;
use boolprog_trace::replay::replay;

/// Programs with more configurations than this are left to the engines.
const MOST: usize = 60_000;

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

/// The least number of threads with a violation, up to this number, with its steps; an error if a search is too large.
fn fewest(interpreter: &Interpreter<'_>, highest: u32) -> Result<Option<(u32, usize)>, usize> {
    let mut fewest = None;
    for live in 1..=highest {
        let violated = shortest(interpreter, live)?;
        fewest = fewest.or(violated.map(|it| (live, it.steps as usize)));
    }
    Ok(fewest)
}

/// Programs of which the search can tell whether the verdict is right. "Safe up to 5 threads" counts as safe here, where
/// fewer are examined.
fn is_comparable(row: &Expected) -> bool {
    row.is_program() && (row.verdict.starts_with("safe") || row.shortest.is_some())
}

#[test]
fn verdicts_and_lengths_agree() {
    let Some((folder, rows)) = corpus::expected("") else { return };
    let options = ReadingOptions { threads: Some(Threads::Exactly(1)), ..ReadingOptions::default() };
    let (mut agreed, mut too_large) = (0, Vec::new());
    for row in rows.iter().filter(|row| is_comparable(row)) {
        let text = std::fs::read_to_string(folder.join(&row.instance)).expect("the program is readable");
        let file = boolprog_syntax::parse(&text).file;
        let (names, reading) = (Names::of(&file), Reading::new(&file, &options));
        let interpreter = Interpreter::new(&file, &names, &reading);
        match fewest(&interpreter, row.shortest.map_or(3, |(live, _)| live)) {
            Ok(fewest) => {
                assert_eq!(fewest, row.shortest, "{}", row.instance);
                assert_eq!(fewest.is_none(), row.verdict.starts_with("safe"), "{}", row.instance);
                agreed += 1;
            }
            Err(configurations) => too_large.push((&row.instance, configurations)),
        }
    }
    eprintln!("{agreed} programs agree; too large for this test: {too_large:?}");
    assert!(agreed >= 30, "only {agreed} programs were compared");
}
