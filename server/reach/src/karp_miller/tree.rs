//! The coverability tree: labels, their parents, and acceleration by comparison with ancestors.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::tts::Tts;
use fixedbitset::FixedBitSet;

use super::Statistics;
use super::label::Label;
use super::targets::Targets;
use crate::net::{Edge, Net};
use crate::watch::Watch;

/// The nodes, numbered from 0 in order of insertion, and the count of the work.
pub(super) struct Tree<'c> {
    nodes: Vec<Node>,
    targets: Targets,
    watch: Watch<'c>,
    expanded: usize,
    accelerations: usize,
}

struct Node {
    label: Label,
    parent: Option<usize>,
    accelerated: bool,
    comparable: Option<usize>,
}

/// A label that may become a node.
pub(super) struct Successor {
    pub(super) label: Label,
    /// `None` for a root.
    parent: Option<usize>,
    /// Comparison with an ancestor has made entries omega.
    accelerated: bool,
    /// The nearest ancestor with the same shared state that is not accelerated.
    comparable: Option<usize>,
}

impl Successor {
    pub(super) fn root(label: Label) -> Self {
        Self { label, parent: None, accelerated: false, comparable: None }
    }
}

/// Which ancestors a label is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ancestors {
    /// All.
    All,
    /// Those that no ancestor of their own is below, which is as good: an accelerated label is above an ancestor that
    /// has the same shared state, and that one justifies the same omegas, because it is smaller.
    Minimal,
}

impl<'c> Tree<'c> {
    pub(super) fn new(tts: &Tts, until_violated: Option<&[u32]>, control: &'c dyn Control) -> Self {
        Self {
            nodes: Vec::new(),
            targets: Targets::new(tts, until_violated),
            watch: Watch::new(control),
            expanded: 0,
            accelerations: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn label(&self, index: usize) -> &Label {
        &self.nodes[index].label
    }

    /// Puts a label into the tree.
    pub(super) fn insert(&mut self, successor: Successor) -> usize {
        let Successor { label, parent, accelerated, comparable } = successor;
        self.targets.inspect(&label);
        self.nodes.push(Node { label, parent, accelerated, comparable });
        self.nodes.len() - 1
    }

    /// Whether every property that was asked for is violated.
    pub(super) fn is_answered(&self) -> bool {
        self.targets.is_answered()
    }

    /// The edges that may be possible in a node, which counts as expanded from now on.
    pub(super) fn expand<'n>(&mut self, net: &'n Net, node: usize) -> &'n [Edge] {
        self.expanded += 1;
        net.edges_of_shared(self.nodes[node].label.shared)
    }

    /// The label after an edge from a node, with the omegas that the node and its ancestors justify; `None` if the edge
    /// is not possible.
    pub(super) fn step(&mut self, node: usize, edge: &Edge, with: Ancestors) -> Result<Option<Successor>, Stop> {
        self.tick()?;
        let Some(mut label) = self.nodes[node].label.fire(edge) else { return Ok(None) };
        let mut accelerated = false;
        let mut comparable = None;
        let mut next = Some(node);
        while let Some(index) = next {
            self.tick()?;
            let ancestor = &self.nodes[index];
            let same = ancestor.label.shared == label.shared;
            if same && !(with == Ancestors::Minimal && ancestor.accelerated) {
                comparable = comparable.or(Some(index));
                accelerated |= label.accelerate(&ancestor.label);
            }
            next = if same && with == Ancestors::Minimal { ancestor.comparable } else { ancestor.parent };
        }
        self.accelerations += usize::from(accelerated);
        Ok(Some(Successor { label, parent: Some(node), accelerated, comparable }))
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
        })
    }

    /// Figures, without the number of maximal labels.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.nodes.len(),
            expanded: self.expanded,
            accelerations: self.accelerations,
            maximal: 0,
            bytes: bytes(&self.nodes),
        }
    }

    pub(super) fn into_covered(self) -> FixedBitSet {
        self.targets.into_covered()
    }
}

/// Memory of the nodes and of the indices into them.
fn bytes(nodes: &[Node]) -> usize {
    let label = nodes.first().map_or(0, |node| size_of_val(&*node.label.threads));
    nodes.len() * (2 * size_of::<Node>() + label)
}
