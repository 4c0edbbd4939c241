//! An abstraction of a small integer program as a graph, to be drawn: sets of states, the steps between them, and the path of
//! a counterexample.
//!
//! The steps are an existential abstraction: some state of the source has them. Those of the universal abstraction are marked:
//! every state of the source has them (Clarke, Grumberg, Long, "Model checking and abstraction", 1994; Dams, Gerth, Grumberg,
//! "Abstract interpretation of reactive systems", 1997).

mod matched;
mod refined;

use boolprog_abstraction::Outcome;
use boolprog_abstraction::cegar::Spurious;
use boolprog_abstraction::outcome::Proof;
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_base::words::listed;
use boolprog_integer::explicit::{Run, replay};
use boolprog_integer::{InstanceId, LocationId, System};
use boolprog_prover::Prover;
use boolprog_trace::document::Value;

use super::ledger::doubt;
use super::{Model, Options};
use crate::report::{Parting, Reason};

/// The engines whose abstractions can be drawn.
pub const DRAWN: [EngineId; 5] = [EngineId::Alpha, EngineId::Expl, EngineId::Pred, EngineId::Prod, EngineId::Local];

/// Sets of states and steps of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractGraph {
    /// The sets of states, in the order in which they were found.
    pub nodes: Vec<Node>,
    /// The steps between them.
    pub edges: Vec<Edge>,
    /// The number of the iteration, from 1.
    pub iteration: u32,
    /// Conclusion of the iteration.
    pub conclusion: Conclusion,
    /// The counterexample, if there is one that cannot be taken.
    pub spurious: Option<Spurious>,
    /// A dead end and a bad state of it, if they were separated.
    pub parting: Option<Parting>,
    /// Additions of the next iteration.
    pub added: Vec<String>,
}

/// Conclusion of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Nothing can be violated, as the checker confirms.
    Exact,
    /// The properties of these titles are violated. The runs were executed again.
    Violated(String),
    /// It decides nothing, and why.
    Undecided(Reason),
}

/// A set of states: locations, and what holds in all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The location of each instance.
    pub locations: Vec<String>,
    /// The formula that holds, as the language writes it.
    pub facts: Vec<String>,
    /// One of its states, if one is known: each variable with its value.
    pub example: Vec<(String, Value)>,
    /// Index of the node that contains all of its states, if it is covered.
    pub covered_by: Option<usize>,
    /// `true` if the system can start there.
    pub initial: bool,
    /// `true` if its example violates a property, or the counterexample ends there.
    pub violated: bool,
}

/// A step that some states of its source may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Index of the node before.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Name of the acting instance.
    pub instance: String,
    /// The edge of the text.
    pub span: Span,
    /// `true` if all states of the source were shown to have it.
    pub must: bool,
    /// The steps of the counterexample that it is, from 1.
    pub steps: Vec<u32>,
}

/// Why there is no graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGraph {
    /// The number of nodes that it would have.
    TooLarge(usize),
    /// The search ends earlier: the number of its iterations.
    NoIteration(u32),
    /// The search ended early, and why.
    Unknown(Reason),
}

/// The part of a search that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The number of the iteration, from 1; the last one if none.
    pub iteration: Option<u32>,
    /// The most nodes.
    pub most: usize,
}

/// Searches with the engine of the options, one of [`DRAWN`], or else with [`EngineId::Alpha`], and returns one of its
/// iterations. Costs as much as the search up to this iteration.
pub fn abstract_graph(
    model: &Model,
    options: &Options,
    drawn: Drawn,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<AbstractGraph, NoGraph> {
    let asked: Vec<usize> =
        (0..model.system.properties.len()).filter(|index| options.asks_for(*index as u32)).collect();
    let system = model.system.with_properties(&asked);
    match options.engine.and_then(super::plan::domain) {
        Some(domain) => refined::graph(&system, options, domain, drawn, prover, control),
        None => matched::graph(&system, options, drawn, prover, control),
    }
}

impl Drawn {
    /// Fails if the search has ended before the iteration, or its graph is too large.
    fn check(self, iterations: usize, nodes: usize) -> Result<u32, NoGraph> {
        let last = iterations as u32;
        if self.iteration.is_some_and(|wanted| wanted > last) {
            return Err(NoGraph::NoIteration(last));
        }
        if nodes > self.most { Err(NoGraph::TooLarge(nodes)) } else { Ok(last) }
    }
}

/// The conclusion of a search. Nothing is trusted: a proof is checked, a run is executed again. Fails with the reason
/// if the search ended early.
pub(super) fn conclude(
    system: &System,
    outcome: &Outcome,
    violations: &[(u32, Run)],
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Conclusion, Reason> {
    Ok(match outcome {
        Outcome::Proved(proof @ (Proof::Exact(_) | Proof::Closed(_))) => {
            doubt(system, proof, prover, control).map_or(Conclusion::Exact, Conclusion::Undecided)
        }
        Outcome::Proved(Proof::States(_) | Proof::Searched) => Conclusion::Exact,
        Outcome::Violated => violated(system, violations)?,
        Outcome::Undefined(_) => Conclusion::Undecided(Reason::NoValue),
        Outcome::Unknown(reason) => match reason.clone() {
            reason @ (Reason::Stopped(_) | Reason::NoProver(_)) => return Err(reason),
            reason => Conclusion::Undecided(reason),
        },
    })
}

fn violated(system: &System, violations: &[(u32, Run)]) -> Result<Conclusion, Reason> {
    for (property, run) in violations {
        replay(system, run, *property as usize).map_err(|why| Reason::Internal(why.to_string()))?;
    }
    let titles: Vec<_> = violations.iter().map(|(property, _)| system.properties[*property as usize].title()).collect();
    Ok(Conclusion::Violated(listed(&titles)))
}

/// The names of the locations of all instances.
fn locations(system: &System, locations: &[u16]) -> Vec<String> {
    let instances = (0..).map(InstanceId).zip(locations);
    instances.map(|(instance, at)| system.location(instance, LocationId(*at)).name.to_string()).collect()
}

/// A step, without its numbers in the counterexample.
fn edge(system: &System, from: u32, transition: u32, to: u32, must: bool) -> Edge {
    let transition = &system.transitions[transition as usize];
    Edge {
        from: from as usize,
        to: to as usize,
        instance: system.instance(transition.instance).name.to_string(),
        span: transition.span,
        must,
        steps: Vec::new(),
    }
}
