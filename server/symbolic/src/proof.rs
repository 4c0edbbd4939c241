//! Proofs as plain data, which can be kept, written down, and checked again on another day.
//!
//! The sets are decision diagrams that share nodes. A node names the bit it asks for, not a variable of one run, so
//! what reads the diagrams may have another order of variables than what wrote them.

mod read;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_program::program::{LocationId, Program};

use crate::encoding::Encoding;
use crate::sets::Set;
use crate::{Limits, Undecided, invariant, saturation};

/// Where the threads of a configuration are; `None` is a thread that does not exist.
pub type Places = Vec<Option<LocationId>>;

/// A bit of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bit {
    /// Of the shared valuation.
    Shared(u32),
    /// Whether some thread is inside an atomic section.
    Held,
    /// Of the local valuation of a thread.
    Local {
        /// The place of the thread.
        thread: u32,
        /// The bit.
        bit: u32,
    },
    /// Whether the thread at this place is the one inside an atomic section.
    Inside(u32),
}

/// A set of valuations: 0 is empty, 1 has all of them, and n + 2 is that of the node n.
pub type SetNumber = u32;

/// The valuations of `low` with the bit F, and those of `high` with the bit T.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it asks for.
    pub bit: Bit,
    /// Of an earlier node, as `high`.
    pub low: SetNumber,
    /// Of an earlier node.
    pub high: SetNumber,
}

/// Sets that together are closed under steps. Whether they are is decided by [`Invariant::check`] alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The nodes of all diagrams, children first.
    pub nodes: Vec<Node>,
    /// The sets.
    pub family: Family,
}

/// What the sets of an invariant are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Family {
    /// For each location, what a thread there can see: the shared bits, and its own as those of thread 0. For any number
    /// of threads.
    Threads(Vec<SetNumber>),
    /// All configurations with the threads at these places, of which there are always as many.
    Configurations(Vec<(Places, SetNumber)>),
}

/// What an engine proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// These properties hold. At least one.
    pub properties: Vec<u32>,
    /// The evidence, which was accepted.
    pub invariant: Arc<Invariant>,
}

impl Proof {
    pub(crate) fn of_threads(
        encoding: &Encoding<'_, '_>,
        rows: &[Set],
        properties: Vec<u32>,
    ) -> Result<Self, Undecided> {
        let (nodes, numbers) = write::diagrams(encoding, rows.iter())?;
        let invariant = Arc::new(Invariant { nodes, family: Family::Threads(numbers) });
        Ok(Self { properties, invariant })
    }

    pub(crate) fn of_configurations(
        encoding: &Encoding<'_, '_>,
        found: &BTreeMap<Places, Set>,
        properties: Vec<u32>,
    ) -> Result<Self, Undecided> {
        let (nodes, numbers) = write::diagrams(encoding, found.values())?;
        let family = Family::Configurations(found.keys().cloned().zip(numbers).collect());
        Ok(Self { properties, invariant: Arc::new(Invariant { nodes, family }) })
    }
}

impl Invariant {
    /// Checks that the sets contain every configuration that can be reached and violate none of the properties, from the
    /// program alone.
    ///
    /// An invariant from elsewhere may be anything: one that makes no sense is [rejected](Undecided::Rejected), one with
    /// more nodes than the limits allow is [refused](Undecided::Refused) before they are built. The number of operations
    /// on sets is linear in the number of nodes, and in the size of the program times that of sets.
    pub fn check(
        &self,
        program: &Program,
        properties: &[u32],
        limits: Limits,
        control: &dyn Control,
    ) -> Result<(), Undecided> {
        let threads = match &self.family {
            Family::Threads(_) => saturation::THREADS,
            Family::Configurations(list) => read::threads(list)?,
        };
        let encoding = Encoding::new(program, threads, "checking", limits, control)?;
        let sets = read::Diagrams::new(&encoding, self, limits)?;
        match &self.family {
            Family::Threads(numbers) => {
                let rows = sets.rows(numbers)?;
                invariant::of_threads(&encoding, &rows, properties)
            }
            Family::Configurations(list) => {
                let found = sets.configurations(list)?;
                invariant::of_configurations(&encoding, &found, properties)
            }
        }
    }
}

#[cfg(test)]
mod tests;
