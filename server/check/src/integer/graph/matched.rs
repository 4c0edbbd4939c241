//! The graph of abstract matching over predicates: abstract states that concrete ones were found of.

use boolprog_abstraction::alpha;
use boolprog_base::control::Control;
use boolprog_certificate::integer::{AbstractState, AbstractStep, Abstraction};
use boolprog_integer::explicit::Run;
use boolprog_integer::{Environment, Formula, Sort, State, System};
use boolprog_prover::Prover;
use boolprog_trace::document::Value;

use super::super::iteration::facts as spelled;
use super::{AbstractGraph, Conclusion, Drawn, Edge, NoGraph, Node, conclude, edge, locations};
use crate::integer::Options;
use crate::integer::plan::matching;
use crate::report::Reason;

pub(super) fn graph(
    system: &System,
    options: &Options,
    drawn: Drawn,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<AbstractGraph, NoGraph> {
    let mut matching = matching(options, true);
    matching.iterations = drawn.iteration.unwrap_or(matching.iterations);
    // The graph shows the path of one violation.
    matching.until_violated = true;
    let report = alpha::run(system, &matching, Some(&mut *prover), control, &mut |_| {});
    let conclusion =
        conclude(system, &report.outcome, &report.violations, prover, control).map_err(NoGraph::Unknown)?;
    let missing = || NoGraph::Unknown(Reason::Internal("the search has no states".to_owned()));
    let abstraction = report.abstraction().ok_or_else(missing)?;
    let iteration = drawn.check(report.iterations.len(), abstraction.states.len())?;
    let is_open = matches!(conclusion, Conclusion::Undecided(_));
    let added = report.iterations.last().filter(|_| is_open).map(|last| &last.new_predicates).into_iter().flatten();
    let mut graph = AbstractGraph {
        nodes: abstraction.states.iter().zip(&abstraction.examples).map(|of| node(system, abstraction, of)).collect(),
        edges: abstraction.steps.iter().map(|step| drawn_step(system, *step)).collect(),
        iteration,
        conclusion,
        spurious: None,
        parting: None,
        added: added.map(|predicate| predicate.declaration(system)).collect(),
    };
    if let [(_, run), ..] = report.violations.as_slice() {
        number(&mut graph, abstraction, run);
    }
    Ok(graph)
}

fn drawn_step(system: &System, step: AbstractStep) -> Edge {
    edge(system, step.source, step.transition, step.target, step.must)
}

/// Puts the numbers of the steps of a run to the edges that they are.
fn number(graph: &mut AbstractGraph, abstraction: &Abstraction, run: &Run) {
    let mut at = abstraction.number_of(&run.start);
    for (number, step) in (1..).zip(&run.steps) {
        let after = abstraction.number_of(&step.state);
        if let (Some(source), Some(target)) = (at, after) {
            let wanted = (source, step.transition, target);
            let is_it = |taken: &AbstractStep| (taken.source, taken.transition, taken.target) == wanted;
            if let Some(index) = abstraction.steps.iter().position(is_it) {
                graph.edges[index].steps.push(number);
            }
        }
        at = after;
    }
    if let Some(end) = at {
        graph.nodes[end as usize].violated = true;
    }
}

fn node(system: &System, abstraction: &Abstraction, (state, example): (&AbstractState, &State)) -> Node {
    let facts = abstraction.predicates.iter().enumerate().filter_map(|(number, predicate)| {
        let is_there = predicate.owner.is_none_or(|(owner, at)| state.locations[usize::from(owner.0)] == at.0);
        let formula = predicate.formula.clone();
        is_there.then(|| if state.values.contains(number) { formula } else { Formula::opposite(formula) })
    });
    let violates = |state: &State| {
        system.properties.iter().any(|property| property.error.evaluate(&Environment::of(state)) == Ok(true))
    };
    Node {
        locations: locations(system, &state.locations),
        facts: spelled(system, &facts.collect::<Vec<_>>()),
        example: named(system, example),
        covered_by: None,
        initial: system.is_initial(example),
        violated: violates(example),
    }
}

fn named(system: &System, state: &State) -> Vec<(String, Value)> {
    let values = system.variables.iter().zip(&state.values);
    let value = |sort, value| if sort == Sort::Boolean { Value::Truth(value != 0) } else { Value::Number(value) };
    values.map(|(variable, at)| (variable.name.to_string(), value(variable.sort, *at))).collect()
}
