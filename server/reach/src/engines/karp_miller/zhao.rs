//! The coverability tree, optimised for concurrent programs, after Zhao ("Using the Karp-Miller Tree Construction to
//! Analyse Concurrent Finite-State Programs", 2009, Algorithm 3).
//!
//! Zhao's rules:
//!
//! - A marking below *any* marking of the tree is dropped, not only one that is equal to another.
//! - Only maximal markings are kept as the result, and only these are expanded: one that is superseded while waiting is
//!   not.
//! - Markings with the shared state at hand come first, so that one shared state is finished before the next.
//! - A new marking is compared only with its minimal ancestors, see [`Ancestors::Minimal`].
//!
//! A point of care: a superseded node stays in the tree, and so do its descendants. Removing them to keep the tree
//! minimal (Finkel 1993) is incomplete: a marking that was dropped because a descendant covers it would be lost
//! together with the descendant (Geeraerts, Raskin and Van Begin 2007; Reynier and Servais 2013 say which ones can go).
//! Superseded nodes also remain as ancestors: the steps from them were taken, whatever was found since.
//!
//! *Nothing is missing*: every inserted node stays below a node of the antichain, since a superseding node is strictly
//! larger. At the end each of these is expanded and its successors are covered, so the downward closure contains the
//! roots and is closed under steps. *Nothing is too much*: each omega is justified by steps that can be repeated. *It
//! ends*: no inserted marking is below an earlier one, so on an infinite branch there is an infinite strictly
//! increasing chain with one shared state (Dickson); from some point on no entry becomes omega any more, so the nodes
//! there are not accelerated, hence compared with each other, and the larger of two would have been.

use boolprog_base::control::Stop;

use super::antichain::Antichain;
use super::marking::OmegaMarking;
use super::tree::{Ancestors, Successor, Tree};
use crate::net::Net;

/// Builds the tree. Its maximal markings.
pub(super) fn build(
    tree: &mut Tree<'_>,
    net: &Net,
    roots: impl Iterator<Item = OmegaMarking>,
) -> Result<Vec<usize>, Stop> {
    let mut antichain = Antichain::new(net.shared_states);
    let mut waiting = Waiting::new(net.shared_states);
    for root in roots {
        insert(tree, &mut antichain, &mut waiting, Successor::root(root))?;
    }
    while let Some(node) = waiting.next() {
        tree.tick()?;
        if antichain.has_superseded(node) {
            continue;
        }
        for edge in tree.expand(net, node) {
            if let Some(successor) = tree.step(node, edge, Ancestors::Minimal)? {
                insert(tree, &mut antichain, &mut waiting, successor)?;
            }
            if antichain.has_superseded(node) {
                break;
            }
        }
    }
    Ok(antichain.into_nodes())
}

fn insert(
    tree: &mut Tree<'_>,
    antichain: &mut Antichain,
    waiting: &mut Waiting,
    successor: Successor,
) -> Result<(), Stop> {
    if antichain.covers(tree, &successor.marking)? {
        return Ok(());
    }
    let shared = successor.marking.shared;
    let node = tree.insert(successor);
    waiting.push(shared, node);
    antichain.insert(tree, node)
}

/// Nodes to be expanded: those with the shared state at hand first, and then as long as there are any those with the
/// shared state of the newest.
struct Waiting {
    at_hand: usize,
    nodes: Vec<Vec<usize>>,
    /// The shared state of each node that was ever pushed and not examined since.
    shared: Vec<usize>,
}

impl Waiting {
    fn new(shared_states: usize) -> Self {
        Self { at_hand: 0, nodes: vec![Vec::new(); shared_states], shared: Vec::new() }
    }

    fn push(&mut self, shared: u32, node: usize) {
        self.nodes[shared as usize].push(node);
        self.shared.push(shared as usize);
    }

    fn next(&mut self) -> Option<usize> {
        while self.nodes[self.at_hand].is_empty() {
            self.at_hand = self.shared.pop()?;
        }
        self.nodes[self.at_hand].pop()
    }
}
