//! The engines for any number of threads against one another and against bounded search, on plain programs.

use boolprog_base::control::{Stop, Unlimited};
use boolprog_base::engine::{Ended, Engine, Undecided};
use boolprog_certificate::sets::{self, Ideal};
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::karp_miller::{self, Procedure};
use boolprog_reach::engines::mcs::{self, Closure};
use boolprog_reach::threads::runs;
use proptest::prelude::*;

use boolprog_tests::checked::AtMost;

use super::bounded::ask_for_thread_states;
use super::case::{Case, Compared};

const RULES: [Closure; 3] = [Closure::Off, Closure::Component, Closure::OneToken];

/// Labels in a coverability set or in a tree of Karp and Miller.
const LABELS: u64 = 2000;

/// Largest number of live threads, and of configurations, in a search for a run to a coverable state.
const THREADS: u32 = 5;
const CONFIGURATIONS: u64 = 15_000;

#[derive(Default)]
pub(crate) struct Extent {
    /// `true` if the set was found with every rule.
    pub(crate) complete: bool,
    /// `true` if the tree of Karp and Miller was small enough.
    pub(crate) specified: bool,
    /// `Some(true)` if bounded search found everything that can be covered; `None` if it was too large.
    pub(crate) found: Option<bool>,
}

/// Compares the engines on a plain program.
pub(crate) fn compare(case: &Case) -> Compared<Extent> {
    let mut system = ProgramSystem::new(case.program(), &Unlimited).expect("nothing stops it");
    let saturation = saturate(&mut system, &Unlimited).expect("nothing stops it");
    let restricted = saturation.to_tts(&mut system, &Unlimited).expect("nothing stops it");
    let (mut tts, _) = ask_for_thread_states(&restricted);
    prop_assert!(tts.is_plain(), "a plain program gives a plain system");
    // The rule that accelerates most has the smallest searches; one without it may be too large.
    let Some((set, covered)) = &search(&tts, Closure::OneToken) else {
        return Ok(Extent::default());
    };
    let mut complete = true;
    for rule in RULES {
        let Some((other, others)) = search(&tts, rule) else {
            complete = false;
            continue;
        };
        prop_assert_eq!(labels(&other.ideals), labels(&set.ideals), "{:?}", rule);
        prop_assert_eq!(&others, covered, "thread states covered, by {:?}", rule);
        let never = uncovered(&tts, &others);
        let checked = sets::check(&mut tts, &other.certificate(), &never, &Unlimited);
        prop_assert_eq!(checked, Ok(()), "the certificate of {:?}", rule);
    }
    prop_assert_eq!(&listed(&tts, set), covered, "what the set covers, as a list and as answers");
    let specified = specification(&tts, set)?;
    let found = bounded(&mut tts, covered)?;
    Ok(Extent { complete, specified, found })
}

/// The coverability set and the thread states that were seen to be covered, unless there are too many labels.
fn search(tts: &Tts, closure: Closure) -> Option<(CoverabilitySet, Vec<u32>)> {
    let set = match mcs::search(tts, closure, None, &AtMost(LABELS)) {
        Ok(found) => found.set,
        Err(Undecided::Stopped(_)) => return None,
        Err(Undecided::Refused(why)) => panic!("the system is plain: {why}"),
    };
    let mut covered: Vec<u32> = set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
    covered.sort_unstable();
    Some((set, covered))
}

/// The thread states in a set, as the numbers of the questions for them.
fn listed(tts: &Tts, set: &CoverabilitySet) -> Vec<u32> {
    let rows = (0..).zip(set.thread_states(tts));
    rows.flat_map(|(shared, row)| row.into_ones().map(move |local| shared * tts.local_states + local as u32)).collect()
}

fn uncovered(tts: &Tts, covered: &[u32]) -> Vec<u32> {
    tts.targets
        .iter()
        .map(|target| target.property)
        .filter(|property| covered.binary_search(property).is_err())
        .collect()
}

/// One label per shared state and tail, sorted.
fn labels(ideals: &[Ideal]) -> Vec<(SharedId, Vec<LocalId>, Vec<LocalId>)> {
    let labels = ideals.iter().flat_map(|ideal| {
        let tails =
            move |&shared: &SharedId| ideal.tails.iter().map(move |tail| (shared, ideal.omega.clone(), tail.to_vec()));
        ideal.shared.iter().flat_map(tails)
    });
    let mut labels: Vec<_> = labels.collect();
    labels.sort();
    labels
}

/// Compares with the tree of Karp and Miller, unless that is too large.
fn specification(tts: &Tts, set: &CoverabilitySet) -> Compared<bool> {
    match karp_miller::search(tts, Procedure::DepthFirst, &AtMost(LABELS)) {
        Ok(found) => {
            prop_assert_eq!(labels(&set.ideals), labels(&found.set.ideals), "against Karp and Miller");
            Ok(true)
        }
        Err(why) => {
            prop_assert_eq!(why, Undecided::Stopped(Stop::Memory));
            Ok(false)
        }
    }
}

/// `Some(true)` if bounded search finds all that can be covered; `None` if it is too large. Everything that it finds
/// can be covered.
fn bounded(tts: &mut Tts, covered: &[u32]) -> Compared<Option<bool>> {
    let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    let outcome = Bounded::default().ask(tts, &properties, THREADS, &AtMost(CONFIGURATIONS));
    let mut found: Vec<u32> = runs(&outcome).map(|(property, _)| property).collect();
    found.sort_unstable();
    for property in &found {
        prop_assert!(covered.binary_search(property).is_ok(), "thread state {property} is reachable but not covered");
    }
    let exhausted = outcome.states.all.is_some();
    let all = found.len() == covered.len();
    prop_assert!(all || !exhausted, "covered {covered:?}, but only {found:?} can be reached");
    Ok((!matches!(outcome.ended, Ended::Stopped(_))).then_some(all))
}
