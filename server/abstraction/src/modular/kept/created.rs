//! The number of instances that an instance which exists once has created: those that have left their first location.
//!
//! An instance is created where its first step waits for a place of its creator, and sets a variable that the creator waits for.

use std::collections::BTreeSet;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Arithmetic, Formula, InstanceId, Sort, System, Term, Transition, VariableId};

use super::super::reads::is_replicated;

/// The instances of a process that are created by one that exists once.
pub(super) struct Created {
    /// Their number, as a sum of counters.
    pub(super) number: Term,
    /// The shared numbers that a creation sets, so that its creator may count it later.
    pub(super) marks: BTreeSet<VariableId>,
}

/// Those of each process whose instances this instance creates.
pub(super) fn created(system: &System, creator: InstanceId) -> Vec<Created> {
    let of_process = |process: usize| {
        let starts = |it: &&Transition| {
            let is_first = it.from.0 == 0 && usize::from(system.instance(it.instance).process) == process;
            is_first && is_replicated(system, it.instance) && it.guard.iter().any(|guard| names(guard, creator))
        };
        let mut starts = system.transitions.iter().filter(starts).peekable();
        starts.peek()?;
        let is_mark = |it: &VariableId| {
            let stated = system.variable(*it);
            stated.owner.is_none() && stated.sort != Sort::Boolean && !system.is_auxiliary(*it)
        };
        let marks = starts.flat_map(|it| it.update.assigned()).filter(is_mark).collect();
        let elsewhere = system.counters.iter().filter(|it| usize::from(it.process) == process && it.location.0 != 0);
        let counted = elsewhere.map(|it| Term::Variable(it.variable));
        let number = counted.reduce(|sum, it| Term::binary(Arithmetic::Add, sum, it))?;
        Some(Created { number, marks })
    };
    (0..system.processes.len()).filter_map(of_process).collect()
}

/// `true` if a formula says where an instance is.
fn names(formula: &Formula, instance: InstanceId) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= matches!(leaf, Leaf::At(it, _) if it == instance));
    found
}
