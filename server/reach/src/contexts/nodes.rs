//! The nodes of the search tree, and acceleration by comparison with ancestors.

use super::bits;
use super::context::{ContextId, Contexts};
use super::tail::{TailId, Tails};

/// Index of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// A context with a tail.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) context: ContextId,
    pub(super) tail: TailId,
    /// The number of tokens.
    tokens: u32,
    /// How many nodes there were when nothing larger was known; [`SUPERSEDED`] once something larger was found.
    since: u32,
    parent: Option<NodeId>,
    /// The nearest ancestor with another context or fewer tokens: in the same context only fewer tokens can be
    /// strictly less.
    fewer: Option<NodeId>,
    /// The nearest ancestor with another context: when a context cannot be compared, neither can the whole run of
    /// ancestors that share it.
    other_context: Option<NodeId>,
}

/// No number of nodes.
const SUPERSEDED: u32 = u32::MAX;

/// All nodes, in order of creation.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
}

impl Nodes {
    pub(super) fn get(&self, NodeId(id): NodeId) -> &Node {
        &self.list[id as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Node>() * self.list.capacity()
    }

    /// How many nodes there were when nothing larger than this one was known; nothing if something is.
    pub(super) fn not_superseded_since(&self, NodeId(id): NodeId) -> Option<u32> {
        Some(self.list[id as usize].since).filter(|&since| since != SUPERSEDED)
    }

    /// Notes whether something larger is known by now.
    pub(super) fn set_superseded(&mut self, NodeId(id): NodeId, superseded: bool) {
        self.list[id as usize].since = if superseded { SUPERSEDED } else { self.list.len() as u32 };
    }

    pub(super) fn insert(&mut self, context: ContextId, tail: TailId, tokens: usize, parent: Option<NodeId>) -> NodeId {
        let tokens = tokens as u32;
        let mut fewer = parent;
        while let Some(node) = fewer.map(|id| self.get(id))
            && node.context == context
            && node.tokens >= tokens
        {
            fewer = node.fewer;
        }
        let other_context = parent.and_then(|id| {
            let node = self.get(id);
            if node.context == context { node.other_context } else { Some(id) }
        });
        let id = NodeId(self.list.len() as u32);
        self.list.push(Node { context, tail, tokens, since: id.0 + 1, parent, fewer, other_context });
        id
    }

    /// The places where a tail has more tokens than an ancestor that it is at least as large as: the steps in between
    /// can be repeated. With repetition, in no order. Ancestors that become comparable by this are left for later.
    pub(super) fn justified(
        &self,
        contexts: &Contexts,
        tails: &Tails,
        context: ContextId,
        tail: TailId,
        parent: Option<NodeId>,
        places: &mut Vec<u32>,
    ) {
        let tail = tails.get(tail);
        if tail.is_empty() {
            return;
        }
        let (omega, smaller) = (contexts.omega(context), contexts.smaller(context));
        let mut next = parent;
        while let Some(id) = next {
            let node = self.get(id);
            if node.context == context && node.tokens as usize >= tail.len() {
                next = node.fewer;
            } else if smaller.contains(node.context.0 as usize) {
                add_excess(tail, tails.get(node.tail), omega, places);
                next = node.parent;
            } else {
                next = node.other_context;
            }
        }
    }
}

/// Adds the places of which `large` has more tokens than `small`, if it has at least as many of each place that is not
/// omega. `large` has none on omega places.
fn add_excess(large: &[u32], small: &[u32], omega: &[u64], places: &mut Vec<u32>) {
    let before = places.len();
    let mut rest = large;
    for &place in small.iter().filter(|&&place| !bits::contains(omega, place)) {
        let Some(at) = rest.iter().position(|&other| other >= place).filter(|&at| rest[at] == place) else {
            places.truncate(before);
            return;
        };
        places.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
    }
    places.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_excess_counts_repetitions() {
        let excess = |large: &[u32], small: &[u32]| {
            let mut places = vec![9];
            add_excess(large, small, &[1 << 7], &mut places);
            places
        };
        assert_eq!(excess(&[1, 1, 2, 4], &[1, 4]), [9, 1, 2]);
        assert_eq!(excess(&[1, 2], &[2, 7]), [9, 1]);
        assert_eq!(excess(&[1, 2, 4], &[1, 3]), [9]);
    }
}
