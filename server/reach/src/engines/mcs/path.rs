//! The ancestors of the expanded node, and acceleration by comparison with them.

use super::bits;
use super::clusters::{ClusterId, Clusters};
use super::nodes::NodeId;
use super::tail::{TailId, Tails};

const NONE: u32 = u32::MAX;

/// A node that is being expanded, or an ancestor of it. The numbers are positions on the path.
struct Ancestor {
    id: NodeId,
    cluster: ClusterId,
    tail: TailId,
    tokens: u32,
    /// The least shared state of the cluster.
    shared: u32,
    /// The nearest ancestor with this least shared state.
    previous: u32,
    /// The nearest of these with another cluster or fewer tokens: in the same cluster only fewer tokens can be strictly
    /// less.
    fewer: u32,
    /// The nearest of these with another cluster: when a cluster cannot be compared, neither can the whole run of
    /// ancestors that share it.
    other_cluster: u32,
}

/// The path from the root to the node that is being expanded.
///
/// A smaller cluster has its least shared state within Sigma of the larger one. So only ancestors with such a least
/// shared state are examined.
pub(super) struct Path {
    list: Vec<Ancestor>,
    /// The last ancestor with each least shared state.
    last: Vec<u32>,
}

impl Path {
    pub(super) fn new(shared_states: usize) -> Self {
        Self { list: Vec::new(), last: vec![NONE; shared_states] }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Ancestor>() * self.list.capacity() + 4 * self.last.len()
    }

    /// Returns to the beginning: the next node has no ancestors.
    pub(super) fn clear(&mut self) {
        self.back_to(None);
    }

    fn back_to(&mut self, node: Option<NodeId>) {
        while let Some(end) = self.list.pop_if(|end| Some(end.id) != node) {
            self.last[end.shared as usize] = end.previous;
        }
    }

    /// Returns to the parent of a node, which must be on the path, and enters the node.
    pub(super) fn enter(
        &mut self,
        clusters: &Clusters,
        tails: &Tails,
        id: NodeId,
        cluster: ClusterId,
        tail: TailId,
        parent: Option<NodeId>,
    ) {
        self.back_to(parent);
        let (shared, tokens) = (clusters.shared(cluster)[0], tails.len(tail) as u32);
        let previous = self.last[shared as usize];
        let mut fewer = previous;
        let mut other_cluster = previous;
        if let Some(ancestor) = self.list.get(previous as usize)
            && ancestor.cluster == cluster
        {
            other_cluster = ancestor.other_cluster;
            while let Some(ancestor) = self.list.get(fewer as usize)
                && ancestor.cluster == cluster
                && ancestor.tokens >= tokens
            {
                fewer = ancestor.fewer;
            }
        }
        self.last[shared as usize] = self.list.len() as u32;
        self.list.push(Ancestor { id, cluster, tail, tokens, shared, previous, fewer, other_cluster });
    }

    /// The places where a tail has more tokens than an ancestor that it is at least as large as: the steps in between
    /// can be repeated. With repetition, in no order. Ancestors that become comparable by this are left for later.
    pub(super) fn justified(
        &self,
        clusters: &Clusters,
        tails: &Tails,
        cluster: ClusterId,
        tail: TailId,
        places: &mut Vec<u32>,
    ) {
        let tail = tails.get(tail);
        if tail.is_empty() {
            return;
        }
        let (omega, smaller) = (clusters.omega(cluster), clusters.smaller(cluster));
        for &shared in clusters.shared(cluster) {
            let mut next = self.last[shared as usize];
            while let Some(ancestor) = self.list.get(next as usize) {
                if ancestor.cluster == cluster && ancestor.tokens as usize >= tail.len() {
                    next = ancestor.fewer;
                } else if smaller.contains(ancestor.cluster.0 as usize) {
                    add_excess(tail, tails.get(ancestor.tail), omega, places);
                    next = ancestor.previous;
                } else {
                    next = ancestor.other_cluster;
                }
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
