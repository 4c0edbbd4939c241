//! Violations that need a crowd: many instances, of which few act at a time.
//!
//! A few instances of each process with `[*]` act. When one of them stops forever, wherever it is, another takes its place in
//! the first location. All that a stopped instance leaves behind is the shared state and, where the program counts instances,
//! its share of the [counters](crate::Counter). So states are those of few instances, however many have stopped.
//!
//! Each run of such a crowd is one of the program with as many instances. So the search finds violations and proves nothing. It
//! finds them with the fewest stopped instances, and among these with the fewest steps. Time and memory are those of an
//! explicit search with the few instances.

mod run;
mod search;

pub use run::Crowd;
pub use search::search;

use crate::expression::Leaf;
use crate::{Counter, InputBound, InstanceId, System, Transition, VariableId};

/// Limits of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bound on the unspecified values with which instances start.
    pub inputs: InputBound,
    /// No more different states than this are examined.
    pub states: u64,
    /// No more instances than this stop.
    pub stopped: u16,
}

/// The system without the counters that nothing reads, if a new instance can take the place of any other: its instances
/// stand for any number, do not name one another, and nothing reads how many have not started.
fn of_any(system: &System) -> Option<System> {
    let read = counters_read(system);
    let is_first = |counter: &Counter| counter.location.0 == 0 && read.contains(&counter.variable);
    if system.counters.is_empty() || system.counters.iter().any(is_first) {
        return None;
    }
    if !system.transitions.iter().all(|transition| names_no_other(system, transition)) {
        return None;
    }
    let mut part = system.clone();
    for counter in system.counters.iter().filter(|counter| !read.contains(&counter.variable)) {
        part.variables[counter.variable.0 as usize].initial = crate::Initial::Value(0);
        for transition in &mut part.transitions {
            transition.update.terms.remove(&counter.variable);
        }
    }
    Some(part)
}

/// The counters that guards, properties, or values of other variables depend on.
fn counters_read(system: &System) -> Vec<VariableId> {
    let is_counter = |variable: VariableId| system.counters.iter().any(|counter| counter.variable == variable);
    let mut read = Vec::new();
    let mut note = |leaf| {
        if let Leaf::Variable(variable) = leaf
            && is_counter(variable)
        {
            read.push(variable);
        }
    };
    let properties = system.properties.iter().map(|property| &property.error);
    properties.chain(&system.initial).for_each(|formula| formula.leaves(&mut note));
    for transition in &system.transitions {
        leaves(transition, &mut note);
    }
    read
}

/// Visits what a transition reads; not what a counter says of itself.
fn leaves(transition: &Transition, visit: &mut dyn FnMut(Leaf)) {
    transition.guard.iter().for_each(|formula| formula.leaves(visit));
    for (target, term) in transition.update.all_terms() {
        term.leaves(&mut |leaf| {
            if leaf != Leaf::Variable(target) {
                visit(leaf);
            }
        });
    }
    transition.update.all_formulas().for_each(|(_, formula)| formula.leaves(visit));
}

/// Returns `true` if a transition mentions no instance of a process with `[*]` but its own.
fn names_no_other(system: &System, transition: &Transition) -> bool {
    let mut alike = true;
    leaves(transition, &mut |leaf| {
        let named = match leaf {
            Leaf::Variable(variable) => system.variable(variable).owner,
            Leaf::At(instance, _) => Some(instance),
            Leaf::Input(_) => None,
        };
        let is_other = |instance: &InstanceId| *instance != transition.instance && is_one_of_many(system, *instance);
        alike &= !named.as_ref().is_some_and(is_other);
    });
    alike
}

fn is_one_of_many(system: &System, instance: InstanceId) -> bool {
    system.process_of(instance).replicated
}
