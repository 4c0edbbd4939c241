//! Owners of predicates, and the predicates that transitions lack to be exact.

use rustc_hash::FxHashSet;

use super::Gap;
use crate::condition::{AtomId, Atoms};
use boolprog_certificate::integer::Owner;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asking {
    /// Transition whose steps are not exact without it; `None` for other origins.
    pub(super) transition: Option<u32>,
    /// The only process or locations at which the predicate is tracked.
    pub(super) owner: Option<Owner>,
}

/// Predicates that the transitions of one iteration lack, each pair once.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    list: Vec<(u32, AtomId)>,
    known: FxHashSet<(u32, AtomId)>,
}

impl Gaps {
    pub(super) fn insert(&mut self, transition: u32, atom: AtomId) {
        if self.known.insert((transition, atom)) {
            self.list.push((transition, atom));
        }
    }

    /// The same as formulas, in the order in which they were found.
    pub(super) fn told(&self, atoms: &Atoms) -> Vec<Gap> {
        let gap =
            |(transition, atom): &(u32, AtomId)| Gap { transition: *transition, formula: atoms.formula(*atom).clone() };
        self.list.iter().map(gap).collect()
    }
}
