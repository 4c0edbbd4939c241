//! Weakest preconditions.

use boolprog_integer::{Inputs, System};
use rustc_hash::FxHashMap;

use crate::condition::{AtomId, Atoms, Condition, mentions_locations};
use crate::normal::Known;

/// The weakest preconditions of atoms, kept through all iterations.
#[derive(Default)]
pub(super) struct Weakest {
    conditions: FxHashMap<(u32, AtomId, Inputs), Condition>,
}

impl Weakest {
    /// The weakest precondition of the atom over a transition from these locations, for these choices.
    pub(super) fn of(
        &mut self,
        system: &System,
        atoms: &mut Atoms,
        locations: &[u16],
        (transition, atom, inputs): (u32, AtomId, &Inputs),
    ) -> Condition {
        let key = (transition, atom, inputs.clone());
        if let Some(condition) = self.conditions.get(&key) {
            return condition.clone();
        }
        let before = atoms.formula(atom).substitute(&system.transitions[transition as usize].update);
        let condition = atoms.condition(&before, Known { locations: Some(locations), inputs: Some(inputs) });
        if !mentions_locations(&before) {
            self.conditions.insert(key, condition.clone());
        }
        condition
    }
}
