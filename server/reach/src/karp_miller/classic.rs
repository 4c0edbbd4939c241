//! The coverability tree of Karp and Miller (1969): the executable specification of the other procedures.
//!
//! A label that occurs elsewhere in the tree already is not expanded again: the set of all labels still contains the
//! roots and is closed under steps, and each omega is still justified by a cycle, so the downward closure is the same.
//! No label is dropped because a larger one exists.

use std::collections::VecDeque;

use boolprog_base::control::Stop;
use rustc_hash::FxHashSet;

use super::antichain::Antichain;
use super::label::Label;
use super::tree::{Ancestors, Successor, Tree};
use crate::net::Net;

/// In which order labels are expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

/// Builds the tree. Its maximal labels, or `None` if all that was asked for was found before the end.
pub(super) fn build(
    tree: &mut Tree<'_>,
    net: &Net,
    roots: impl Iterator<Item = Label>,
    order: Order,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut known = FxHashSet::default();
    let mut waiting = VecDeque::new();
    let mut insert = |tree: &mut Tree<'_>, waiting: &mut VecDeque<usize>, successor: Successor| {
        if known.insert(successor.label.clone()) {
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
        if tree.is_answered() {
            return Ok(None);
        }
        for edge in tree.expand(net, node) {
            if let Some(successor) = tree.step(node, edge, Ancestors::All)? {
                insert(tree, &mut waiting, successor);
            }
        }
    }
    if tree.is_answered() { Ok(None) } else { maximal(tree, net).map(Some) }
}

fn maximal(tree: &mut Tree<'_>, net: &Net) -> Result<Vec<usize>, Stop> {
    let mut antichain = Antichain::new(net.shared_states);
    for node in 0..tree.len() {
        let label = tree.label(node).clone();
        if !antichain.covers(tree, &label)? {
            antichain.insert(tree, node)?;
        }
    }
    Ok(antichain.into_nodes())
}
