//! Refinement by counterexamples as a part of a check: verdicts, the plan, and the graphs of rounds.

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::Separation;
use boolprog_check::Unobserved;
use boolprog_check::integer::graph::{AbstractGraph, Conclusion, Drawn, Edge, NoGraph, abstract_graph};
use boolprog_check::integer::{self, Counterexamples, Model, Options, Refiner};
use boolprog_check::report::{IterationEnd, Reason};
use boolprog_integer::Instantiation;
use boolprog_integer::partition::Partition;
use boolprog_integer::syntax::parse;
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
        (EngineId::Expl, TWICE, "error-e proved expl"),
        (EngineId::Prod, TWICE, "error-e proved prod"),
        (EngineId::Pred, &TWICE.replace("b when x != 1", "b"), "error-e violated pred 2"),
        (EngineId::Expl, &TWICE.replace("b when x != 1", "b"), "error-e violated expl 2"),
        (EngineId::Local, DOWN, "invariant-i proved local"),
        (EngineId::Local, TWICE, "error-e proved local"),
        (EngineId::Local, &TWICE.replace("b when x != 1", "b"), "error-e violated local 2"),
    ] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), [expected]);
        let last = report.statistics.iterations.last().expect("a round");
        assert!(last.covered.is_some() && last.options.starts_with(&format!("--engine {engine}")));
    }
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
    for engine in [EngineId::Expl, EngineId::Pred, EngineId::Prod, EngineId::Local] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let report = integer::check(&model(TWICE), &options, &mut liar, &Unlimited, &mut Unobserved);
        assert!(told(&report)[0].starts_with("error-e unknown [Internal("), "{:?}", told(&report));
    }
}

fn graph(
    text: &str,
    (iteration, most): (Option<u32>, usize),
    prover: &mut dyn Prover,
) -> Result<AbstractGraph, NoGraph> {
    let options = Options { engine: Some(EngineId::Pred), ..Options::default() };
    abstract_graph(&model(text), &options, Drawn { iteration, most }, prover, &Unlimited)
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
    let path = first.edges.iter().flat_map(|edge| edge.steps.iter().map(|step| (*step, edge.from, edge.to)));
    assert_eq!(path.collect::<Vec<_>>(), [(1, 0, 1), (2, 1, 2)]);
    assert!(first.nodes[2].violated && first.nodes[0].initial);
    let second = graph(TWICE, (None, 20), &mut z3).expect("a graph");
    assert_eq!((&second.conclusion, second.iteration), (&Conclusion::Exact, 2));
    let covered: Vec<_> = second.nodes.iter().map(|node| (node.facts.join(", "), node.covered_by)).collect();
    assert_eq!(covered, [(String::new(), None), ("x != 1".to_owned(), None), ("x != 1".to_owned(), Some(0))]);
    assert_eq!((second.spurious, second.added), (None, Vec::new()));
}

/// The last round with all combinations of predicates for these partitions.
fn partitioned(text: &str, partitions: &[&str], prover: &mut dyn Prover) -> AbstractGraph {
    let partitions = partitions.iter().map(|text| text.parse().expect("a partition")).collect();
    let model = model(text).with_partitions(partitions).expect("variables of the program");
    let counterexamples = Counterexamples { boolean: true, ..Counterexamples::default() };
    let options = Options { engine: Some(EngineId::Pred), counterexamples, ..Options::default() };
    let drawn = Drawn { iteration: None, most: 50 };
    abstract_graph(&model, &options, drawn, prover, &Unlimited).expect("a graph")
}

