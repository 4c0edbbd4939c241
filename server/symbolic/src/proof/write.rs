//! From diagrams to plain data.

use rustc_hash::FxHashMap;

use super::{Bit, Node, SetNumber};
use crate::Undecided;
use crate::encoding::Encoding;
use crate::sets::{Set, Variable};

/// Writes sets over the bits before a step: their nodes, children first, and the number of each set.
///
/// Linear in the number of nodes.
pub(super) fn diagrams<'s>(
    encoding: &Encoding<'_, '_>,
    sets: impl Iterator<Item = &'s Set>,
) -> Result<(Vec<Node>, Vec<SetNumber>), Undecided> {
    let bits = encoding.variables.bits().into_iter().map(|(bit, variable)| (variable, bit)).collect();
    let mut writer = Writer { encoding, bits, numbers: FxHashMap::default(), nodes: Vec::new() };
    let numbers = sets.map(|set| writer.number(set)).collect::<Result<_, _>>()?;
    Ok((writer.nodes, numbers))
}

struct Writer<'e, 'p, 'c> {
    encoding: &'e Encoding<'p, 'c>,
    bits: FxHashMap<Variable, Bit>,
    numbers: FxHashMap<Set, SetNumber>,
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
            self.encoding.sets.poll_beside(bytes)?;
        }
        let (low, high) = (self.number(&low)?, self.number(&high)?);
        let bit = self.bits.get(&variable).ok_or(Undecided::Rejected("it speaks of what is after a step"))?;
        self.nodes.push(Node { bit: *bit, low, high });
        let number = self.nodes.len() as SetNumber + 1;
        self.numbers.insert(set.clone(), number);
        Ok(number)
    }
}
