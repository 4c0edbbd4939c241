//! Abstract reachability graphs, as proofs.

use boolprog_integer::Formula;

use super::Cover;

/// Nodes that contain every reachable state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The formulas of nodes about their states.
    pub facts: Vec<Formula>,
    /// The nodes, closed under steps. A state may belong to several of them.
    pub nodes: Vec<Node>,
    /// The steps between them, by increasing source.
    pub edges: Vec<Edge>,
}

/// The states at these locations for which all of these facts hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The location of each instance.
    pub locations: Box<[u16]>,
    /// Indices in [`Graph::facts`].
    pub facts: Vec<u32>,
}

/// A step to a node that contains some of the states after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Index in [`Graph::nodes`].
    pub source: u32,
    /// Index in [`System::transitions`](boolprog_integer::System::transitions).
    pub transition: u32,
    /// Index in [`Graph::nodes`].
    pub target: u32,
}

impl Cover for Graph {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn locations(&self, set: usize) -> &[u16] {
        &self.nodes[set].locations
    }

    fn meaning(&self, set: usize) -> Formula {
        Formula::All(self.nodes[set].facts.iter().map(|fact| self.facts[*fact as usize].clone()).collect())
    }

    fn steps(&self) -> Vec<[u32; 3]> {
        self.edges.iter().map(|edge| [edge.source, edge.transition, edge.target]).collect()
    }
}
