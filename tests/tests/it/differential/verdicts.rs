//! The check as a whole against the naive interpreter.

use std::collections::BTreeSet;
use std::ops::Add;

use boolprog_base::engine::EngineId;
use boolprog_check::report::{Completeness, PropertyReport, Report, Unknown, Verdict};
use boolprog_check::{Options, Unobserved, check};
use boolprog_program::program::Threads;
use boolprog_trace::document::TraceDocument;
use proptest::prelude::*;

use boolprog_tests::checked::AtMost;

use super::bounded::States;
use super::case::{Bounded, Case, Compared};

const STATES: u64 = 30_000;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Verdicts {
    pub(crate) violated: u32,
    pub(crate) proved: u32,
    pub(crate) stopped: u32,
    /// No engine decides any number of threads.
    pub(crate) not_applicable: u32,
    /// The naive search was too large to compare with.
    pub(crate) skipped: u32,
}

impl Add for Verdicts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            violated: self.violated + other.violated,
            proved: self.proved + other.proved,
            stopped: self.stopped + other.stopped,
            not_applicable: self.not_applicable + other.not_applicable,
            skipped: self.skipped + other.skipped,
        }
    }
}

/// Compares verdicts, traces and thread states.
pub(crate) fn compare(case: &Case, most: u32, plain: bool, engine: Option<EngineId>) -> Compared<Verdicts> {
    compare_with(case, most, plain, Options { engine, ..Options::default() })
}

/// The same with these options.
pub(crate) fn compare_with(case: &Case, most: u32, plain: bool, options: Options) -> Compared<Verdicts> {
    let options = Options { thread_limit: 4, jobs: 2, start_next_after: 200, ..options };
    let report = check(&case.unit(), options, &AtMost(STATES), &mut Unobserved);
    let naive = case.naive(most);
    prop_assert_eq!(report.properties.len(), case.program().properties.len());
    let mut verdicts = Verdicts { skipped: u32::from(naive.is_empty()), ..Verdicts::default() };
    for property in &report.properties {
        let site = property.site.expect("a statement");
        let shortest =
            naive.iter().find_map(|Bounded { live, found }| Some((*live, found.fewest_steps(site, property.kind)?)));
        let searched = naive.last().map_or(0, |largest| largest.live);
        match &property.verdict {
            Verdict::Violated(violation) => {
                verdicts.violated += 1;
                trace(property, violation.trace(), shortest, searched)?;
            }
            Verdict::Proved(proof) => {
                verdicts.proved += 1;
                prop_assert_eq!(shortest, None, "{} is proved", property.id);
                let reached = naive.iter().any(|bounded| bounded.found.states.contains_key(&site));
                prop_assert!(!(proof.never_reached() && reached), "{} is reached", property.id);
            }
            Verdict::Unknown(Unknown::Stopped { threads, .. }) => {
                verdicts.stopped += 1;
                prop_assert!(shortest.is_none_or(|(live, _)| live > *threads), "{} is missed", property.id);
            }
            Verdict::Unknown(Unknown::NotApplicable { threads, .. }) if !plain => {
                verdicts.not_applicable += 1;
                prop_assert!(shortest.is_none_or(|(live, _)| live > *threads), "{} is missed", property.id);
            }
            Verdict::Unknown(unknown) => prop_assert!(false, "{}: {:?}", property.id, unknown),
        }
    }
    thread_states(case, &report, &naive)?;
    Ok(verdicts)
}

/// A trace can be shown step by step, ends where it should, and is as short as possible.
fn trace(property: &PropertyReport, trace: &TraceDocument, shortest: Option<(u32, u32)>, searched: u32) -> Compared {
    let states = trace.states().map_err(|error| TestCaseError::fail(format!("{}: {error}", property.id)))?;
    prop_assert_eq!(states.len(), trace.steps.len() + 1);
    prop_assert_eq!(states.iter().map(|state| state.threads.len()).max(), Some(trace.threads_needed as usize));
    let found = (trace.threads_needed, trace.steps.len() as u32);
    if trace.threads_needed <= searched {
        prop_assert_eq!(Some(found), shortest, "{}: threads and steps", property.id);
    } else {
        prop_assert_eq!(shortest, None, "{}: fewer threads are enough", property.id);
    }
    Ok(())
}

/// A complete list of thread states contains all that the naive search finds, and nothing else if that was complete.
fn thread_states(case: &Case, report: &Report, naive: &[Bounded]) -> Compared {
    let Some(largest) = naive.last() else { return Ok(()) };
    let sites = &report.reachable.sites;
    let listed: States =
        sites.iter().map(|(site, list)| (*site, list.states.iter().map(|state| state.to_vec()).collect())).collect();
    let complete = matches!(case.program().threads, Threads::Exactly(_)) && !largest.found.bound_met;
    if report.reachable.completeness == Completeness::Exact {
        for (site, states) in &largest.found.states {
            let missing: BTreeSet<_> =
                states.difference(listed.get(site).unwrap_or(&BTreeSet::new())).cloned().collect();
            prop_assert!(missing.is_empty(), "missing at {site:?}: {missing:?}");
        }
    }
    if complete && report.reachable.completeness != Completeness::Nothing {
        for (site, states) in &listed {
            let wrong: BTreeSet<_> =
                states.difference(largest.found.states.get(site).unwrap_or(&BTreeSet::new())).cloned().collect();
            prop_assert!(wrong.is_empty(), "not reachable at {site:?}: {wrong:?}");
        }
    }
    Ok(())
}
