//! Weakest preconditions.

use boolprog_integer::{Inputs, System};
use rustc_hash::FxHashMap;

use crate::condition::{AtomId, Atoms, Condition, mentions_locations};
use crate::normal::Known;

/// The weakest preconditions of atoms, kept through all iterations.
#[derive(Default)]
pub(super) struct Weakest {
    conditions: FxHashMap<Question, Condition>,
}

/// A question for a weakest precondition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Question {
    /// The index of the transition after which the atom is to hold.
    pub(super) transition: u32,
    pub(super) atom: AtomId,
    /// The choices of the transition.
    pub(super) inputs: Inputs,
}

impl Weakest {
    /// The weakest precondition of an atom from these locations.
    pub(super) fn of(
        &mut self,
        system: &System,
        atoms: &mut Atoms,
        locations: &[u16],
        question: Question,
    ) -> Condition {
        if let Some(condition) = self.conditions.get(&question) {
            return condition.clone();
        }
        let before = atoms.formula(question.atom).substitute(&system.transitions[question.transition as usize].update);
        let known = Known { locations: Some(locations), inputs: Some(&question.inputs) };
        let condition = atoms.condition(&before, known);
        if !mentions_locations(&before) {
            self.conditions.insert(question, condition.clone());
        }
        condition
    }
}
