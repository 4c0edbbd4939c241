//! Refinement by counterexamples as a part of a check: verdicts, the plan, and the graphs of rounds.

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::Unobserved;
use boolprog_check::integer::graph::{Conclusion, NoGraph};
use boolprog_check::integer::reachability::{Edge, ReachabilityGraph, reachability_graph};
use boolprog_check::integer::{self, Counterexamples, Domain, Options};
use boolprog_check::report::{IterationEnd, Reason};
use boolprog_prover::{Answer, NoProver, Prover, Query};

use super::{TICKETS, model, told, z3};

/// Down from any start: `alpha` finds one predicate more in each iteration, and there is no end of states.
const DOWN: &str = "decl left: int = *; init left >= 0; process P { loc a; a -> a when left > 0 do left := left - 1; }
    invariant i: left >= 0;";

/// A value that is tested twice.
const TWICE: &str = "decl x: int = *; process P { loc a, b, c; a -> b when x != 1; b -> c when x == 1; b -> a; }
    error e: P @ c;";

#[test]
fn each_engine_answers_alone() {
    let Some(mut z3) = z3() else { return };
    for (engine, text, expected) in [
        (EngineId::Pred, DOWN, "invariant-i proved pred"),
        (EngineId::Prod, DOWN, "invariant-i proved prod"),
        (EngineId::Expl, TWICE, "error-e unknown [Stalled(2)]"),
        (EngineId::Prod, TWICE, "error-e proved prod"),
        (EngineId::Pred, &TWICE.replace("b when x != 1", "b"), "error-e violated pred 2"),
        (EngineId::Expl, &TWICE.replace("b when x != 1", "b"), "error-e violated expl 2"),
    ] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), [expected]);
        let last = report.statistics.iterations.last().expect("a round");
        assert!(last.covered.is_some() && last.options.starts_with(&format!("--engine {engine}")));
    }
}

#[test]
fn the_plan_ends_where_exact_abstraction_does_not() {
    let Some(mut z3) = z3() else { return };
    let options = Options { states: 100, ..Options::default() };
    let report = integer::check(&model(DOWN), &options, &mut z3, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["invariant-i proved prod"]);
}

#[test]
fn an_exact_value_is_proved_where_nothing_is_stated() {
    let Some(mut z3) = z3() else { return };
    let options = Options { engine: Some(EngineId::Pred), ..Options::default() };
    let text = "decl x: 0..9 = *; process P { loc a; a -> a when x < 9 do x := x + 1; }";
    let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["value-1 proved pred"]);
}

/// Says of everything that it is impossible, and has an honest twin.
struct Liar(Option<Box<dyn Prover>>);

impl Prover for Liar {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(Answer::Unsatisfiable)
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        self.0.as_ref().and_then(Prover::another)
    }
}

#[test]
fn a_proof_is_checked_by_another_process() {
    let Some(z3) = z3() else { return };
    let mut liar = Liar(Some(Box::new(z3)));
    for engine in [EngineId::Expl, EngineId::Pred, EngineId::Prod] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let report = integer::check(&model(TWICE), &options, &mut liar, &Unlimited, &mut Unobserved);
        assert!(told(&report)[0].starts_with("error-e unknown [Internal("), "{:?}", told(&report));
    }
}

fn graph(
    text: &str,
    (round, most): (Option<u32>, usize),
    prover: &mut dyn Prover,
) -> Result<ReachabilityGraph, NoGraph> {
    let options = Options::default();
    reachability_graph(&model(text), &options, Domain::Predicates, (round, most), prover, &Unlimited)
}

