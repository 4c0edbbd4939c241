//! The coverability tree: markings, their parents, and acceleration by comparison with ancestors.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::Statistics;

use super::marking::OmegaMarking;
use crate::net::{Edge, Net};
use crate::watch::Watch;

/// The nodes, numbered from 0 in order of insertion, and the count of the work.
pub(super) struct Tree<'c> {
    nodes: Vec<Node>,
    watch: Watch<'c>,
    expanded: usize,
    accelerations: usize,
}

struct Node {
    marking: OmegaMarking,
    parent: Option<usize>,
    accelerated: bool,
    comparable: Option<usize>,
}

/// A marking that may become a node.
pub(super) struct Successor {
    pub(super) marking: OmegaMarking,
    parent: Option<usize>,
    /// Comparison with an ancestor has made entries omega.
    accelerated: bool,
    /// The nearest ancestor with the same shared state that is not accelerated.
    comparable: Option<usize>,
}

impl Successor {
    pub(super) fn root(marking: OmegaMarking) -> Self {
        Self { marking, parent: None, accelerated: false, comparable: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ancestors {
    All,
    /// Minimal ancestors, which suffice: an accelerated marking is above an ancestor that has the same shared state,
    /// and that one justifies the same omegas, because it is smaller.
    Minimal,
}

impl<'c> Tree<'c> {
    pub(super) fn new(control: &'c dyn Control) -> Self {
        Self { nodes: Vec::new(), watch: Watch::new(control), expanded: 0, accelerations: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn marking(&self, index: usize) -> &OmegaMarking {
        &self.nodes[index].marking
    }

    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        self.nodes[index].parent
    }

    /// The nearest ancestor of a node that has the same marking. Linear in the depth of the node.
    pub(super) fn same_ancestor(&self, index: usize) -> Option<usize> {
        let marking = self.marking(index);
        std::iter::successors(self.parent(index), |&ancestor| self.parent(ancestor))
            .find(|&ancestor| self.marking(ancestor) == marking)
    }

    pub(super) fn insert(&mut self, successor: Successor) -> usize {
        let Successor { marking, parent, accelerated, comparable } = successor;
        self.nodes.push(Node { marking, parent, accelerated, comparable });
        self.nodes.len() - 1
    }

    /// The edges that may be possible in a node, which counts as expanded from now on.
    pub(super) fn expand<'n>(&mut self, net: &'n Net, node: usize) -> &'n [Edge] {
        self.expanded += 1;
        net.edges_of_shared(self.nodes[node].marking.shared)
    }

    /// The marking after an edge from a node, with the omegas that the node and its ancestors justify; `None` if the edge
    /// is not possible.
    pub(super) fn step(&mut self, node: usize, edge: &Edge, with: Ancestors) -> Result<Option<Successor>, Stop> {
        self.tick()?;
        let Some(mut marking) = self.nodes[node].marking.fire(edge) else { return Ok(None) };
        let mut accelerated = false;
        let mut comparable = None;
        let mut next = Some(node);
        while let Some(index) = next {
            self.tick()?;
            let ancestor = &self.nodes[index];
            let same = ancestor.marking.shared == marking.shared;
            if same && !(with == Ancestors::Minimal && ancestor.accelerated) {
                comparable = comparable.or(Some(index));
                accelerated |= marking.accelerate(&ancestor.marking);
            }
            next = if same && with == Ancestors::Minimal { ancestor.comparable } else { ancestor.parent };
        }
        self.accelerations += usize::from(accelerated);
        Ok(Some(Successor { marking, parent: Some(node), accelerated, comparable }))
    }

    /// A few microseconds of work were done.
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        let Self { nodes, watch, expanded, .. } = self;
        watch.tick(|| Progress {
            phase: "Karp-Miller tree",
            states: nodes.len() as u64,
            frontier: (nodes.len() - *expanded) as u64,
            threads: 0,
            bytes: bytes(nodes),
            ..Progress::default()
        })
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.nodes.len(),
            expanded: self.expanded,
            accelerations: self.accelerations,
            bytes: bytes(&self.nodes),
            ..Statistics::default()
        }
    }
}

/// Memory of the nodes and of the indices into them.
fn bytes(nodes: &[Node]) -> usize {
    let marking = nodes.first().map_or(0, |node| size_of_val(&*node.marking.threads));
    nodes.len() * (2 * size_of::<Node>() + marking)
}
