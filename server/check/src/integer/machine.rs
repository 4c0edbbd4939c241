//! Variables whose values are the states of a machine.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{Comparison, Formula, System, Term, VariableId};

/// Fewer constants may be the modes of a flag.
const STATES: usize = 8;

/// Returns `true` if guards compare some variable with many constants: its values are the states of a machine.
pub(super) fn has_machine(system: &System) -> bool {
    let mut states: BTreeMap<VariableId, BTreeSet<i64>> = BTreeMap::new();
    for conjunct in system.transitions.iter().flat_map(|transition| &transition.guard) {
        if let Formula::Compare(Comparison::Equal, left, right) = conjunct
            && let (Term::Variable(variable), Term::Constant(state)) | (Term::Constant(state), Term::Variable(variable)) =
                (left, right)
        {
            states.entry(*variable).or_default().insert(*state);
        }
    }
    states.values().any(|states| states.len() >= STATES)
}
