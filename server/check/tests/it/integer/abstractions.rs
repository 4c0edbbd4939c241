//! Results of abstract matching: graphs and predicates.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_check::Unobserved;
use boolprog_check::integer::graph::{AbstractGraph, Conclusion, Drawn, NoGraph, abstract_graph};
use boolprog_check::integer::predicates::{Known, Origin, predicates};
use boolprog_check::integer::{self, Options};
use boolprog_check::report::Reason;
use boolprog_prover::{NoProver, Prover};

use super::{Ear, TICKETS, model, z3};

fn graph(text: &str, iteration: Option<u32>, prover: &mut dyn Prover) -> Result<AbstractGraph, NoGraph> {
    abstract_graph(&model(text), &Options::default(), Drawn { iteration, most: 20 }, prover, &Unlimited)
}

#[test]
fn an_exact_abstraction_has_certain_steps_only() {
    let Some(mut z3) = z3() else { return };
    let exact = graph(TICKETS, None, &mut z3).expect("a graph");
    assert_eq!((exact.conclusion, exact.iteration), (Conclusion::Exact, 4));
    assert_eq!((exact.nodes.len(), exact.edges.len()), (9, 14));
    assert!(exact.edges.iter().all(|edge| edge.must));
    assert_eq!(exact.nodes.iter().filter(|node| node.initial).count(), 1);
    let first = graph(TICKETS, Some(1), &mut z3).expect("a graph");
    assert_eq!(first.conclusion, Conclusion::Undecided(Reason::Iterations(1)));
    let report = integer::check(
        &model(TICKETS),
        &Options { engine: Some(EngineId::Alpha), ..Options::default() },
        &mut z3,
        &Unlimited,
        &mut Unobserved,
    );
    let must = |graph: &AbstractGraph| graph.edges.iter().filter(|edge| edge.must).count() as u64;
    let counts = report.statistics.iterations.iter().map(|iteration| (iteration.must_steps, iteration.may_steps));
    let counts: Vec<_> = counts.collect();
    assert_eq!((counts[0], counts[3]), ((must(&first), 14 - must(&first)), (14, 0)));
}

#[test]
fn the_counterexample_is_a_path_through_the_abstraction() {
    let Some(mut z3) = z3() else { return };
    let text = TICKETS.replace("called + 1", "called + 2");
    let graph = graph(&text, None, &mut z3).expect("a graph");
    assert_eq!(graph.conclusion, Conclusion::Violated("error together".to_owned()));
    let mut way: Vec<_> =
        graph.edges.iter().flat_map(|edge| edge.steps.iter().map(move |step| (*step, edge.from, edge.to))).collect();
    way.sort_unstable();
    assert!(way.iter().zip(1..).all(|((step, ..), number)| *step == number), "{way:?}");
    assert!(way.windows(2).all(|pair| pair[0].2 == pair[1].1), "{way:?}");
    assert!(graph.nodes[way[0].1].initial);
    assert!(graph.nodes[way.last().expect("a step").2].violated);
}

#[test]
fn graphs_that_cannot_be_drawn_say_why() {
    let unavailable = NoGraph::Unknown(Reason::NoProver("no prover is used".to_owned()));
    assert_eq!(graph(TICKETS, None, &mut NoProver), Err(unavailable));
    let large =
        "decl x: 0..50; process P { loc a; a -> a when x < 50 do x := x + 1; } predicate x > 7; error e: x > 50;";
    let Some(mut z3) = z3() else { return };
    let drawn =
        abstract_graph(&model(large), &Options::default(), Drawn { iteration: None, most: 3 }, &mut z3, &Unlimited);
    assert!(matches!(drawn, Err(NoGraph::TooLarge(4..))), "{drawn:?}");
}

/// `x <= 0: iteration 1, 1 edges; splits []`, `x <= 1: 1 guards; splits ["b", "a"]`.
fn described(known: &Known) -> String {
    let origin = match &known.origin {
        Origin::Guards(edges) => format!("{} guards", edges.len()),
        Origin::Declared(_) => "declared".to_owned(),
        Origin::Found { iteration, edges } => format!("iteration {iteration}, {} edges", edges.len()),
    };
    format!("{}: {origin}; splits {:?}", known.declaration, known.splits)
}

#[test]
fn predicates_have_an_origin_and_the_states_that_they_distinguish() {
    let text = "decl x: int; process P { loc a, b; a -> b when x < 2 do x := x + 1; b -> a; } \
                predicate x > 0 at P @ a; invariant i: x <= 2;";
    let model = model(text);
    let unproved = predicates(&model, &Options::default(), &mut NoProver, &Unlimited, &mut Unobserved);
    assert_eq!(unproved.conclusion, Err(Reason::NoProver("no prover is used".to_owned())));
    let told: Vec<String> = unproved.list.iter().map(described).collect();
    assert_eq!(told, ["x <= 1: 1 guards; splits []", "x > 0 at P @ a: declared; splits []"]);

    let Some(mut z3) = z3() else { return };
    let mut ear = Ear::default();
    let found = predicates(&model, &Options::default(), &mut z3, &Unlimited, &mut ear);
    assert_eq!(ear.0.len(), found.iterations as usize);
    assert!(ear.0[0].starts_with("1: "), "{:?}", ear.0);
    assert_eq!(found.conclusion, Ok(Conclusion::Exact));
    let told: Vec<String> = found.list.iter().map(described).collect();
    assert_eq!(
        told,
        [
            r#"x <= 1: 1 guards; splits ["b", "a"]"#,
            r#"x > 0 at P @ a: declared; splits ["a"]"#,
            r#"x > 0: iteration 1, 1 edges; splits ["a"]"#,
            "x <= -1: iteration 2, 1 edges; splits []",
            "x <= 2: iteration 3, 0 edges; splits []",
        ]
    );
    assert_eq!(found.gaps[0].declaration, "x > 0 at P @ b");
}
