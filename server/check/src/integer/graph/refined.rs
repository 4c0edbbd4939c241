//! The abstract reachability graph of a round of refinement by counterexamples.

use boolprog_abstraction::cegar::{self, Domain, Explored, ExploredNode};
use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::{Edge as Step, definedness};
use boolprog_integer::{Formula, System};
use boolprog_prover::{Answer, Prover, Query};

use super::super::iteration::facts as spelled;
use super::{AbstractGraph, Drawn, Edge, NoGraph, Node, conclude, edge, locations};
use crate::integer::Options;
use crate::integer::iteration::parting;
use crate::integer::plan::refining;
use crate::report::Reason;

pub(super) fn graph(
    system: &System,
    options: &Options,
    domain: Domain,
    drawn: Drawn,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<AbstractGraph, NoGraph> {
    let mut refining = refining(options, domain);
    refining.rounds = drawn.iteration.unwrap_or(refining.rounds);
    (refining.until_violated, refining.shown) = (true, true);
    let report = cegar::run(system, &refining, &mut *prover, control, &mut |_| {});
    let conclusion =
        conclude(system, &report.outcome, &report.violations, prover, control).map_err(NoGraph::Unknown)?;
    let Explored { nodes, edges, path } = &report.explored;
    let iteration = drawn.check(report.rounds.len(), nodes.len())?;
    let last = report.rounds.last();
    let step = |step: &Step| {
        let must = must(system, nodes, step, prover, control)?;
        Ok(drawn_step(system, *step, must, path))
    };
    let edges: Result<_, Stop> = edges.iter().map(step).collect();
    Ok(AbstractGraph {
        nodes: (0..).zip(nodes).map(|(number, of)| node(system, of, path.last() == Some(&number))).collect(),
        edges: edges.map_err(|stop| NoGraph::Unknown(Reason::Stopped(stop)))?,
        iteration,
        conclusion,
        spurious: last.and_then(|round| round.spurious.clone()),
        parting: last.and_then(|round| round.spurious.as_ref()?.parting.as_ref()).map(|it| parting(system, it)),
        added: last.into_iter().flat_map(|round| &round.added).map(|added| added.describe(system)).collect(),
    })
}

fn node(system: &System, node: &ExploredNode, violated: bool) -> Node {
    Node {
        locations: locations(system, &node.locations),
        facts: spelled(system, &node.facts),
        example: Vec::new(),
        covered_by: node.covered_by.map(|node| node as usize),
        initial: node.initial,
        violated,
    }
}

fn drawn_step(system: &System, step: Step, must: bool, path: &[u32]) -> Edge {
    let numbers = path.windows(2).zip(1..).filter(|(pair, _)| **pair == [step.source, step.target]);
    Edge {
        steps: numbers.map(|(_, number)| number).collect(),
        ..edge(system, step.source, step.transition, step.target, must)
    }
}

/// `true` if all states of the source have a step to the target, as the prover says; it is not asked about steps with choices of
/// the environment.
fn must(
    system: &System,
    nodes: &[ExploredNode],
    step: &Step,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<bool, Stop> {
    let transition = &system.transitions[step.transition as usize];
    let (source, target) = (&nodes[step.source as usize], &nodes[step.target as usize]);
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
