//! The coverability tree of Karp and Miller (1969), and the executable specification of the other procedures.
//!
//! By the definition a node ends its branch if an ancestor has the same marking ([`unmerged`]). The specification
//! ([`build`]) does not expand a marking again that occurs anywhere in the tree: the set of all markings still contains the
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

/// Builds the tree by the definition. Its maximal markings.
pub(super) fn unmerged(
    tree: &mut Tree<'_>,
    net: &Net,
    roots: impl Iterator<Item = OmegaMarking>,
) -> Result<Vec<usize>, Stop> {
    unfold(tree, net, roots, usize::MAX)?;
    maximal(tree, net)
}

/// Builds the tree by the definition, breadth-first. Returns `false` if it has more than `most` nodes, and is not complete.
pub(super) fn unfold(
    tree: &mut Tree<'_>,
    net: &Net,
    roots: impl Iterator<Item = OmegaMarking>,
    most: usize,
) -> Result<bool, Stop> {
    for root in roots {
        tree.tick()?;
        tree.insert(Successor::root(root));
    }
    let mut next = 0;
    while next < tree.len() && tree.len() <= most {
        if tree.same_ancestor(next).is_none() {
            for edge in tree.expand(net, next) {
                if let Some(successor) = tree.step(next, edge, Ancestors::All)? {
                    tree.insert(successor);
                }
            }
        }
        next += 1;
    }
    Ok(tree.len() <= most)
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
