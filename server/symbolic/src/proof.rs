//! Evidence of an engine: from diagrams to plain data.

use std::collections::BTreeMap;

use boolprog_base::engine::Undecided;
use boolprog_certificate::diagrams::{Bit, Family, Invariant, Node, Places, SetNumber};
use boolprog_explore::relations::{Calls, Relations, Set, Variable};
use rustc_hash::FxHashMap;

/// The sets of thread states, by location.
pub(crate) fn of_threads(relations: &Relations<'_, '_>, rows: &[Set]) -> Result<Invariant, Undecided> {
    written(relations, relations.variables.bits(), rows.iter(), Family::Threads)
}

/// The relations between entry and present of activations, by location.
pub(crate) fn of_activations<'s>(
    calls: &Calls<'_, '_>,
    rows: impl Iterator<Item = &'s Set>,
) -> Result<Invariant, Undecided> {
    written(&calls.relations, calls.bits(), rows, Family::Activations)
}

pub(crate) fn of_configurations(
    relations: &Relations<'_, '_>,
    found: &BTreeMap<Places, Set>,
) -> Result<Invariant, Undecided> {
    let family = |numbers: Vec<SetNumber>| Family::Configurations(found.keys().cloned().zip(numbers).collect());
    written(relations, relations.variables.bits(), found.values(), family)
}

/// Writes sets over the bits before a step: their nodes, children first, and the number of each set.
///
/// Linear in the number of nodes.
fn written<'s>(
    relations: &Relations<'_, '_>,
    bits: Vec<(Bit, Variable)>,
    sets: impl Iterator<Item = &'s Set>,
    family: impl FnOnce(Vec<SetNumber>) -> Family,
) -> Result<Invariant, Undecided> {
    let mut writer = Writer {
        relations,
        bits: bits.into_iter().map(|(bit, variable)| (variable, bit)).collect(),
        indices: FxHashMap::default(),
        numbers: FxHashMap::default(),
        variables: Vec::new(),
        nodes: Vec::new(),
    };
    let numbers = sets.map(|set| writer.number(set)).collect::<Result<_, _>>()?;
    Ok(Invariant { variables: writer.variables, nodes: writer.nodes, sets: family(numbers) })
}

struct Writer<'e, 'p, 'c> {
    relations: &'e Relations<'p, 'c>,
    bits: FxHashMap<Variable, Bit>,
    /// The index of each variable whose bit is written.
    indices: FxHashMap<Variable, u32>,
    numbers: FxHashMap<Set, SetNumber>,
    /// The bits that the nodes ask for.
    variables: Vec<Bit>,
    nodes: Vec<Node>,
}

impl Writer<'_, '_, '_> {
    /// The number of a set. Recursion is as deep as there are variables.
    fn number(&mut self, set: &Set) -> Result<SetNumber, Undecided> {
        let Some((variable, low, high)) = set.split() else { return Ok(SetNumber::from(!set.is_empty())) };
        if let Some(known) = self.numbers.get(set) {
            return Ok(*known);
        }
        if self.nodes.len().is_multiple_of(256) {
            let bytes =
                self.nodes.capacity() * size_of::<Node>() + self.numbers.capacity() * size_of::<(Set, SetNumber)>();
            self.relations.sets.poll_beside(bytes)?;
        }
        let (low, high) = (self.number(&low)?, self.number(&high)?);
        let variable = self.index(variable)?;
        self.nodes.push(Node { variable, low, high });
        let number = self.nodes.len() as SetNumber + 1;
        self.numbers.insert(set.clone(), number);
        Ok(number)
    }

    /// The index of the bit that a variable stands for.
    fn index(&mut self, variable: Variable) -> Result<u32, Undecided> {
        if let Some(index) = self.indices.get(&variable) {
            return Ok(*index);
        }
        let bit = self
            .bits
            .get(&variable)
            .ok_or_else(|| Undecided::Refused("a set speaks of what is after a step".to_owned()))?;
        let index = self.variables.len() as u32;
        self.variables.push(*bit);
        self.indices.insert(variable, index);
        Ok(index)
    }
}