#[test]
fn a_graph_shows_the_spurious_counterexample_and_what_it_adds() {
    let Some(mut z3) = z3() else { return };
    let first = graph(TWICE, (Some(1), 20), &mut z3).expect("a graph");
    assert_eq!(first.conclusion, Conclusion::Undecided(Reason::Iterations(1)));
    assert_eq!(first.added, ["x == 1"]);
    let spurious = first.spurious.expect("it cannot be taken");
    assert_eq!((spurious.steps, spurious.step), (2, 2));
    assert_eq!(spurious.core.iter().map(|part| &*part.text).collect::<Vec<_>>(), ["x != 1", "x == 1"]);
    let path = first.edges.iter().filter_map(|edge| edge.step.map(|step| (step, edge.from, edge.to)));
    assert_eq!(path.collect::<Vec<_>>(), [(1, 0, 1), (2, 1, 2)]);
    assert!(first.nodes[2].last && first.nodes[0].initial);
    let second = graph(TWICE, (None, 20), &mut z3).expect("a graph");
    assert_eq!((&second.conclusion, second.iteration), (&Conclusion::Exact, 2));
    let covered: Vec<_> = second.nodes.iter().map(|node| (node.facts.join(", "), node.covered_by)).collect();
    assert_eq!(covered, [(String::new(), None), ("x != 1".to_owned(), None), ("x != 1".to_owned(), Some(0))]);
    assert_eq!((second.spurious, second.added), (None, Vec::new()));
}

/// Parity, sign and size as the file declares them, with all combinations: what the abstract states may do, and what they must.
#[test]
fn a_partition_of_the_values_is_an_existential_and_a_universal_abstraction() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int = *; process P { loc a; a -> a do x := x + 2; a -> a when x > 9 do x := 0 - x; }
        predicate x % 2 == 0; predicate x < 0; predicate x <= 9; error e: P @ a && x % 2 == 2;";
    let counterexamples = Counterexamples { boolean: true, ..Counterexamples::default() };
    let options = Options { counterexamples, ..Options::default() };
    let drawn = (None, 50);
    let drawn = reachability_graph(&model(text), &options, Domain::Predicates, drawn, &mut z3, &Unlimited);
    let graph = drawn.expect("a graph");
    assert_eq!(graph.conclusion, Conclusion::Exact);
    let parts: Vec<_> = graph.nodes.iter().filter(|node| node.initial).map(|node| node.facts.join(" && ")).collect();
    assert_eq!(parts.len(), 6, "two parities of three intervals: {parts:?}");
    let even = |node: usize| graph.nodes[node].facts.contains(&"x % 2 == 0".to_owned());
    assert!(graph.edges.iter().all(|edge| even(edge.from) == even(edge.to)), "no step changes the parity");
    let is_large = |node: usize| graph.nodes[node].facts.contains(&"x > 9".to_owned());
    let certain = |edge: &&Edge| edge.must;
    assert!(graph.edges.iter().filter(certain).all(|edge| is_large(edge.from)), "the others may stay or go on");
    assert_eq!(graph.edges.iter().filter(certain).count(), 4, "two steps of each parity");
}

#[test]
fn graphs_that_cannot_be_drawn_say_why() {
    let none = graph(TICKETS, (None, 20), &mut NoProver);
    assert_eq!(none, Err(NoGraph::Unknown(Reason::NoProver("no prover is used".to_owned()))));
    let Some(mut z3) = z3() else { return };
    assert_eq!(graph(TWICE, (Some(7), 20), &mut z3), Err(NoGraph::NoIteration(2)));
    assert_eq!(graph(TWICE, (None, 2), &mut z3), Err(NoGraph::TooLarge(3)));
    let violated = graph(&TWICE.replace("x != 1", "x >= 1"), (None, 20), &mut z3).expect("a graph");
    assert_eq!(violated.conclusion, Conclusion::Violated("error e".to_owned()));
}

#[test]
fn a_stalled_round_has_nothing_new() {
    let Some(mut z3) = z3() else { return };
    let options = Options { engine: Some(EngineId::Expl), ..Options::default() };
    let report = integer::check(&model(TWICE), &options, &mut z3, &Unlimited, &mut Unobserved);
    let ends: Vec<_> = report.statistics.iterations.iter().map(|iteration| iteration.end).collect();
    assert_eq!(ends, [IterationEnd::Refined, IterationEnd::Refined, IterationEnd::Undecided]);
}
