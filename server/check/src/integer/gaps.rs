//! The predicates that would make the steps of an edge exact, as declarations for the program.

use boolprog_abstraction::alpha;
use boolprog_integer::System;

use crate::report::Gap;

/// The gaps of an iteration, each once: equal ones of all instances of a process are one.
pub(super) fn gaps(system: &System, found: &[alpha::Gap]) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for gap in found.iter().map(|gap| declared(system, gap)) {
        if !gaps.contains(&gap) {
            gaps.push(gap);
        }
    }
    gaps
}

fn declared(system: &System, gap: &alpha::Gap) -> Gap {
    let transition = &system.transitions[gap.transition as usize];
    let instance = transition.instance;
    let formula = system.print_formula_inside(&gap.formula, instance);
    let location = &system.location(instance, transition.from).name;
    let is_other = |owner| owner != instance;
    let names_others = gap.formula.variables().iter().any(|id| system.variable(*id).owner.is_some_and(is_other));
    // A predicate that names another instance is a different one for each instance.
    let who = if names_others { &system.instance(instance).name } else { &system.process_of(instance).name };
    Gap { edge: transition.edge, declaration: format!("{formula} at {who} @ {location}") }
}