/// Parity, sign and size with all combinations: what the abstract states may do, and what they must.
#[test]
fn a_partition_of_the_values_is_an_existential_and_a_universal_abstraction() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int = *; process P { loc a; a -> a do x := x + 2; a -> a when x > 9 do x := 0 - x; }
        error e: P @ a && x % 2 == 2;";
    let graph = partitioned(text, &["x=parity", "x=..-1|0..9|10.."], &mut z3);
    assert_eq!((&graph.conclusion, graph.iteration), (&Conclusion::Exact, 1));
    let parts: Vec<_> = graph.nodes.iter().filter(|node| node.initial).map(|node| node.facts.join(" && ")).collect();
    assert_eq!(parts.len(), 6, "two parities of three intervals: {parts:?}");
    let even = |node: usize| graph.nodes[node].facts.contains(&"x % 2 == 0".to_owned());
    assert!(graph.edges.iter().all(|edge| even(edge.from) == even(edge.to)), "no step changes the parity");
    let is_large = |node: usize| graph.nodes[node].facts.contains(&"x > 9".to_owned());
    let certain = |edge: &&Edge| edge.must;
    assert!(graph.edges.iter().filter(certain).all(|edge| is_large(edge.from)), "the others may stay or go on");
    assert_eq!(graph.edges.iter().filter(certain).count(), 4, "two steps of each parity");
}

/// A variable of any number of instances is visible in each number of them.
#[test]
fn parts_are_distinguished_for_each_number_of_instances() {
    let parsed = parse("process P[*] { decl y: 0..2; loc a; a -> a do y := 1; } error e: count(P @ a) >= 9;");
    let instantiation = Instantiation { representatives: true, ..Instantiation::default() };
    let any = Model::new("model.ip", "".into(), parsed.file.into(), instantiation).expect("no errors");
    let any = any.with_partitions(vec![Partition::of_each_value("P.y")]).expect("a variable of the program");
    for number in [1, 3] {
        let model = any.with_instances(number).expect("instances");
        assert_eq!(model.system.predicates.len(), 2 * usize::from(number));
    }
}

/// The lecture's abstraction by parity: half of an even number may be either, three times an odd number and one must be even.
#[test]
fn half_of_an_even_number_may_be_even_or_odd() {
    let Some(mut z3) = z3() else { return };
    let text = "decl n: int = *; process P { loc a, b; a -> a when n % 2 == 0 do n := n / 2; a -> b when n % 2 == 1;
        b -> a do n := 3 * n + 1; } error e: P @ b && n % 2 == 0;";
    let graph = partitioned(text, &["n=parity"], &mut z3);
    assert_eq!((&graph.conclusion, graph.iteration), (&Conclusion::Exact, 1));
    let named = |node: usize| format!("{} {}", graph.nodes[node].locations[0], graph.nodes[node].facts[0]);
    let mut steps: Vec<_> = graph.edges.iter().map(|edge| (named(edge.from), named(edge.to), edge.must)).collect();
    steps.sort();
    let expected = [
        ("a n % 2 != 0", "b n % 2 != 0", true),
        ("a n % 2 == 0", "a n % 2 != 0", false),
        ("a n % 2 == 0", "a n % 2 == 0", false),
        ("b n % 2 != 0", "a n % 2 == 0", true),
    ];
    assert_eq!(steps, expected.map(|(from, to, must)| (from.to_owned(), to.to_owned(), must)));
}

/// Positive, zero and negative numbers: what a sign is after a step depends on signs alone.
#[test]
fn signs_are_enough_for_what_depends_on_signs() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int, y: int = *; init y > 0; process P { loc a, b; a -> b when x == 0 do x := y * 1;
        b -> a do x := 0; } invariant i: x >= 0;";
    let graph = partitioned(text, &["x=sign", "y=sign"], &mut z3);
    assert_eq!((&graph.conclusion, graph.iteration), (&Conclusion::Exact, 1));
    assert!(graph.edges.iter().all(|edge| edge.must), "each sign has one sign after it");
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

/// First more values, then a predicate.
#[test]
fn values_that_are_not_enough_are_no_end() {
    let Some(mut z3) = z3() else { return };
    let options = Options { engine: Some(EngineId::Expl), ..Options::default() };
    let report = integer::check(&model(TWICE), &options, &mut z3, &Unlimited, &mut Unobserved);
    let rounds = &report.statistics.iterations;
    let new: Vec<_> = rounds.iter().map(|round| round.new_predicates.join(", ")).collect();
    assert_eq!(new, ["value of x", "up to 64 values", "x == 1", ""]);
    assert_eq!(rounds[3].end, IterationEnd::Exact);
}

