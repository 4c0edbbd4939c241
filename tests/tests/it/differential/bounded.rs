//! Bounded search against the naive interpreter.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Engine, Finding};
use boolprog_certificate::sets::Certificate;
use boolprog_explore::saturate::{Restricted, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId, Target, Tts};
use boolprog_naive::Violated;
use boolprog_program::program::{Atom, Possible, Program, Slot, Threads};
use boolprog_reach::engines::bounded;
use boolprog_reach::threads::runs;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::replay::replay;
use proptest::prelude::*;

use super::case::{Bounded, Case, Compared};

/// A property that no system has: a search for it ends only where there is nothing more to be found.
pub(crate) const NEVER: u32 = u32::MAX;

/// The values of all variables at each site.
pub(crate) type States = BTreeMap<SiteId, BTreeSet<Vec<bool>>>;

/// Compares for each bound that the naive search could cover. `true` if there was one.
pub(crate) fn compare(case: &Case, most: u32) -> Compared<bool> {
    let naive = case.naive(most);
    let Some(largest) = naive.last() else { return Ok(false) };
    for violated in &largest.found.violated {
        replays(case, largest, violated)?;
    }
    violations(case, &naive, largest)?;
    thread_states(case, &naive, largest)?;
    Ok(true)
}

/// The naive search's own run to a violation is one, and as long as it says.
fn replays(case: &Case, largest: &Bounded, violated: &Violated) -> Compared {
    let interpreter = case.interpreter();
    let run = largest.found.run_to(&interpreter, violated);
    let run = run.ok_or_else(|| TestCaseError::fail(format!("no run to {violated:?}")))?;
    let trace = replay(&interpreter, run).map_err(|error| TestCaseError::fail(format!("{violated:?}: {error}")))?;
    prop_assert_eq!(trace.steps().len(), violated.steps as usize);
    prop_assert!(trace.live_threads() <= largest.live);
    Ok(())
}

/// The fewest live threads and then the fewest steps to a violation of each property.
fn shortest(case: &Case, naive: &[Bounded]) -> Vec<Option<(u32, usize)>> {
    let properties = case.program().properties.iter();
    let shortest = properties.map(|property| {
        naive.iter().find_map(|Bounded { live, found }| {
            Some((*live, found.fewest_steps(property.site, property.kind)? as usize))
        })
    });
    shortest.collect()
}

fn violations(case: &Case, naive: &[Bounded], largest: &Bounded) -> Compared {
    let program = case.program();
    let mut system = ProgramSystem::new(program, &Unlimited).expect("nothing stops it");
    let mut found = vec![None; program.properties.len()];
    let properties: Vec<u32> = (0..found.len() as u32).chain([NEVER]).collect();
    let outcome = bounded::Bounded::default().ask(&mut system, &properties, largest.live, &Unlimited);
    for (property, violation) in runs(&outcome) {
        let executed = violation.run.execute(&mut system);
        prop_assert!(executed.is_ok(), "the run to property {property} breaks: {executed:?}");
        found[property as usize] = Some((violation.threads, violation.run.steps.len()));
    }
    prop_assert_eq!(found, shortest(case, naive), "fewest threads and steps of each violation");
    let complete = matches!(program.threads, Threads::Exactly(_)) && !largest.found.bound_met;
    prop_assert_eq!(outcome.states.all.is_some(), complete, "whether nothing is missing");
    if let Some(Finding::Proved { certificate: Certificate::Configurations(found), .. }) = outcome.findings.last() {
        prop_assert_eq!(live_configurations(&system, found), largest.found.configurations());
    }
    Ok(())
}

/// The configurations without a thread whose assertion failed.
fn live_configurations(system: &ProgramSystem<'_>, found: &[(SharedId, Vec<LocalId>)]) -> usize {
    let live = |local: &LocalId| matches!(system.local_state(*local), LocalState::At { .. });
    found.iter().filter(|(_, threads)| threads.iter().all(live)).count()
}

/// Searches for every thread state that saturation allows, as if it were a violation.
fn thread_states(case: &Case, naive: &[Bounded], largest: &Bounded) -> Compared {
    let mut system = ProgramSystem::new(case.program(), &Unlimited).expect("nothing stops it");
    let saturation = saturate(&mut system, &Unlimited).expect("nothing stops it");
    let restricted = saturation.to_tts(&mut system, &Unlimited).expect("nothing stops it");
    let (mut tts, states) = ask_for_thread_states(&restricted);
    let properties: Vec<u32> = (0..states.len() as u32).chain([NEVER]).collect();
    let outcome = bounded::Bounded::default().ask(&mut tts, &properties, largest.live, &Unlimited);
    for Bounded { live, found } in naive {
        let reached = runs(&outcome).filter(|(_, reached)| reached.threads <= *live);
        let mut sites = States::new();
        for (property, _) in reached {
            let (shared, local) = states[property as usize];
            add(
                &mut sites,
                &system,
                case.program(),
                restricted.shared[shared.0 as usize],
                restricted.locals[local.0 as usize],
            );
        }
        prop_assert_eq!(&sites, &found.states, "thread states with at most {} live threads", live);
    }
    Ok(())
}

/// The same system with one question for each of its thread states, which are numbered as returned.
pub(crate) fn ask_for_thread_states(restricted: &Restricted) -> (Tts, Vec<(SharedId, LocalId)>) {
    let tts = restricted.tts.clone();
    let mut states = Vec::new();
    for shared in (0..tts.shared_states).map(SharedId) {
        states.extend((0..tts.local_states).map(|local| (shared, LocalId(local))));
    }
    let targets =
        (0..).zip(&states).map(|(property, &(shared, local))| Target { property, shared, locals: vec![local] });
    let tts = tts.with_targets(targets.collect()).expect("the states exist");
    (tts, states)
}

/// Adds a thread state at its site, unless `enforce` prevents that it counts as reached.
pub(crate) fn add(sites: &mut States, system: &ProgramSystem<'_>, program: &Program, shared: SharedId, local: LocalId) {
    let LocalState::At { location, values: local, .. } = system.local_state(local) else { return };
    let shared = system.shared_values(shared);
    let place = program.location(location);
    let value = |atom| match atom {
        Atom::Old(Slot::Shared(bit)) => Possible::only(shared[bit as usize]),
        Atom::Old(Slot::Local(bit)) => Possible::only(local[bit as usize]),
        Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::BOTH,
    };
    if place.enforce.as_ref().is_some_and(|enforce| !enforce.possible(&value).t) {
        return;
    }
    let thread_local = local[..program.thread_local_variables.len()].iter();
    let own = program.instance(place.instance).variables.iter().map(|(_, bit)| &local[*bit as usize]);
    let values = shared.iter().chain(thread_local).chain(own).copied().collect();
    sites.entry(place.site).or_default().insert(values);
}
