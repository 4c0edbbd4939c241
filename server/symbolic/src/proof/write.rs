//! From diagrams to plain data.

use boolprog_certificate::diagrams::{Bit, Family, Invariant, Node, SetNumber};
use boolprog_explore::relations::{Relations, Set, Variable};
use rustc_hash::FxHashMap;

use crate::Undecided;

/// Nodes, and the bits that they ask for.
pub(super) struct Diagrams {
    variables: Vec<Bit>,
    nodes: Vec<Node>,
}

impl Diagrams {
    /// The invariant with these sets.
    pub(super) fn of(self, sets: Family) -> Invariant {
        Invariant { variables: self.variables, nodes: self.nodes, sets }
    }
}

/// Writes sets over the bits before a step: their nodes, children first, and the number of each set.
///
/// Linear in the number of nodes.
pub(super) fn diagrams<'s>(
    relations: &Relations<'_, '_>,
    sets: impl Iterator<Item = &'s Set>,
) -> Result<(Diagrams, Vec<SetNumber>), Undecided> {
    let mut writer = Writer {
        relations,
        bits: relations.variables.bits().into_iter().map(|(bit, variable)| (variable, bit)).collect(),
        indices: FxHashMap::default(),
        numbers: FxHashMap::default(),
        written: Diagrams { variables: Vec::new(), nodes: Vec::new() },
    };
    let numbers = sets.map(|set| writer.number(set)).collect::<Result<_, _>>()?;
    Ok((writer.written, numbers))
}

struct Writer<'e, 'p, 'c> {
    relations: &'e Relations<'p, 'c>,
    bits: FxHashMap<Variable, Bit>,
    /// The index of each variable whose bit is written.
    indices: FxHashMap<Variable, u32>,
    numbers: FxHashMap<Set, SetNumber>,
    written: Diagrams,
}

impl Writer<'_, '_, '_> {
    /// The number of a set. Recursion is as deep as there are variables.
    fn number(&mut self, set: &Set) -> Result<SetNumber, Undecided> {
        let Some((variable, low, high)) = set.split() else { return Ok(SetNumber::from(!set.is_empty())) };
        if let Some(known) = self.numbers.get(set) {
            return Ok(*known);
        }
        if self.written.nodes.len().is_multiple_of(256) {
            let bytes = self.written.nodes.capacity() * size_of::<Node>()
                + self.numbers.capacity() * size_of::<(Set, SetNumber)>();
            self.relations.sets.poll_beside(bytes)?;
        }
        let (low, high) = (self.number(&low)?, self.number(&high)?);
        let variable = self.index(variable)?;
        self.written.nodes.push(Node { variable, low, high });
        let number = self.written.nodes.len() as SetNumber + 1;
        self.numbers.insert(set.clone(), number);
        Ok(number)
    }

    /// The index of the bit that a variable stands for.
    fn index(&mut self, variable: Variable) -> Result<u32, Undecided> {
        if let Some(index) = self.indices.get(&variable) {
            return Ok(*index);
        }
        let bit = self.bits.get(&variable).ok_or(Undecided::Rejected("it speaks of what is after a step"))?;
        let index = self.written.variables.len() as u32;
        self.written.variables.push(*bit);
        self.indices.insert(variable, index);
        Ok(index)
    }
}
