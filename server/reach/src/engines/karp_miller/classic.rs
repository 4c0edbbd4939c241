//! The coverability tree of Karp and Miller (1969): the executable specification of the other procedures.
//!
//! A marking that occurs elsewhere in the tree already is not expanded again: the set of all markings still contains the
//! roots and is closed under steps, and each omega is still justified by a cycle, so the downward closure is the same.
//! No marking is dropped because a larger one exists.

use std::collections::VecDeque;

use boolprog_base::control::Stop;
use rustc_hash::FxHashSet;

use super::antichain::Antichain;
use super::marking::OmegaMarking;
use super::tree::{Ancestors, Successor, Tree};
use crate::net::Net;

/// In which order markings are expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

/// Builds the tree. Its maximal markings.
pub(super) fn build(
    tree: &mut Tree<'_>,
    net: &Net,
    roots: impl Iterator<Item = OmegaMarking>,
    order: Order,
) -> Result<Vec<usize>, Stop> {
    let mut known = FxHashSet::default();
    let mut waiting = VecDeque::new();
    let mut insert = |tree: &mut Tree<'_>, waiting: &mut VecDeque<usize>, successor: Successor| {
        if known.insert(successor.marking.clone()) {
            waiting.push_back(tree.insert(successor));
        }
    };
    for root in roots {
        tree.tick()?;
        insert(tree, &mut waiting, Successor::root(root));
    }
    while let Some(node) = match order {
        Order::NewestFirst => waiting.pop_back(),
        Order::OldestFirst => waiting.pop_front(),
    } {
        for edge in tree.expand(net, node) {
            if let Some(successor) = tree.step(node, edge, Ancestors::All)? {
                insert(tree, &mut waiting, successor);
            }
        }
    }
    maximal(tree, net)
}

fn maximal(tree: &mut Tree<'_>, net: &Net) -> Result<Vec<usize>, Stop> {
    let mut antichain = Antichain::new(net.shared_states);
    for node in 0..tree.len() {
        let marking = tree.marking(node).clone();
        if !antichain.covers(tree, &marking)? {
            antichain.insert(tree, node)?;
        }
    }
    Ok(antichain.into_nodes())
}
