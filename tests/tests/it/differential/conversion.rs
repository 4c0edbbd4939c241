//! Conversions have the verdict of the original.

use boolprog_check::decide::{Outcome, decide};
use boolprog_check::report::Verdict;
use boolprog_check::{Options, Unobserved, check};
use boolprog_explore::format::{
    parse_initial, parse_spec, parse_target, parse_tts, show_initial, show_target, standard, write_numeric, write_spec,
    write_tts,
};
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::Tts;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use boolprog_tests::checked::AtMost;

use super::case::{Case, Compared};

const STATES: u64 = 30_000;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) numeric: u32,
    pub(crate) systems: u32,
    pub(crate) nets: u32,
}

impl std::ops::AddAssign for Extent {
    fn add_assign(&mut self, other: Self) {
        self.numeric += other.numeric;
        self.systems += other.systems;
        self.nets += other.nets;
    }
}

/// Compares the verdict on a program, all its properties together, with those on its conversions.
pub(crate) fn compare(case: &Case) -> Compared<Extent> {
    let mut extent = Extent::default();
    let Some(expected) = violated(case) else { return Ok(extent) };
    if let Ok(text) = write_numeric(case.program()) {
        extent.numeric += agrees(violated(&Case::new(&text, None)?), expected, &text)?;
    }
    let Some(system) = written_out(case) else { return Ok(extent) };
    if let Ok(text) = write_tts(&system) {
        extent.systems += agrees(decided(reread(&system, &text)?), expected, &text)?;
    }
    if let Ok(text) = write_spec(&system) {
        extent.nets += agrees(decided(parse_spec(&text).map_err(failure)?.tts), expected, &text)?;
    }
    Ok(extent)
}

/// `Some(true)` if a check finds a violation; `None` if it leaves something open.
fn violated(case: &Case) -> Option<bool> {
    let options = Options { thread_limit: 4, ..Options::default() };
    let report = check(&case.unit(), options, &AtMost(STATES), &mut Unobserved);
    worst(report.properties.iter().map(|property| match property.verdict {
        Verdict::Violated(_) => Some(true),
        Verdict::Proved(_) => Some(false),
        Verdict::Unknown(_) => None,
    }))
}

/// The same for the target of a system.
fn decided(mut system: Tts) -> Option<bool> {
    let options = Options { thread_limit: 4, ..Options::default() };
    let decision = decide(&mut system, &[0], options, &AtMost(STATES), &mut |_, _| {});
    worst(decision.outcomes.iter().map(|(_, outcome)| match outcome {
        Outcome::Violated { .. } => Some(true),
        Outcome::Proved { .. } => Some(false),
        Outcome::Unknown(_) => None,
    }))
}

fn worst(violated: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let all: Vec<_> = violated.collect();
    if all.contains(&Some(true)) { Some(true) } else { all.iter().all(Option::is_some).then_some(false) }
}

/// 1 if there is something to compare.
fn agrees(found: Option<bool>, expected: bool, text: &str) -> Compared<u32> {
    let Some(found) = found else { return Ok(0) };
    prop_assert_eq!(found, expected, "whether it is violated:\n{}", text);
    Ok(1)
}

/// The system that is written; `None` if it is too large or has several targets that cannot be one.
fn written_out(case: &Case) -> Option<Tts> {
    let limit = AtMost(STATES);
    let mut system = ProgramSystem::new(case.program(), &limit).ok()?;
    let saturation = saturate(&mut system, &limit).ok()?;
    standard(&saturation.to_tts(&mut system, &limit).ok()?.tts).ok()
}

/// The system read from three texts: the steps, the start and the target.
fn reread(system: &Tts, text: &str) -> Compared<Tts> {
    let Some(start) = show_initial(&system.initial) else { return Err(TestCaseError::fail("it has no start")) };
    let [target] = &system.targets[..] else { return Err(TestCaseError::fail("it has not one target")) };
    let read = parse_tts(text).map_err(failure)?;
    let read = read.with_initial(parse_initial(&start).map_err(failure)?).map_err(failure)?;
    read.with_targets(vec![parse_target(&show_target(target)).map_err(failure)?]).map_err(failure)
}

fn failure(error: impl std::fmt::Display) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}
