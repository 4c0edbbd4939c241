//! Integer programs: engines, all readings of ranges, and slices against an oracle.

mod any_number;
mod generate;
mod graphs;
mod oracle;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::EngineId;
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_integer::explicit::{self, search};
use boolprog_integer::slice::slice;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_prover::NoProver;
use boolprog_trace::document::PropertyKind;
use proptest::prelude::*;

use super::case::Compared;
pub(super) use any_number::{Asked, Brief, compare_any_number};
use boolprog_base::Random;
use generate::program;
pub(super) use graphs::compare_graphs;
use oracle::{Found, Oracle};

/// States that the oracle visits.
const STATES: usize = 5000;

/// Stops an engine after this number of calls of [`Control::poll`].
pub(crate) struct Patience(AtomicU64);

impl Patience {
    pub(crate) fn of(polls: u64) -> Self {
        Self(AtomicU64::new(polls))
    }
}

impl Default for Patience {
    fn default() -> Self {
        Self::of(20_000)
    }
}

impl Control for Patience {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let spend = |left: u64| left.checked_sub(1);
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend) {
            Ok(_) => Ok(()),
            Err(_) => Err(Stop::Time),
        }
    }
}

/// All engines without a prover but abstract matching, whose weakest preconditions grow without end for some of these
/// programs.
pub(super) const ENGINES: [Option<EngineId>; 6] = [
    None,
    Some(EngineId::Explicit),
    Some(EngineId::Random),
    Some(EngineId::SplittingMaxOverlap),
    Some(EngineId::SplittingMinSet),
    Some(EngineId::SplittingMinOnly),
];

/// The number of answers of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extent {
    pub(super) proved: u32,
    pub(super) violated: u32,
    pub(super) undefined: u32,
    pub(super) skipped: u32,
}

/// The text of a program, the same for the same seed.
pub(super) fn text(seed: u64) -> String {
    program(&mut Random::new(seed))
}

/// Compares the engines in all readings of ranges.
pub(super) fn compare(text: &str, extent: &mut Extent) -> Compared {
    let parsed = parse(text);
    prop_assert_eq!(&parsed.diagnostics, &[], "{}", text);
    let file = Arc::new(parsed.file);
    for on_range in [OnRange::Error, OnRange::Block, OnRange::Wrap] {
        let instantiation = Instantiation { on_range, ..Instantiation::default() };
        // Inputs that could block an edge are errors of the program.
        let Ok(model) = Model::new("generated.ip", text.into(), Arc::clone(&file), instantiation) else {
            extent.skipped += 1;
            continue;
        };
        let Some(found) = Oracle::new(&file, on_range).search(STATES) else {
            extent.skipped += 1;
            continue;
        };
        extent.undefined += u32::from(found.undefined.is_some());
        for engine in ENGINES {
            let query = Query::Integer(model.clone(), Options { engine, ..Options::default() });
            let report = query.check(&mut NoProver, &Patience::default(), &mut Unobserved);
            agrees(&report, &found, engine, extent).map_err(|error| because(error, on_range, engine, text))?;
        }
        if found.undefined.is_none() {
            slice_agrees(&model, &found).map_err(|error| because(error, on_range, None, text))?;
        }
    }
    Ok(())
}

/// Compares a search of the slice, which has as many steps to a violation as the whole.
fn slice_agrees(model: &Model, found: &Found) -> Compared {
    let slice = slice(&model.system);
    let findings = search(&slice.system, explicit::Options::default(), &Patience::default());
    for (verdict, fewest) in findings.verdicts.iter().zip(&found.violated) {
        match (verdict, fewest) {
            (explicit::Verdict::Proved, None) => {}
            (explicit::Verdict::Violated(run), Some(fewest)) if run.steps.len() == *fewest => {}
            (verdict, fewest) => prop_assert!(false, "the slice: {verdict:?}, and the whole: {fewest:?}"),
        }
    }
    Ok(())
}

fn because(error: TestCaseError, on_range: OnRange, engine: Option<EngineId>, text: &str) -> TestCaseError {
    TestCaseError::fail(format!("{error}\n{on_range:?}, {engine:?}:\n{text}"))
}

fn agrees(report: &Report, found: &Found, engine: Option<EngineId>, extent: &mut Extent) -> Compared {
    let complete = matches!(engine, None | Some(EngineId::Explicit));
    for (index, property) in report.properties.iter().enumerate() {
        let fewest = if property.kind == PropertyKind::Value { found.undefined } else { found.violated[index] };
        match &property.verdict {
            Verdict::Proved(_) => {
                extent.proved += 1;
                prop_assert!(fewest.is_none(), "{} is proved, and violated in {:?} steps", property.id, fewest);
                prop_assert!(found.undefined.is_none(), "{} is proved, but a value does not exist", property.id);
            }
            Verdict::Violated(violation) => {
                extent.violated += 1;
                let steps = violation.trace().steps.len();
                prop_assert!(fewest.is_some_and(|fewest| fewest <= steps), "{} is violated", property.id);
                if complete && property.kind != PropertyKind::Value {
                    prop_assert_eq!(fewest, Some(steps), "{} has a shorter violation", &property.id);
                }
            }
            Verdict::Unknown(unknown) => {
                prop_assert!(!complete || found.undefined.is_some(), "{} is unknown: {unknown:?}", property.id);
            }
        }
    }
    let open = |property: &boolprog_check::report::PropertyReport| !matches!(property.verdict, Verdict::Violated(_));
    if complete && found.undefined.is_some() && report.properties.iter().any(open) {
        let value = report.properties.iter().find(|property| property.kind == PropertyKind::Value);
        prop_assert!(value.is_some(), "a value that does not exist is not reported");
    }
    Ok(())
}
