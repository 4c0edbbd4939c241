//! Lazy abstraction: predicates by node.
//!
//! A spurious counterexample lacks some predicates in some states of its path. The first state that lacks one is built again,
//! with what comes after it: from the node before it on, these predicates and those that later states need are facts. The
//! other nodes stay as they are.

use std::rc::Rc;

use boolprog_integer::Formula;

use super::Added;
use super::precision::{Precision, add_atoms};
use super::search::Unfinished;
use crate::condition::Atoms;

/// Adds what the states of a path lack; nothing is added if no state lacks anything.
pub(super) fn refine(
    graph: &mut Unfinished,
    precision: &mut Precision,
    atoms: &mut Atoms,
    path: &[u32],
    lacking: &[Vec<Formula>],
) -> Vec<Added> {
    for first in 0..path.len().min(lacking.len()) {
        let before = first.checked_sub(1).map(|before| path[before]);
        let known = before.map_or(&precision.predicates, |before| &graph.tree.node(before).predicates);
        let mut predicates = Rc::clone(known);
        let own = Rc::make_mut(&mut predicates);
        let mut add = |formulas: &[Formula]| -> Vec<Added> {
            formulas.iter().flat_map(|formula| add_atoms(own, atoms, formula, None)).collect()
        };
        let mut added = add(&lacking[first]);
        if added.is_empty() {
            continue;
        }
        added.extend(lacking[first + 1..].iter().flat_map(|later| add(later)));
        if let Some(before) = before {
            graph.go_back(before, Some(predicates));
        } else {
            precision.predicates = predicates;
            *graph = Unfinished::default();
        }
        return added;
    }
    Vec::new()
}
