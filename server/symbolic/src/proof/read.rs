//! From plain data to diagrams. The data may be anything.

use std::collections::BTreeMap;

use boolprog_program::program::{LocationId, Threads};
use rustc_hash::FxHashMap;

use super::{Bit, Family, Invariant, Node, Places, SetNumber};
use crate::encoding::Encoding;
use crate::sets::{Set, Variable};
use crate::{Limits, Undecided};

/// How many threads have places in every one of these configurations.
pub(super) fn threads(list: &[(Places, SetNumber)]) -> Result<u32, Undecided> {
    let threads = list.first().map_or(0, |(places, _)| places.len());
    if threads > Threads::MOST as usize || list.iter().any(|(places, _)| places.len() != threads) {
        return Err(Undecided::Rejected("its configurations have different or too large numbers of places"));
    }
    Ok(threads as u32)
}

/// The sets of an invariant, by number.
pub(super) struct Diagrams<'e, 'p, 'c> {
    encoding: &'e Encoding<'p, 'c>,
    sets: Vec<Set>,
}

impl<'e, 'p, 'c> Diagrams<'e, 'p, 'c> {
    /// Builds all nodes. They may ask for the bits in any order, at the price of larger diagrams.
    pub(super) fn new(
        encoding: &'e Encoding<'p, 'c>,
        invariant: &Invariant,
        limits: Limits,
    ) -> Result<Self, Undecided> {
        if invariant.nodes.len() > limits.nodes {
            return Err(Undecided::Refused(format!("its diagrams have more than {} nodes", limits.nodes)));
        }
        // The thread states of a location have one thread only.
        let named = |bit: &Bit| match (&invariant.family, bit) {
            (Family::Threads(_), Bit::Local { thread, .. } | Bit::Inside(thread)) => *thread == 0,
            _ => true,
        };
        let bits = encoding.variables.bits().into_iter().filter(|(bit, _)| named(bit)).collect();
        let mut diagrams = Self { encoding, sets: vec![encoding.sets.none(), encoding.sets.all()] };
        for node in &invariant.nodes {
            let set = diagrams.node(&bits, node)?;
            diagrams.sets.push(set);
        }
        Ok(diagrams)
    }

    fn node(&self, bits: &FxHashMap<Bit, Variable>, node: &Node) -> Result<Set, Undecided> {
        let variable = bits.get(&node.bit).ok_or(Undecided::Rejected("it mentions a bit that there is not"))?;
        Ok(self.encoding.sets.choice(*variable, self.set(node.low)?, self.set(node.high)?)?)
    }

    fn set(&self, number: SetNumber) -> Result<&Set, Undecided> {
        self.sets.get(number as usize).ok_or(Undecided::Rejected("it mentions a set before it is there"))
    }

    /// One set per location.
    pub(super) fn rows(&self, numbers: &[SetNumber]) -> Result<Vec<Set>, Undecided> {
        if numbers.len() != self.encoding.program.locations.len() {
            return Err(Undecided::Rejected("it is about another number of locations"));
        }
        numbers.iter().map(|number| self.set(*number).cloned()).collect()
    }

    /// The sets by the places of the threads.
    pub(super) fn configurations(&self, list: &[(Places, SetNumber)]) -> Result<BTreeMap<Places, Set>, Undecided> {
        let known = |place: &LocationId| (place.0 as usize) < self.encoding.program.locations.len();
        let mut found = BTreeMap::new();
        for (places, number) in list {
            if !places.iter().flatten().all(known) {
                return Err(Undecided::Rejected("it mentions a location that there is not"));
            }
            if found.insert(places.clone(), self.set(*number)?.clone()).is_some() {
                return Err(Undecided::Rejected("it has the same places twice"));
            }
        }
        Ok(found)
    }
}