/// Nine variables with few values, two of which the property needs, and one with too many.
const NINE: &str = "decl turn: 0..3, door: bool, a: 0..7, b: 0..7, c: 0..7, d: bool, e: bool, f: 0..7, level: int;
    process P { loc idle, open;
        idle -> open when turn == 2 do door := true, a := b;
        open -> idle do door := false, turn := 0, c := a;
        idle -> idle when turn < 2 do turn := turn + 1, d := !e, f := (f + c) % 8;
        idle -> idle when !door do level := level + 1, b := (b + 1) % 8;
    }
    error unlocked: door && turn != 2;";

#[test]
fn localization_needs_few_variables() {
    let Some(mut z3) = z3() else { return };
    for separation in [Separation::Conflict, Separation::Integer, Separation::Tree] {
        let counterexamples = Counterexamples { refiner: Some(Refiner::Separation(separation)), ..Default::default() };
        let options = Options { engine: Some(EngineId::Local), counterexamples, ..Options::default() };
        let report = integer::check(&model(NINE), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), ["error-unlocked proved local"]);
        let visible = report.properties[0].visible.as_ref().expect("variables");
        assert_eq!((&*visible.names, visible.of), (&["turn".to_owned(), "door".to_owned()][..], 9), "{separation:?}");
    }
    let broken = NINE.replace("turn == 2 do", "turn >= 1 do");
    let options = Options { engine: Some(EngineId::Local), ..Options::default() };
    let report = integer::check(&model(&broken), &options, &mut z3, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["error-unlocked violated local 2"]);
}

/// Only the first round looks at nothing but the property; the next ones see what separates dead ends from bad states.
#[test]
fn what_separates_dead_ends_from_bad_states_becomes_visible() {
    let Some(mut z3) = z3() else { return };
    let text = "decl key: 0..3, other: 0..3, level: int;
        process P { loc a, b, c;
            a -> b do key := 1, other := 2;
            b -> c when key == 3 && level > 5 && other == 2;
            a -> a do level := level - 1;
        }
        error e: P @ c;";
    for (separation, expected) in [
        (Separation::Conflict, &["value of key"][..]),
        (Separation::Integer, &["value of key"]),
        (Separation::Tree, &["value of key"]),
    ] {
        let counterexamples = Counterexamples { refiner: Some(Refiner::Separation(separation)), ..Default::default() };
        let options = Options { engine: Some(EngineId::Local), counterexamples, ..Options::default() };
        let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), ["error-e proved local"]);
        let added: Vec<_> = report.statistics.iterations.iter().flat_map(|round| &round.new_predicates).collect();
        assert_eq!(added, expected, "{separation:?}");
        let parting = report.statistics.iterations[0].parting.as_ref().expect("a dead end and a bad state");
        assert!(parting.dead_end.contains(&"key == 1".to_owned()), "{parting:?}");
        assert!(parting.bad_state.contains(&"key == 3".to_owned()), "{parting:?}");
    }
}

/// A lock beside twenty flags that both instances change: a million states for each of the lock's.
fn flags() -> String {
    let names: Vec<String> = (0..20).map(|number| format!("f{number}")).collect();
    let toggles: Vec<String> = names.iter().map(|flag| format!("out -> out do {flag} := !{flag};")).collect();
    format!(
        "decl lock: bool, in: 0..2, {}: bool; process P[2] {{ loc out, inside; {}
            out -> inside when !lock do lock := true, in := in + 1; inside -> out do lock := false, in := in - 1; }}
        error both: in > 1;",
        names.join(": bool, "),
        toggles.concat()
    )
}

#[test]
fn many_variables_of_which_few_matter_are_no_states() {
    let Some(mut z3) = z3() else { return };
    let model = model(&flags());
    let report = integer::check(&model, &Options::default(), &mut z3, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["error-both proved local"]);
    let visible = report.properties[0].visible.as_ref().expect("variables");
    assert_eq!((visible.names.len(), visible.of), (2, 22));
}
