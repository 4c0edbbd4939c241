//! From plain data to diagrams. The data may be anything.

use std::collections::BTreeMap;

use boolprog_explore::relations::{Limits, Relations, Set, Variable};
use boolprog_program::program::{LocationId, Threads};
use rustc_hash::FxHashMap;

use super::{Bit, Family, Invariant, Node, Places, Rejection, SetNumber};

const UNKNOWN_BIT: &str = "it mentions a bit that does not exist";

/// The number of threads in each of these configurations.
pub(super) fn threads(list: &[(Places, SetNumber)]) -> Result<u32, Rejection> {
    let threads = list.first().map_or(0, |(places, _)| places.len());
    if threads > Threads::MOST as usize || list.iter().any(|(places, _)| places.len() != threads) {
        return Err(Rejection::Rejected("its configurations have different or too large numbers of places"));
    }
    Ok(threads as u32)
}

/// The sets of an invariant, by number.
pub(super) struct Diagrams<'e, 'p, 'c> {
    relations: &'e Relations<'p, 'c>,
    sets: Vec<Set>,
}

impl<'e, 'p, 'c> Diagrams<'e, 'p, 'c> {
    /// Builds all nodes, over bits with these variables. They may ask for the bits in any order, at the price of larger
    /// diagrams.
    pub(super) fn new(
        relations: &'e Relations<'p, 'c>,
        bits: Vec<(Bit, Variable)>,
        invariant: &Invariant,
        limits: Limits,
    ) -> Result<Self, Rejection> {
        if invariant.nodes.len() > limits.nodes {
            return Err(Rejection::Refused(format!("its diagrams have more than {} nodes", limits.nodes)));
        }
        // The thread states of a location have one thread only.
        let named = |bit: &Bit| match (&invariant.sets, bit) {
            (Family::Threads(_), Bit::Local(thread, _) | Bit::Inside(thread)) => *thread == 0,
            _ => true,
        };
        let bits: FxHashMap<Bit, Variable> = bits.into_iter().filter(|(bit, _)| named(bit)).collect();
        let variables = invariant.variables.iter().map(|bit| bits.get(bit).copied());
        let variables = variables.collect::<Option<Vec<_>>>().ok_or(Rejection::Rejected(UNKNOWN_BIT))?;
        let mut diagrams = Self { relations, sets: vec![relations.sets.none(), relations.sets.all()] };
        for node in &invariant.nodes {
            let set = diagrams.node(&variables, node)?;
            diagrams.sets.push(set);
        }
        Ok(diagrams)
    }

    fn node(&self, variables: &[Variable], node: &Node) -> Result<Set, Rejection> {
        let variable = variables.get(node.variable as usize).ok_or(Rejection::Rejected(UNKNOWN_BIT))?;
        Ok(self.relations.sets.choice(*variable, self.set(node.low)?, self.set(node.high)?)?)
    }

    fn set(&self, number: SetNumber) -> Result<&Set, Rejection> {
        self.sets.get(number as usize).ok_or(Rejection::Rejected("it mentions a set before its definition"))
    }

    pub(super) fn rows(&self, numbers: &[SetNumber]) -> Result<Vec<Set>, Rejection> {
        if numbers.len() != self.relations.program.locations.len() {
            return Err(Rejection::Rejected("it has a different number of locations"));
        }
        numbers.iter().map(|number| self.set(*number).cloned()).collect()
    }

    pub(super) fn configurations(&self, list: &[(Places, SetNumber)]) -> Result<BTreeMap<Places, Set>, Rejection> {
        let known = |place: &LocationId| (place.0 as usize) < self.relations.program.locations.len();
        let mut found = BTreeMap::new();
        for (places, number) in list {
            if !places.iter().flatten().all(known) {
                return Err(Rejection::Rejected("it mentions a location that does not exist"));
            }
            if found.insert(places.clone(), self.set(*number)?.clone()).is_some() {
                return Err(Rejection::Rejected("it has the same places twice"));
            }
        }
        Ok(found)
    }
}
