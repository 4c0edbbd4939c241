//! The abstract reachability graph of a round of refinement by counterexamples, to be drawn.
//!
//! Its steps are an existential abstraction: some state of the source may take them. Those of the universal abstraction are
//! marked: every state of the source takes them (Clarke, Grumberg, Long, "Model checking and abstraction", 1994; Dams, Gerth,
//! Grumberg, "Abstract interpretation of reactive systems", 1997).

use boolprog_abstraction::cegar::{self, Domain, Explored, Round};
use boolprog_base::Span;
use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::{Edge as Proved, definedness};
use boolprog_integer::{Formula, InstanceId, LocationId, System};
use boolprog_prover::{Answer, Prover, Query};

use super::graph::{Conclusion, NoGraph, conclude};
use super::plan::refining;
use super::{Model, Options};
use crate::report::Reason;

/// Nodes and steps of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachabilityGraph {
    /// The nodes, in the order in which they were found.
    pub nodes: Vec<Node>,
    /// The steps between them.
    pub edges: Vec<Edge>,
    /// The number of the round, from 1.
    pub iteration: u32,
    /// Conclusion of the round.
    pub conclusion: Conclusion,
    /// The counterexample, if there is one that cannot be taken.
    pub spurious: Option<cegar::Spurious>,
    /// What the next round has in addition.
    pub added: Vec<String>,
}

/// A set of states: locations, and what holds in all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The location of each instance.
    pub locations: Vec<String>,
    /// What holds, as the language writes it.
    pub facts: Vec<String>,
    /// Index of the node that contains all of its states, if it is covered.
    pub covered_by: Option<usize>,
    /// `true` if the system can start there.
    pub initial: bool,
    /// `true` if the counterexample ends there.
    pub last: bool,
}

/// A step that some states of its source may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Index of the node before.
    pub from: usize,
    /// Index of the node after it.
    pub to: usize,
    /// Name of the acting instance.
    pub instance: String,
    /// The edge of the text.
    pub span: Span,
    /// `true` if every state of the source has a step to a state of the target, as the prover says; it is not asked about
    /// steps with choices of the environment.
    pub must: bool,
    /// Number of the step of the counterexample that it is, from 1.
    pub step: Option<u32>,
}

/// Searches with an engine that builds graphs, and returns the last round, or the one with this number. Costs as much as the
/// search.
pub fn reachability_graph(
    model: &Model,
    options: &Options,
    domain: Domain,
    (round, most): (Option<u32>, usize),
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<ReachabilityGraph, NoGraph> {
    let asked: Vec<usize> =
        (0..model.system.properties.len()).filter(|index| options.asks_for(*index as u32)).collect();
    let system = model.system.with_properties(&asked);
    let mut refining = refining(options, domain);
    refining.rounds = round.unwrap_or(refining.rounds);
    refining.until_violated = true;
    let report = cegar::run(&system, &refining, &mut *prover, control, &mut |_| {});
    let conclusion =
        conclude(&system, &report.outcome, &report.violations, prover, control).map_err(NoGraph::Unknown)?;
    let iteration = report.rounds.len() as u32;
    if round.is_some_and(|wanted| wanted > iteration) {
        return Err(NoGraph::NoIteration(iteration));
    }
    let Explored { nodes, edges, path } = &report.explored;
    if nodes.len() > most {
        return Err(NoGraph::TooLarge(nodes.len()));
    }
    let (spurious, added) = report.rounds.last().map_or((None, Vec::new()), |round: &Round| {
        (round.spurious.clone(), round.added.iter().map(|added| added.describe(&system)).collect())
    });
    let must = |edge: &_| must(&system, nodes, edge, prover, control);
    let must: Vec<bool> = edges.iter().map(must).collect::<Result<_, _>>().map_err(stopped)?;
    Ok(ReachabilityGraph {
        nodes: (0..).zip(nodes).map(|(number, of)| node(&system, of, path.last() == Some(&number))).collect(),
        edges: edges.iter().zip(must).map(|(of, must)| edge(&system, *of, must, path)).collect(),
        iteration,
        conclusion,
        spurious,
        added,
    })
}

fn node(system: &System, node: &cegar::ExploredNode, last: bool) -> Node {
    let instances = (0..).map(InstanceId).zip(&node.locations);
    let location = |(instance, location): (InstanceId, &u16)| system.location(instance, LocationId(*location));
    Node {
        locations: instances.map(|place| location(place).name.to_string()).collect(),
        facts: node.facts.iter().map(|fact| system.print_formula(fact).to_string()).collect(),
        covered_by: node.covered_by.map(|node| node as usize),
        initial: node.initial,
        last,
    }
}

fn stopped(stop: Stop) -> NoGraph {
    NoGraph::Unknown(Reason::Stopped(stop))
}

/// Whether all states of the source have a step to the target.
fn must(
    system: &System,
    nodes: &[cegar::ExploredNode],
    edge: &Proved,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<bool, Stop> {
    let transition = &system.transitions[edge.transition as usize];
    let (source, target) = (&nodes[edge.source as usize], &nodes[edge.target as usize]);
    let after = target.facts.iter().map(|fact| fact.substitute(&transition.update));
    let defined = definedness::transition(system, transition);
    let taken = Formula::All(transition.guard.iter().cloned().chain([defined]).chain(after).collect());
    let not_taken = Formula::negation(taken).fold(Some(&source.locations));
    if !transition.choices.is_empty() || not_taken == Formula::Constant(false) {
        return Ok(transition.choices.is_empty());
    }
    let conjuncts: Vec<&Formula> = source.facts.iter().chain([&not_taken]).collect();
    let query = Query { system, choices: &[], conjuncts: &conjuncts, model: false };
    Ok(prover.ask(&query, control)? == Answer::Unsatisfiable)
}

fn edge(system: &System, edge: Proved, must: bool, path: &[u32]) -> Edge {
    let transition = &system.transitions[edge.transition as usize];
    let step = path.windows(2).zip(1..).find(|(pair, _)| **pair == [edge.source, edge.target]);
    Edge {
        from: edge.source as usize,
        to: edge.target as usize,
        instance: system.instance(transition.instance).name.to_string(),
        span: transition.span,
        must,
        step: step.map(|(_, number)| number),
    }
}
