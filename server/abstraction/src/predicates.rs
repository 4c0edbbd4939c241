//! Predicates, and their values in a state.

use boolprog_certificate::integer::{Bits, Owner, Predicate};
use boolprog_integer::{State, Undefined};
use rustc_hash::FxHashSet;

use crate::condition::{AtomId, Atoms, Literal};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tracked {
    pub(crate) atom: AtomId,
    pub(crate) owner: Option<Owner>,
}

impl Tracked {
    pub(crate) fn is_active(self, locations: &[u16]) -> bool {
        self.owner.is_none_or(|(instance, location)| locations[usize::from(instance.0)] == location.0)
    }
}

/// A set of predicates, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Predicates {
    list: Vec<Tracked>,
    known: FxHashSet<Tracked>,
}

impl Predicates {
    /// Adds a predicate; `false` if it is there already.
    pub(crate) fn insert(&mut self, predicate: Tracked) -> bool {
        let new = self.known.insert(predicate);
        if new {
            self.list.push(predicate);
        }
        new
    }

    pub(crate) fn contains(&self, predicate: Tracked) -> bool {
        self.known.contains(&predicate)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Tracked> {
        self.list.iter().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The predicates tracked at these locations, each with its number.
    pub(crate) fn active<'a>(&'a self, locations: &'a [u16]) -> impl Iterator<Item = (usize, Tracked)> + 'a {
        self.list.iter().copied().enumerate().filter(move |(_, predicate)| predicate.is_active(locations))
    }

    /// The values of all predicates in a state; `false` for those that are not tracked there.
    pub(crate) fn values(&self, atoms: &Atoms, state: &State) -> Result<Bits, Undefined> {
        let mut bits = Bits::new(self.list.len());
        for (number, predicate) in self.active(&state.locations) {
            if atoms.holds(predicate.atom, state)? {
                bits.insert(number);
            }
        }
        Ok(bits)
    }

    pub(crate) fn literals(&self, locations: &[u16], bits: &Bits) -> Vec<Literal> {
        let literal =
            |(number, predicate): (usize, Tracked)| Literal { atom: predicate.atom, positive: bits.contains(number) };
        self.active(locations).map(literal).collect()
    }

    pub(crate) fn formulas(&self, atoms: &Atoms) -> Vec<Predicate> {
        let formula = |p: &Tracked| Predicate { formula: atoms.formula(p.atom).clone(), owner: p.owner };
        self.list.iter().map(formula).collect()
    }
}
