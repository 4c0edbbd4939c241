//! Serialisation of an abstract reachability graph, with its facts in the language of the program.

use boolprog_base::control::Control;
use boolprog_integer::System;
use boolprog_integer::model::predicates;
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::Invalid;
use super::integer::{IntegerSubject, checked};
use crate::integer::{Edge, Graph, Node};

/// Nodes that contain every reachable state, and the properties that they prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GraphDocument {
    /// The engine that found it.
    pub engine: String,
    /// Ids of the properties that it proves together.
    pub properties: Vec<String>,
    /// The formulas of nodes about their states, as the language writes formulas outside of processes.
    pub facts: Vec<String>,
    /// The nodes: the location of each instance, and the indices of the facts that hold.
    pub nodes: Vec<(Box<[u16]>, Vec<u32>)>,
    /// The steps, by increasing source: source, transition, target.
    pub steps: Vec<[u32; 3]>,
}

impl GraphDocument {
    /// Writes a graph that proves all properties of this system. Linear.
    pub fn of(system: &System, engine: &str, graph: &Graph) -> Self {
        Self {
            engine: engine.to_owned(),
            properties: system.question_ids(),
            facts: graph.facts.iter().map(|fact| system.print_formula(fact).to_string()).collect(),
            nodes: graph.nodes.iter().map(|node| (node.locations.clone(), node.facts.clone())).collect(),
            steps: graph.edges.iter().map(|edge| [edge.source, edge.transition, edge.target]).collect(),
        }
    }

    /// Reads it again; whether it proves anything is another question. `None` if it has no meaning in the program.
    pub fn read(&self, subject: &IntegerSubject<'_>) -> Option<Graph> {
        let read = predicates(subject.file, &subject.instantiation, &self.facts)?;
        let is_global = read.len() == self.facts.len() && read.iter().all(|fact| fact.owner.is_none());
        let facts: Vec<_> = is_global.then(|| read.into_iter().map(|fact| fact.formula).collect())?;
        let instances = subject.system.instances.len();
        let node = |(locations, holding): &(Box<[u16]>, Vec<u32>)| {
            let fits = locations.len() == instances && holding.iter().all(|fact| (*fact as usize) < facts.len());
            fits.then(|| Node { locations: locations.clone(), facts: holding.clone() })
        };
        let nodes = self.nodes.iter().map(node).collect::<Option<Vec<_>>>()?;
        let edge = |&[source, transition, target]: &[u32; 3]| {
            let fits = (target as usize) < nodes.len();
            fits.then_some(Edge { source, transition, target })
        };
        let edges = self.steps.iter().map(edge).collect::<Option<_>>()?;
        Some(Graph { facts, nodes, edges })
    }

    /// Checks it; returns the ids of the proved properties.
    pub(super) fn check(
        &self,
        subject: &IntegerSubject<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let graph = self.read(subject).ok_or(Invalid::UnknownState)?;
        checked(subject, &graph, &self.properties, prover, control)
    }
}
