//! The nodes of the search tree, and acceleration by comparison with ancestors.

use super::bits;
use super::context::{ContextId, Contexts};
use super::tail::{Tail, excess, is_within};

/// Index of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// A context with a tail.
pub(super) struct Node {
    pub(super) context: ContextId,
    pub(super) tail: Tail,
    /// Something larger was found later.
    pub(super) superseded: bool,
    parent: Option<NodeId>,
    /// The nearest ancestor with another context or fewer tokens: in the same context only fewer tokens can be
    /// strictly less.
    fewer: Option<NodeId>,
    /// The nearest ancestor with another context: when a context cannot be compared, neither can the whole run of
    /// ancestors that share it.
    other_context: Option<NodeId>,
}

/// All nodes, in order of creation.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
    /// Heap memory of long tails.
    spilled: usize,
}

impl Nodes {
    pub(super) fn get(&self, NodeId(id): NodeId) -> &Node {
        &self.list[id as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Node>() * self.list.capacity() + self.spilled
    }

    pub(super) fn insert(&mut self, context: ContextId, tail: Tail, parent: Option<NodeId>) -> NodeId {
        let mut fewer = parent;
        while let Some(node) = fewer.map(|id| self.get(id))
            && node.context == context
            && node.tail.len() >= tail.len()
        {
            fewer = node.fewer;
        }
        let other_context = parent.and_then(|id| {
            let node = self.get(id);
            if node.context == context { node.other_context } else { Some(id) }
        });
        let id = NodeId(self.list.len() as u32);
        if tail.spilled() {
            self.spilled += 4 * tail.len();
        }
        self.list.push(Node { context, tail, superseded: false, parent, fewer, other_context });
        id
    }

    /// Adds to `omega` the places where this tail has more tokens than an ancestor that it is at least as large as:
    /// the steps in between can be repeated. `omega` is the omega set of the context at first. Whether there is any.
    pub(super) fn accelerate(
        &self,
        contexts: &Contexts,
        context: ContextId,
        tail: &Tail,
        parent: Option<NodeId>,
        omega: &mut [u64],
    ) -> bool {
        let mut grown = false;
        let mut next = parent;
        while let Some(id) = next {
            let node = self.get(id);
            if node.context == context && node.tail.len() >= tail.len() {
                next = node.fewer;
                continue;
            }
            if !contexts.is_smaller(node.context, context) {
                next = node.other_context;
                continue;
            }
            next = node.parent;
            let rest: Tail = node.tail.iter().copied().filter(|&place| !bits::contains(omega, place)).collect();
            if is_within(&rest, tail) {
                for place in excess(tail, &node.tail) {
                    grown |= bits::insert(omega, place);
                }
            }
        }
        grown
    }
}
