//! The nodes of the search tree.

use super::clusters::ClusterId;
use super::tail::TailId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub(super) u32);

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cluster: ClusterId,
    pub(super) tail: TailId,
    pub(super) parent: Option<NodeId>,
    /// The number of nodes when nothing larger was known; [`SUPERSEDED`] once something larger was found.
    since: u32,
}

/// A number that no node has.
const SUPERSEDED: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Nodes {
    list: Vec<Node>,
}

impl Nodes {
    pub(super) fn get(&self, NodeId(id): NodeId) -> &Node {
        &self.list[id as usize]
    }

    pub(super) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    pub(super) fn bytes(&self) -> usize {
        boolprog_base::memory::of_vec(&self.list)
    }

    pub(super) fn insert(&mut self, cluster: ClusterId, tail: TailId, parent: Option<NodeId>) -> NodeId {
        let id = NodeId(self.len());
        self.list.push(Node { cluster, tail, parent, since: id.0 + 1 });
        id
    }

    /// The number of nodes when nothing larger than this one was known; nothing if something is.
    pub(super) fn not_superseded_since(&self, NodeId(id): NodeId) -> Option<u32> {
        Some(self.list[id as usize].since).filter(|&since| since != SUPERSEDED)
    }

    /// Notes whether something larger is known by now.
    pub(super) fn set_superseded(&mut self, NodeId(id): NodeId, superseded: bool) {
        self.list[id as usize].since = if superseded { SUPERSEDED } else { self.len() };
    }
}
