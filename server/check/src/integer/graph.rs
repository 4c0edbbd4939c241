//! The abstract states of a small integer program as a graph, to be drawn: which steps all their states are known to
//! have, and the path of a counterexample.

use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, alpha};
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_base::words::listed;
use boolprog_certificate::integer::Abstraction;
use boolprog_certificate::integer::{AbstractState, AbstractStep};
use boolprog_integer::explicit::{Run, replay};
use boolprog_integer::{Environment, InstanceId, LocationId, Sort, State, System};
use boolprog_prover::Prover;
use boolprog_trace::document::Value;

use super::decide::doubt;
use super::plan::matching;
use super::{Model, Options};
use crate::report::Reason;

/// States and steps of one iteration of abstract matching with predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractGraph {
    /// The predicates, as the language writes them.
    pub predicates: Vec<String>,
    /// The abstract states, in the order in which they were found.
    pub nodes: Vec<Node>,
    /// The steps, by increasing source.
    pub edges: Vec<Edge>,
    /// The number of the iteration, from 1.
    pub iteration: u32,
    /// Conclusion of the iteration.
    pub conclusion: Conclusion,
}

/// Conclusion of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Nothing can be violated: every abstract state represents all its states, as the checker confirms.
    Exact,
    /// The properties of these titles are violated. The runs were executed again.
    Violated(String),
    /// It decides nothing, and why.
    Undecided(Reason),
}

/// An abstract state: locations, and the values of the predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The location of each instance.
    pub locations: Vec<String>,
    /// The value of each predicate; none where it is not looked at.
    pub values: Vec<Option<bool>>,
    /// One of its states: each variable with its value.
    pub example: Vec<(String, Value)>,
    /// `true` if the system can start there.
    pub initial: bool,
    /// `true` if that state violates a property, or the counterexample ends there.
    pub violated: bool,
}

/// A step that one of the states of its source has.
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

/// Searches with `alpha`, and returns its last iteration, or the one with this number. Costs as much as the search.
pub fn abstract_graph(
    model: &Model,
    options: &Options,
    iterations: Option<u32>,
    most: usize,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<AbstractGraph, NoGraph> {
    let asked: Vec<usize> =
        (0..model.system.properties.len()).filter(|index| options.asks_for(*index as u32)).collect();
    let system = model.system.with_properties(&asked);
    let mut matching = matching(options, true);
    matching.iterations = iterations.unwrap_or(matching.iterations);
    // The graph shows the path of one violation.
    matching.until_violated = true;
    let report = alpha::run(&system, &matching, Some(&mut *prover), control, &mut |_| {});
    let conclusion =
        conclude(&system, &report.outcome, &report.violations, prover, control).map_err(NoGraph::Unknown)?;
    let iteration = report.iterations.len() as u32;
    if iterations.is_some_and(|wanted| wanted > iteration) {
        return Err(NoGraph::NoIteration(iteration));
    }
    let missing = || NoGraph::Unknown(Reason::Internal("the search has no states".to_owned()));
    let abstraction = report.abstraction().ok_or_else(missing)?;
    if abstraction.states.len() > most {
        return Err(NoGraph::TooLarge(abstraction.states.len()));
    }
    let mut graph = AbstractGraph {
        predicates: abstraction.predicates.iter().map(|predicate| predicate.declaration(&system)).collect(),
        nodes: abstraction.states.iter().zip(&abstraction.examples).map(|of| node(&system, abstraction, of)).collect(),
        edges: abstraction.steps.iter().map(|step| edge(&system, *step)).collect(),
        iteration,
        conclusion,
    };
    if let [(_, run), ..] = report.violations.as_slice() {
        graph.number(abstraction, run);
    }
    Ok(graph)
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

impl AbstractGraph {
    /// Puts the numbers of the steps of a run to the edges that they are.
    fn number(&mut self, abstraction: &Abstraction, run: &Run) {
        let mut at = abstraction.number_of(&run.start);
        for (number, step) in (1..).zip(&run.steps) {
            let behind = abstraction.number_of(&step.state);
            if let (Some(source), Some(target)) = (at, behind) {
                let wanted = (source, step.transition, target);
                let is_it = |taken: &AbstractStep| (taken.source, taken.transition, taken.target) == wanted;
                if let Some(index) = abstraction.steps.iter().position(is_it) {
                    self.edges[index].steps.push(number);
                }
            }
            at = behind;
        }
        if let Some(end) = at {
            self.nodes[end as usize].violated = true;
        }
    }
}

fn node(system: &System, abstraction: &Abstraction, (state, example): (&AbstractState, &State)) -> Node {
    let instances = (0..).map(InstanceId).zip(&state.locations);
    let location = |(instance, location): (InstanceId, &u16)| system.location(instance, LocationId(*location));
    let values = abstraction.predicates.iter().enumerate().map(|(number, predicate)| {
        let is_there = predicate.owner.is_none_or(|(owner, at)| state.locations[usize::from(owner.0)] == at.0);
        is_there.then(|| state.values.contains(number))
    });
    let violates = |state: &State| {
        system.properties.iter().any(|property| property.error.evaluate(&Environment::of(state)) == Ok(true))
    };
    Node {
        locations: instances.map(|place| location(place).name.to_string()).collect(),
        values: values.collect(),
        example: named(system, example),
        initial: system.is_initial(example),
        violated: violates(example),
    }
}

fn named(system: &System, state: &State) -> Vec<(String, Value)> {
    let values = system.variables.iter().zip(&state.values);
    let value = |sort, value| if sort == Sort::Boolean { Value::Truth(value != 0) } else { Value::Number(value) };
    values.map(|(variable, at)| (variable.name.to_string(), value(variable.sort, *at))).collect()
}

fn edge(system: &System, step: AbstractStep) -> Edge {
    let transition = &system.transitions[step.transition as usize];
    Edge {
        from: step.source as usize,
        to: step.target as usize,
        instance: system.instance(transition.instance).name.to_string(),
        span: transition.span,
        must: step.must,
        steps: Vec::new(),
    }
}
