//! One graph of several: a state belongs to a node if it belongs to a node with its locations in each of them.

use std::collections::BTreeMap;

use boolprog_certificate::integer::{Edge, Graph, Node};
use boolprog_integer::{Formula, Outgoing, System};
use rustc_hash::FxHashMap;

/// Locations of all instances.
type Locations = Box<[u16]>;

/// The graph of the states that are in all of the graphs: a node for each combination of locations. It is closed under the steps
/// under which each of them is closed. Takes time in the size of the graphs.
pub(super) fn composed(graphs: &[Graph], system: &System) -> Graph {
    let mut nodes: BTreeMap<Locations, Vec<Formula>> = BTreeMap::new();
    for (number, graph) in graphs.iter().enumerate() {
        let own = by_locations(graph);
        if number > 0 {
            nodes.retain(|locations, _| own.contains_key(locations));
        }
        for (locations, sets) in own {
            if number == 0 {
                nodes.insert(locations.clone(), Vec::new());
            }
            if let Some(facts) = nodes.get_mut(&locations) {
                facts.extend(union(sets));
            }
        }
    }
    assembled(nodes, system)
}

/// The facts of the nodes of a graph, by locations.
fn by_locations(graph: &Graph) -> BTreeMap<Locations, Vec<Vec<Formula>>> {
    let mut all: BTreeMap<Locations, Vec<Vec<Formula>>> = BTreeMap::new();
    for node in &graph.nodes {
        let facts = node.facts.iter().map(|fact| graph.facts[*fact as usize].clone()).collect();
        all.entry(node.locations.clone()).or_default().push(facts);
    }
    all
}

/// Facts about the states of some sets.
fn union(mut sets: Vec<Vec<Formula>>) -> Vec<Formula> {
    match sets.len() {
        1 => sets.swap_remove(0),
        _ if sets.iter().any(Vec::is_empty) => Vec::new(),
        _ => vec![Formula::Any(sets.into_iter().map(Formula::All).collect())],
    }
}

/// The graph with a node for each of these combinations of locations.
fn assembled(nodes: BTreeMap<Locations, Vec<Formula>>, system: &System) -> Graph {
    let outgoing = Outgoing::new(system);
    let numbers: FxHashMap<Locations, u32> = nodes.keys().cloned().zip(0..).collect();
    let mut graph = Graph::default();
    let mut known: FxHashMap<Formula, u32> = FxHashMap::default();
    for (locations, facts) in nodes {
        let source = graph.nodes.len() as u32;
        for transition in outgoing.from(&locations) {
            let step = &system.transitions[transition as usize];
            let mut after = locations.clone();
            after[usize::from(step.instance.0)] = step.to.0;
            graph.edges.extend(numbers.get(&after).map(|target| Edge { source, transition, target: *target }));
        }
        let mut facts: Vec<u32> = facts
            .into_iter()
            .map(|fact| {
                *known.entry(fact).or_insert_with_key(|fact| {
                    graph.facts.push(fact.clone());
                    graph.facts.len() as u32 - 1
                })
            })
            .collect();
        facts.sort_unstable();
        facts.dedup();
        graph.nodes.push(Node { locations, facts });
    }
    graph
}
