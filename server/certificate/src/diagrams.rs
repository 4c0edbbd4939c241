//! "Never", over sets of valuations: decision diagrams that share nodes, as plain data.
//!
//! Control is explicit, and the valuations at one location (or at one location for each thread) form a set. A node
//! names the bit that it tests, not a variable of one run, so the reader of the diagrams may have another order of
//! variables than their writer.
//!
//! A checker takes the meaning of an edge from [`boolprog_explore::relations`], as the engines do, and none of their
//! images: a step is checked as an implication.

mod calls;
mod check;
mod read;

use std::fmt;

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::Undecided;
pub use boolprog_explore::relations::{Bit, EntryBit};
use boolprog_explore::relations::{Calls, Limits, Relations};
use boolprog_program::program::{LocationId, Program};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub use calls::of_activations;
pub use check::{of_configurations, of_threads};

/// The number of threads with variables of their own in a check for any number of threads: one that moves, and one that it
/// creates.
const ANY_NUMBER: u32 = 2;

/// The phase reported to the control.
const PHASE: &str = "checking";

/// A table that is made quickly, and enough for most proofs.
const SMALL: Limits = Limits { nodes: 1 << 14 };

/// Locations of the threads of a configuration; `None` is a thread that does not exist.
pub type Places = Vec<Option<LocationId>>;

/// A set of valuations: 0 is empty, 1 has all of them, and n + 2 is that of the node n.
pub type SetNumber = u32;

/// The valuations of `low` with the bit F, and those of `high` with the bit T.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u32, SetNumber, SetNumber)", into = "(u32, SetNumber, SetNumber)")]
pub struct Node {
    /// The index of the bit in [`Invariant::variables`].
    pub variable: u32,
    /// Of an earlier node, as `high`.
    pub low: SetNumber,
    /// Of an earlier node.
    pub high: SetNumber,
}

impl From<(u32, SetNumber, SetNumber)> for Node {
    fn from((variable, low, high): (u32, SetNumber, SetNumber)) -> Self {
        Self { variable, low, high }
    }
}

impl From<Node> for (u32, SetNumber, SetNumber) {
    fn from(Node { variable, low, high }: Node) -> Self {
        (variable, low, high)
    }
}

/// Sets that together are closed under steps. [`Invariant::check`] alone decides whether they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invariant {
    /// The bits that the nodes ask for.
    pub variables: Vec<Bit>,
    /// The nodes of all diagrams, children first.
    #[serde(deserialize_with = "nodes")]
    pub nodes: Vec<Node>,
    /// Sets of the invariant.
    pub sets: Family,
}

/// Sets of an invariant, by the number of threads that they describe.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// For each location, the view of a thread there: the shared bits, and its own as those of thread 0. For any number
    /// of threads.
    Threads(Vec<SetNumber>),
    /// All configurations with the threads at these places; every entry has the same number of places.
    Configurations(Vec<(Places, SetNumber)>),
    /// For each location of a program whose calls are not inlined, the bits of an activation there, with those that it
    /// was entered with. For one thread.
    Activations(Vec<SetNumber>),
}

/// Why an invariant proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The check was stopped.
    Stopped(Stop),
    /// It is larger than the limits allow, or the program has no relations; why, as a clause.
    Refused(String),
    /// It is no invariant, or does not exclude a violation; why, as a clause.
    Rejected(&'static str),
}

impl From<Undecided> for Rejection {
    fn from(undecided: Undecided) -> Self {
        match undecided {
            Undecided::Stopped(stop) => Self::Stopped(stop),
            Undecided::Refused(why) => Self::Refused(why),
        }
    }
}

impl From<Stop> for Rejection {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl Invariant {
    /// Returns `true` if it is about the modular form of a program.
    pub fn is_of_calls(&self) -> bool {
        matches!(self.sets, Family::Activations(_))
    }

    /// The same as [`Self::check`] with the limits of a table that is made quickly, and then with the largest.
    pub fn check_in_steps(
        &self,
        program: &Program,
        properties: &[u32],
        control: &dyn Control,
    ) -> Result<(), Rejection> {
        match self.check(program, properties, SMALL, control) {
            Err(Rejection::Stopped(Stop::Full) | Rejection::Refused(_)) => {
                self.check(program, properties, Limits::default(), control)
            }
            checked => checked,
        }
    }

    /// Checks that the sets contain every configuration that can be reached and violate none of the properties, from the
    /// program alone.
    ///
    /// An invariant from elsewhere is not trusted: a malformed one is [rejected](Rejection::Rejected), one with more
    /// nodes than the limits allow is [refused](Rejection::Refused) before they are built. The number of operations on
    /// sets is linear in the number of nodes, and in the size of the program times that of sets.
    pub fn check(
        &self,
        program: &Program,
        properties: &[u32],
        limits: Limits,
        control: &dyn Control,
    ) -> Result<(), Rejection> {
        let relations = |threads| Relations::new(program, threads, PHASE, limits, control);
        match &self.sets {
            Family::Threads(numbers) => {
                let relations = relations(ANY_NUMBER)?;
                let diagrams = read::Diagrams::new(&relations, relations.variables.bits(), self, limits)?;
                of_threads(&relations, &diagrams.rows(numbers)?, properties)
            }
            Family::Configurations(list) => {
                let relations = relations(read::threads(list)?)?;
                let diagrams = read::Diagrams::new(&relations, relations.variables.bits(), self, limits)?;
                of_configurations(&relations, &diagrams.configurations(list)?, properties)
            }
            Family::Activations(numbers) => {
                let calls = Calls::new(program, PHASE, limits, control)?;
                let diagrams = read::Diagrams::new(&calls.relations, calls.bits(), self, limits)?;
                of_activations(&calls, &diagrams.rows(numbers)?, properties)
            }
        }
    }
}

/// Reads nodes, but no more than are checked: a file must not fill the memory.
fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Node>, D::Error> {
    struct Nodes;
    impl<'de> Visitor<'de> for Nodes {
        type Value = Vec<Node>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {} nodes", Limits::default().nodes)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut nodes = Vec::new();
            while let Some(node) = list.next_element()? {
                if nodes.len() == Limits::default().nodes {
                    return Err(A::Error::invalid_length(nodes.len() + 1, &self));
                }
                nodes.push(node);
            }
            Ok(nodes)
        }
    }
    deserializer.deserialize_seq(Nodes)
}
