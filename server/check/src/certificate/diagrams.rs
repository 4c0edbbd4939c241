//! How proofs over sets of valuations are written.

use std::fmt;

use boolprog_base::control::{Control, Stop};
use boolprog_program::program::{LocationId, Program};
use boolprog_symbolic::proof::{Bit, Family, Invariant, Node};
use boolprog_symbolic::{DEFAULT_NODES, Limits, Undecided};
use rustc_hash::FxHashMap;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::Invalid;
use super::verify::numbers;
use super::write::Shared;

/// A table that is made quickly, and enough for most proofs.
const SMALL: Limits = Limits { nodes: 1 << 14 };

/// Sets of valuations as decision diagrams, and what they prove.
///
/// A set is a number: 0 is empty, 1 has all valuations, and n + 2 is that of the node n.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiagramsDocument {
    /// The engine that found them.
    pub engine: String,
    /// Ids of the properties that hold in them.
    pub properties: Vec<String>,
    /// The bits that the nodes ask for.
    pub variables: Vec<VariableDocument>,
    /// The nodes: the index of a variable, and the sets where it is F and where it is T, both of earlier nodes.
    #[serde(deserialize_with = "nodes")]
    pub nodes: Vec<(u32, u32, u32)>,
    /// The sets.
    pub sets: FamilyDocument,
}

/// A bit of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VariableDocument {
    /// The shared bit with this number.
    Shared(u32),
    /// Whether some thread is inside an atomic section.
    Held,
    /// The place of a thread, and the number of its local bit.
    Local(u32, u32),
    /// Whether the thread at this place is the one inside an atomic section.
    Inside(u32),
}

/// What the sets are about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FamilyDocument {
    /// For each location, what a thread there can see; its place is 0.
    Threads(Vec<u32>),
    /// Where the threads are (`null` for one that does not exist), and what their bits can be.
    Configurations(Vec<(Vec<Option<u32>>, u32)>),
}

/// Reads nodes, but no more than are checked: a file must not fill the memory.
fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u32, u32, u32)>, D::Error> {
    struct Nodes;
    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<(u32, u32, u32)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {DEFAULT_NODES} nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut nodes = Vec::new();
            while let Some(node) = list.next_element()? {
                if nodes.len() == DEFAULT_NODES {
                    return Err(A::Error::invalid_length(nodes.len() + 1, &self));
                }
                nodes.push(node);
            }
            Ok(nodes)
        }
    }
    deserializer.deserialize_seq(Nodes)
}

impl DiagramsDocument {
    pub(super) fn of((engine, invariant, properties): &Shared<Invariant>) -> Self {
        let mut variables = Vec::new();
        let mut indices: FxHashMap<Bit, u32> = FxHashMap::default();
        let node = |node: &Node| {
            let variable = *indices.entry(node.bit).or_insert_with(|| {
                variables.push(node.bit.into());
                variables.len() as u32 - 1
            });
            (variable, node.low, node.high)
        };
        let nodes = invariant.nodes.iter().map(node).collect();
        let sets = match &invariant.family {
            Family::Threads(rows) => FamilyDocument::Threads(rows.clone()),
            Family::Configurations(list) => FamilyDocument::Configurations(
                list.iter()
                    .map(|(places, set)| (places.iter().map(|place| place.map(|at| at.0)).collect(), *set))
                    .collect(),
            ),
        };
        Self { engine: engine.to_string(), properties: properties.clone(), variables, nodes, sets }
    }

    /// Checks it; the ids of what it proves.
    pub(super) fn check(
        &self,
        program: &Program,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let excluded = numbers(ids, &self.properties)?;
        let invariant = self.read().ok_or(Invalid::UnknownState)?;
        let checked = match invariant.check(program, &excluded, SMALL, control) {
            Err(Undecided::Stopped(Stop::Memory) | Undecided::Refused(_)) => {
                invariant.check(program, &excluded, Limits::default(), control)
            }
            checked => checked,
        };
        checked.map_err(|undecided| match undecided {
            Undecided::Stopped(stop) => Invalid::Stopped(stop),
            Undecided::Refused(why) => Invalid::Refused(why),
            Undecided::Rejected(why) => Invalid::Rejected { properties: self.properties.clone(), why },
        })?;
        Ok(self.properties.clone())
    }

    fn read(&self) -> Option<Invariant> {
        let node = |(variable, low, high): &(u32, u32, u32)| {
            let bit = self.variables.get(*variable as usize)?;
            Some(Node { bit: (*bit).into(), low: *low, high: *high })
        };
        let family = match &self.sets {
            FamilyDocument::Threads(rows) => Family::Threads(rows.clone()),
            FamilyDocument::Configurations(list) => Family::Configurations(
                list.iter()
                    .map(|(places, set)| (places.iter().map(|place| place.map(LocationId)).collect(), *set))
                    .collect(),
            ),
        };
        Some(Invariant { nodes: self.nodes.iter().map(node).collect::<Option<_>>()?, family })
    }
}

impl From<Bit> for VariableDocument {
    fn from(bit: Bit) -> Self {
        match bit {
            Bit::Shared(bit) => Self::Shared(bit),
            Bit::Held => Self::Held,
            Bit::Local { thread, bit } => Self::Local(thread, bit),
            Bit::Inside(thread) => Self::Inside(thread),
        }
    }
}

impl From<VariableDocument> for Bit {
    fn from(variable: VariableDocument) -> Self {
        match variable {
            VariableDocument::Shared(bit) => Self::Shared(bit),
            VariableDocument::Held => Self::Held,
            VariableDocument::Local(thread, bit) => Self::Local { thread, bit },
            VariableDocument::Inside(thread) => Self::Inside(thread),
        }
    }
}
