//! `km-tree`, `km-dfs`, `km-bfs`, `km-zhao`: the coverability tree, marking by marking. The reference procedures for
//! [`mcs`](super::mcs).
//!
//! An ω-marking is a shared state and a vector over the local states with entries in the naturals and omega ("any
//! number of threads"). From each marking every enabled transition fires; if the result is larger than an ancestor with
//! the same shared state, the steps in between can be repeated, so the entries that grew become omega. Sound for plain
//! systems only, where additional threads never disable a step.
//!
//! - [`Procedure::Unmerged`]: the tree of Karp and Miller (1969), to the letter. A node ends its branch only if one of its
//!   ancestors has the same marking.
//! - [`Procedure::DepthFirst`], [`Procedure::BreadthFirst`]: the same without a second node for a marking, wherever the
//!   first one is; the executable specification. No marking is ever dropped because a larger one exists.
//! - [`Procedure::Zhao`]: the tree pruned to maximal markings, after Zhao (2009).
//!
//! All end with the same set, because a minimal coverability set is unique; they differ in the work.

mod antichain;
mod classic;
mod marking;
mod tree;
mod zhao;

use boolprog_base::control::Control;
use boolprog_base::engine::{Engine, Outcome, Task, Undecided};
use boolprog_certificate::sets::Ideal;
use boolprog_explore::tts::Tts;

use crate::coverability::{self, CoverabilitySet, Found};
use crate::net::Net;
use crate::threads::{Subject, Threads};
use tree::Tree;

/// Construction of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Procedure {
    /// Every marking that no ancestor has, the oldest first.
    Unmerged,
    /// Every marking that is not in the tree yet, the newest first.
    DepthFirst,
    /// Every marking that is not in the tree yet, the oldest first.
    BreadthFirst,
    /// Only markings that nothing covers, those with the shared state at hand first.
    Zhao,
}

/// Computes the coverability set, with one ideal for each marking, ordered by shared state. Refuses systems that are not
/// plain.
///
/// The set may be as large as Ackermann's function of the number of local states, and the tree of 1969 is often far
/// larger than the set.
pub fn search(tts: &Tts, procedure: Procedure, control: &dyn Control) -> Result<Found, Undecided> {
    let net = Net::new(tts)?;
    let mut tree = Tree::new(control);
    let roots = marking::roots(tts);
    let maximal = match procedure {
        Procedure::Unmerged => classic::unmerged(&mut tree, &net, roots),
        Procedure::DepthFirst => classic::build(&mut tree, &net, roots, classic::Order::NewestFirst),
        Procedure::BreadthFirst => classic::build(&mut tree, &net, roots, classic::Order::OldestFirst),
        Procedure::Zhao => zhao::build(&mut tree, &net, roots),
    };
    let ideals = maximal?.iter().map(|&node| tree.marking(node).to_ideal()).collect();
    Ok(Found { set: CoverabilitySet { ideals }, statistics: tree.statistics() })
}

/// A node of the tree of 1969.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The marking, as the one below which all its configurations are.
    pub marking: Ideal,
    /// The node before the step that leads here, by its index; none of a root.
    pub parent: Option<usize>,
    /// The ancestor with the same marking, if there is one: then this node ends its branch.
    pub repeats: Option<usize>,
}

/// The nodes of the tree of 1969, in the order of their construction, which is breadth-first. `None` if there are more than
/// `most`. Refuses systems that are not plain.
pub fn nodes(tts: &Tts, most: usize, control: &dyn Control) -> Result<Option<Vec<TreeNode>>, Undecided> {
    let net = Net::new(tts)?;
    let mut tree = Tree::new(control);
    if !classic::unfold(&mut tree, &net, marking::roots(tts), most)? {
        return Ok(None);
    }
    let node = |node| TreeNode {
        marking: tree.marking(node).to_ideal(),
        parent: tree.parent(node),
        repeats: tree.same_ancestor(node),
    };
    Ok(Some((0..tree.len()).map(node).collect()))
}

/// The engines `km-tree`, `km-dfs`, `km-bfs` and `km-zhao`.
#[derive(Clone, Copy, Debug)]
pub struct KarpMiller(pub Procedure);

impl<'s> Engine<&'s Subject<'s>> for KarpMiller {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        coverability::outcome(search(subject.tts, self.0, task.control), subject.tts, task.properties)
    }
}
