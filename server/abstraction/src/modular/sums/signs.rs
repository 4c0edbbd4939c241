//! Variables that are negative at times: a lock that is -1 while a writer holds it, and otherwise the number of readers.

use std::collections::BTreeSet;

use boolprog_integer::{Formula, LocationId, System, Term, Transition, VariableId};

use super::wrapping::chosen;

/// `true` if some step sets a variable to a negative constant.
pub(super) fn may_be_negative(system: &System, variable: VariableId) -> bool {
    let set = |it: &Transition| constant(it.update.terms.get(&variable)?, &it.guard);
    system.transitions.iter().filter_map(set).any(|value| value < 0)
}

/// The constant that the instance of a transition has set a variable to when it comes to it, if there is one alone.
pub(super) fn set_before(system: &System, transition: &Transition, variable: VariableId) -> Option<i64> {
    let own = || system.transitions.iter().filter(|it| it.instance == transition.instance);
    let (mut found, mut reached) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![transition.from];
    while let Some(location) = waiting.pop() {
        if location == LocationId(0) {
            return None;
        }
        if reached.insert(location) {
            for step in own().filter(|it| it.to == location) {
                match step.update.terms.get(&variable) {
                    Some(term) => _ = found.insert(constant(term, &step.guard)?),
                    None => waiting.push(step.from),
                }
            }
        }
    }
    found.pop_first().filter(|_| found.is_empty())
}

/// The constant that a term is where conditions hold.
fn constant(term: &Term, conditions: &[Formula]) -> Option<i64> {
    if let Term::Constant(value) = chosen(term, conditions) { Some(*value) } else { None }
}
