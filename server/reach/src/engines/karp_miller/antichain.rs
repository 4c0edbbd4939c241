//! The maximal markings of a tree.

use boolprog_base::control::Stop;
use fixedbitset::FixedBitSet;

use super::marking::OmegaMarking;
use super::tree::Tree;

/// Nodes of a tree, none of them below another.
pub(super) struct Antichain {
    nodes: Vec<Vec<usize>>,
    /// Nodes that were in it.
    superseded: FixedBitSet,
}

impl Antichain {
    pub(super) fn new(shared_states: usize) -> Self {
        Self { nodes: vec![Vec::new(); shared_states], superseded: FixedBitSet::new() }
    }

    /// Returns `true` if a marking is below one of them. Linear in their number; the newest are tried first.
    pub(super) fn covers(&self, tree: &mut Tree<'_>, marking: &OmegaMarking) -> Result<bool, Stop> {
        for &node in self.nodes[marking.shared as usize].iter().rev() {
            tree.tick()?;
            if marking.is_below(tree.marking(node)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds a node that is not covered, and takes out those below it.
    pub(super) fn insert(&mut self, tree: &mut Tree<'_>, node: usize) -> Result<(), Stop> {
        let nodes = &mut self.nodes[tree.marking(node).shared as usize];
        let mut kept = 0;
        for position in 0..nodes.len() {
            tree.tick()?;
            let other = nodes[position];
            if tree.marking(other).is_below(tree.marking(node)) {
                self.superseded.grow_and_insert(other);
            } else {
                nodes[kept] = other;
                kept += 1;
            }
        }
        nodes.truncate(kept);
        nodes.push(node);
        Ok(())
    }

    /// Returns `true` if something larger than this node was added after it.
    pub(super) fn has_superseded(&self, node: usize) -> bool {
        self.superseded.contains(node)
    }

    /// The nodes, by shared state.
    pub(super) fn into_nodes(self) -> Vec<usize> {
        self.nodes.concat()
    }
}
