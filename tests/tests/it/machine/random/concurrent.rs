//! Programs with threads: all their interleavings in the machine against the verdicts of the translation to integer
//! programs.

use std::collections::BTreeMap;
use std::path::Path;

use boolprog_base::control::Unlimited;
use boolprog_check::integer::{self, Model};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_frontend::{FrontEnd, Program, Text};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_prover::NoProver;
use boolprog_tests::generate::c::{Source, concurrent};
use proptest::prelude::*;

use super::super::executed::{self, Options};
use super::super::explored;
use crate::differential::{Patience, totalled};

/// States that either side visits.
const STATES: usize = 30_000;

const FILE: &str = "made.c";

/// The fate of the properties.
#[derive(Clone, Copy, Default, Debug)]
struct Extent {
    proved: u32,
    violated: u32,
    unknown: u32,
    /// Programs that one side does not read, or that have too many states.
    skipped: u32,
}

/// Programs that the translation refuses for a reason that is in its documentation.
fn is_expected(refusal: &str) -> bool {
    refusal.starts_with("Not supported: ") || refusal.ends_with("another access to it in no defined order.")
}

/// The model of a program.
fn model(source: &Source) -> Result<Option<Model>, TestCaseError> {
    let front_end = FrontEnd::of(Path::new(FILE)).expect("a front end");
    let text = Text { path: FILE.to_owned(), text: source.0.as_str().into() };
    let options = boolprog_frontend::Options { any_instances: true, ..boolprog_frontend::Options::default() };
    match front_end.read(&text, &options, &Unlimited) {
        Ok((Program::Integer(model), _)) => Ok(Some(model)),
        Err(why) if why.iter().all(|it| is_expected(&it.message)) => Ok(None),
        other => Err(TestCaseError::fail(format!("not read: {other:?}{source:?}"))),
    }
}

fn check(model: Model) -> Report {
    let options = integer::Options { states: STATES as u64, ..integer::Options::default() };
    Query::Integer(model, options).check(&mut NoProver, &Patience::of(2_000), &mut Unobserved)
}

/// The line of an assertion, which is in the name of its property; none for properties of other kinds.
fn line_of_assertion(id: &str) -> Option<u32> {
    id.strip_prefix("assertion_")?.parse().ok()
}

fn compare(source: &Source, extent: &mut Extent) -> Result<(), TestCaseError> {
    let kinds = Kinds::default().without(Kind::Overflow);
    let options = Options { kinds, ..Options::default() };
    let program = executed::program(FILE, &source.0, &options);
    let program =
        program.map_err(|why| TestCaseError::fail(format!("the machine does not read it: {why}{source:?}")))?;
    let Some(faults) = explored::faults(&program, &options, STATES) else {
        extent.skipped += 1;
        return Ok(());
    };
    let others: BTreeMap<_, _> = faults.iter().filter(|(_, words)| !words.starts_with("assertion")).collect();
    prop_assert!(others.is_empty(), "no rule is broken, but the machine says {:?}{:?}", others, source);
    match model(source)? {
        Some(model) => judge(model, &faults, source, extent)?,
        None => extent.skipped += 1,
    }
    Ok(())
}

/// Compares the verdicts about a model with the faults of the machine, by their lines.
fn judge(
    model: Model,
    faults: &BTreeMap<u32, String>,
    source: &Source,
    extent: &mut Extent,
) -> Result<(), TestCaseError> {
    for property in check(model).properties {
        let fails = line_of_assertion(&property.id).is_some_and(|line| faults.contains_key(&line));
        match property.verdict {
            Verdict::Proved(_) => {
                extent.proved += 1;
                prop_assert!(!fails, "{} is proved, but fails in the machine{:?}", property.id, source);
            }
            Verdict::Violated(_) => {
                extent.violated += 1;
                prop_assert!(fails, "{} is violated, but never fails in the machine{:?}", property.id, source);
            }
            Verdict::Unknown(_) => extent.unknown += 1,
        }
    }
    Ok(())
}

#[test]
fn verdicts_of_programs_with_threads_are_those_of_all_their_interleavings() {
    let compare = |source: Source, extent: &mut Extent| compare(&source, extent);
    let (programs, total) = totalled((40, 53), &concurrent(), compare);
    assert!(total.proved.min(total.violated) > programs / 4, "too few of a kind: {total:?}");
    assert!(total.skipped < programs / 2, "too many are skipped: {total:?}");
}
