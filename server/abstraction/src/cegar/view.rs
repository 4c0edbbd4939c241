//! The graph of a round, to be shown.

use boolprog_certificate::integer::Edge;
use boolprog_integer::{Formula, System};

use super::tree::Tree;
use crate::condition::Atoms;

/// An abstract reachability graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The nodes, in the order in which they were found.
    pub nodes: Vec<ExploredNode>,
    /// The steps between them. All but the starts have one that leads to them.
    pub edges: Vec<Edge>,
    /// The nodes of the counterexample, from the start; empty if there is none.
    pub path: Vec<u32>,
}

/// A set of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredNode {
    /// The location of each instance.
    pub locations: Box<[u16]>,
    /// Facts of all its states.
    pub facts: Vec<Formula>,
    /// The node that contains all of its states, if it is covered.
    pub covered_by: Option<u32>,
    /// `true` if the system starts there.
    pub initial: bool,
}

impl Explored {
    pub(super) fn of(tree: &Tree, path: Vec<u32>, system: &System, atoms: &Atoms) -> Self {
        let left: Vec<u32> = (0..).zip(&tree.nodes).filter(|(_, node)| !node.is_removed).map(|(it, _)| it).collect();
        let number = |node: u32| left.binary_search(&node).unwrap_or_default() as u32;
        let node = |node: &u32| {
            let node = tree.node(*node);
            ExploredNode {
                locations: node.locations.clone(),
                facts: node.facts.formulas(system, atoms),
                covered_by: node.covered_by.map(number),
                initial: node.parent.is_none(),
            }
        };
        let edge = |target: &u32| {
            let (source, transition) = tree.node(*target).parent?;
            Some(Edge { source: number(source), transition, target: number(*target) })
        };
        Self {
            nodes: left.iter().map(node).collect(),
            edges: left.iter().filter_map(edge).collect(),
            path: path.into_iter().map(number).collect(),
        }
    }
}
