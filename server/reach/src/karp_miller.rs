//! The coverability tree, label by label: the procedures that [`crate::contexts`] is compared with.
//!
//! A label is a shared state and a vector over the local states with entries in the naturals and omega ("any number of
//! threads"). From each label every enabled transition fires; where the result is larger than an ancestor with the
//! same shared state, the steps in between can be repeated, so the entries that grew become omega. Sound for plain
//! systems only: there more threads never disturb.
//!
//! - [`Procedure::DepthFirst`], [`Procedure::BreadthFirst`]: the tree of Karp and Miller (1969), the executable
//!   specification. No label is ever dropped because a larger one exists.
//! - [`Procedure::Zhao`]: the tree pruned to what no other label covers, after Zhao (2009).
//!
//! All end with the same set, because a minimal coverability set is unique; they differ in the work.

mod antichain;
mod classic;
mod label;
mod targets;
mod tree;
mod zhao;

use boolprog_base::control::{Control, Stop};
use boolprog_explore::tts::Tts;
use fixedbitset::FixedBitSet;

use crate::contexts::{CoverabilitySet, End};
use crate::net::Net;
use crate::outcome::Reason;
use tree::Tree;

/// How the tree is built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Procedure {
    /// Every label that is not in the tree yet, the newest first.
    DepthFirst,
    /// Every label that is not in the tree yet, the oldest first.
    BreadthFirst,
    /// Only labels that nothing covers, those with the shared state at hand first.
    Zhao,
}

/// What to search for, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Stop as soon as all these properties are violated. Without them the whole set is computed.
    pub until_violated: Option<Vec<u32>>,
    /// How the tree is built. The answer does not depend on it.
    pub procedure: Procedure,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For each target of the system, by index, whether it can be covered. Those that are set are certain whatever
    /// the end; the others are only if the set is complete.
    pub covered: FixedBitSet,
    /// Why the search ended. A complete set has one region for each label, ordered by shared state.
    pub end: End,
    /// Figures.
    pub statistics: Statistics,
}

/// How much work it was: what the procedures are compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Labels put into the tree.
    pub nodes: usize,
    /// Those whose transitions were fired.
    pub expanded: usize,
    /// Labels in which entries became omega by comparison with an ancestor, whether they were put into the tree or not.
    pub accelerations: usize,
    /// Maximal labels; 0 unless the set is complete.
    pub maximal: usize,
    /// Memory in use at the end, in bytes.
    pub bytes: usize,
}

/// Computes the coverability set, or as much of it as the question needs. Refuses systems that are not plain.
///
/// The set may be as large as Ackermann's function of the number of local states, and the tree of 1969 is often far
/// larger than the set.
pub fn search(tts: &Tts, question: &Question, control: &dyn Control) -> Result<Answer, Reason> {
    let net = Net::new(tts)?;
    let mut tree = Tree::new(tts, question.until_violated.as_deref(), control);
    let end = build(&mut tree, &net, tts, question.procedure).unwrap_or_else(End::Stopped);
    let maximal = match &end {
        End::Complete(set) => set.maximal_markings(),
        End::Answered | End::Stopped(_) => 0,
    };
    let statistics = Statistics { maximal, ..tree.statistics() };
    Ok(Answer { covered: tree.into_covered(), end, statistics })
}

fn build(tree: &mut Tree<'_>, net: &Net, tts: &Tts, procedure: Procedure) -> Result<End, Stop> {
    let roots = label::roots(tts);
    let maximal = match procedure {
        Procedure::DepthFirst => classic::build(tree, net, roots, classic::Order::NewestFirst)?,
        Procedure::BreadthFirst => classic::build(tree, net, roots, classic::Order::OldestFirst)?,
        Procedure::Zhao => zhao::build(tree, net, roots)?,
    };
    Ok(maximal.map_or(End::Answered, |nodes| {
        End::Complete(CoverabilitySet { regions: nodes.iter().map(|&node| tree.label(node).to_region()).collect() })
    }))
}
