//! The abstract reachability graph of a round: a tree of nodes, some of them covered by others.

use std::rc::Rc;

use boolprog_certificate::integer::{Edge, Graph, Node as Proved};
use boolprog_integer::{Formula, System};
use rustc_hash::FxHashMap;

use super::facts::Facts;
use crate::condition::Atoms;
use crate::predicates::Predicates;

/// A set of states.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) locations: Box<[u16]>,
    pub(super) facts: Facts,
    /// The node before it, and the transition between them; none at the start.
    pub(super) parent: Option<(u32, u32)>,
    /// A node that contains all of its states, and is not covered itself.
    pub(super) covered_by: Option<u32>,
    /// The predicates whose values are facts after it.
    pub(super) predicates: Rc<Predicates>,
    /// `true` if it was cut off.
    pub(super) is_removed: bool,
}

impl Node {
    /// `true` if it is to be expanded.
    pub(super) const fn is_open(&self) -> bool {
        self.covered_by.is_none() && !self.is_removed
    }
}

/// Nodes in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The nodes that are not covered, by their locations.
    expanded: FxHashMap<Box<[u16]>, Vec<u32>>,
    facts: usize,
}

impl Tree {
    /// Adds a node. It is covered if all of its states belong to another that is not.
    pub(super) fn add(
        &mut self,
        locations: Box<[u16]>,
        facts: Facts,
        parent: Option<(u32, u32)>,
        predicates: Rc<Predicates>,
    ) -> u32 {
        let number = self.nodes.len() as u32;
        self.facts += facts.values.len() + facts.literals.len();
        self.nodes.push(Node { locations, facts, parent, covered_by: None, predicates, is_removed: false });
        self.settle(number);
        number
    }

    /// Covers a node by another if there is one.
    fn settle(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        let known = self.expanded.entry(node.locations.clone()).or_default();
        let covers = |other: &u32| node.facts.is_within(&self.nodes[*other as usize].facts);
        let covered_by = known.iter().copied().find(covers);
        if covered_by.is_none() {
            known.push(number);
        }
        self.nodes[number as usize].covered_by = covered_by;
    }

    /// Cuts off what comes after a node. Returns the nodes that were covered by what is cut off and are not covered now.
    pub(super) fn cut(&mut self, root: u32) -> Vec<u32> {
        for number in root as usize + 1..self.nodes.len() {
            let before = self.nodes[number].parent.map(|(before, _)| before);
            let is_below = before.is_some_and(|before| before == root || self.nodes[before as usize].is_removed);
            self.nodes[number].is_removed |= is_below;
        }
        let nodes = &self.nodes;
        self.expanded.values_mut().for_each(|known| known.retain(|node| !nodes[*node as usize].is_removed));
        let is_bare = |node: &Node| {
            !node.is_removed && node.covered_by.is_some_and(|other| self.nodes[other as usize].is_removed)
        };
        let bare: Vec<u32> = (0..).zip(&self.nodes).filter(|(_, node)| is_bare(node)).map(|(it, _)| it).collect();
        for node in &bare {
            self.settle(*node);
        }
        bare.into_iter().filter(|node| self.node(*node).is_open()).collect()
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The nodes on the path to a node, from the start, the node included.
    pub(super) fn path(&self, node: u32) -> Vec<u32> {
        let mut path = vec![node];
        let mut at = node;
        while let Some((before, _)) = self.node(at).parent {
            path.push(before);
            at = before;
        }
        path.reverse();
        path
    }

    /// The transitions between the nodes of a path.
    pub(super) fn transitions(&self, path: &[u32]) -> Vec<u32> {
        path.iter().filter_map(|node| self.node(*node).parent.map(|(_, transition)| transition)).collect()
    }

    /// The number of covered nodes.
    pub(super) fn covered(&self) -> usize {
        self.nodes.iter().filter(|node| node.covered_by.is_some() && !node.is_removed).count()
    }

    /// The number of nodes that are left.
    pub(super) fn left(&self) -> usize {
        self.nodes.iter().filter(|node| !node.is_removed).count()
    }

    /// The memory that it takes, roughly, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() * 2 + self.facts * 40
    }

    /// The graph as a proof: the nodes that are not covered, with a step to a covered one leading to the other.
    pub(super) fn proof(&self, system: &System, atoms: &Atoms) -> Graph {
        let mut graph = Graph::default();
        let mut known: FxHashMap<Formula, u32> = FxHashMap::default();
        let mut numbers = vec![0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.is_open()) {
            numbers[number] = graph.nodes.len() as u32;
            let fact = |formula: Formula| {
                *known.entry(formula).or_insert_with_key(|formula| {
                    graph.facts.push(formula.clone());
                    graph.facts.len() as u32 - 1
                })
            };
            let facts = node.facts.formulas(system, atoms).into_iter().map(fact).collect();
            graph.nodes.push(Proved { locations: node.locations.clone(), facts });
        }
        for (node, number) in self.nodes.iter().zip(0..) {
            if let Some((source, transition)) = node.parent.filter(|_| !node.is_removed) {
                let target = numbers[node.covered_by.unwrap_or(number) as usize];
                graph.edges.push(Edge { source: numbers[source as usize], transition, target });
            }
        }
        graph.edges.sort_by_key(|edge| edge.source);
        graph
    }
}
