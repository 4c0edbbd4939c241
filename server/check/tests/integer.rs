//! The check of integer programs: which engine answers, with which evidence.

use std::sync::Arc;
use std::time::Duration;

use boolprog_check::integer::graph::{AbstractGraph, Conclusion, NoGraph, abstract_graph};
use boolprog_check::integer::predicates::{Known, Origin, predicates};
use boolprog_check::integer::{
    self, Engine, Iteration, Kind, Model, Observer, Options, PropertyReport, Reason, Report, Strategy, Unobserved,
    Verdict,
};
use boolprog_explore::control::{Control, Progress, Stop, Unlimited};
use boolprog_integer::Instantiation;
use boolprog_integer::syntax::parse;
use boolprog_prover::{Answer, Nobody, Prover, Query, SmtLib, Unknown};
use boolprog_trace::document::TraceDocument;
use boolprog_trace::retrace::Retraced;

/// Everybody takes a number and waits until it is called; numbers grow without end.
const TICKETS: &str = "
decl next: int, called: int;
process Client[2] {
  decl mine: int;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := next + 1;
  waiting -> inside when mine <= called;
  inside -> away do called := called + 1;
}
error together: count(Client @ inside) == 2;
";

fn model(text: &str) -> Model {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), Instantiation::default()).expect("no errors")
}

fn with(text: &str, options: Options) -> Report {
    integer::check(&model(text), &options, &mut Nobody, &Unlimited, &mut Unobserved)
}

fn check(text: &str) -> Report {
    with(text, Options::default())
}

/// Z3, if it is on the search path; otherwise the test says so and passes.
fn z3() -> Option<SmtLib> {
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let query = Query { system: &boolprog_integer::System::default(), choices: &[], conjuncts: &[], model: false };
    if matches!(z3.ask(&query, &Unlimited), Ok(Answer::Unknown(Unknown::Unavailable(_)))) {
        println!("skipped: there is no z3 on the search path");
        return None;
    }
    Some(z3)
}

/// `error-e violated explicit 3`, `invariant-i proved explicit`, `error-e unknown States(5)`.
fn told(report: &Report) -> Vec<String> {
    let line = |property: &PropertyReport| match &property.verdict {
        Verdict::Violated(violation) => {
            let trace = violation.trace();
            assert_eq!(trace.walk(|_, _| {}), Ok(()));
            assert_eq!(
                (trace.property.id.as_str(), trace.property.kind.as_str()),
                (&*property.id, property.kind.name())
            );
            format!("{} violated {} {}", property.id, violation.engine(), trace.steps.len())
        }
        Verdict::Proved(proof) => {
            assert!(proof.certified());
            format!("{} proved {}", property.id, proof.engine())
        }
        Verdict::Unknown(reasons) => format!("{} unknown {reasons:?}", property.id),
    };
    report.properties.iter().map(line).collect()
}

#[test]
fn few_states_are_all_looked_at() {
    let text =
        "decl x: 0..9; process P { loc a; a -> a when x < 9 do x := x + 1; } error e: x == 5; invariant i: x < 10;";
    assert_eq!(told(&check(text)), ["error-e violated explicit 5", "invariant-i proved explicit"]);
    for (engine, name) in [
        (Engine::RandomDepthFirst, "randomdfs"),
        (Engine::Splitting(Strategy::MaxOverlap), "maxoverlap"),
        (Engine::Splitting(Strategy::MinSet), "minset"),
        (Engine::Splitting(Strategy::MinOnly), "minonly"),
    ] {
        let report = with(text, Options { engine, ..Options::default() });
        let expected = [format!("error-e violated {name} 5"), format!("invariant-i proved {name}")];
        assert_eq!(told(&report), expected);
    }
}

#[test]
fn only_what_is_asked_for_is_answered() {
    let text =
        "decl x: 0..9; process P { loc a; a -> a when x < 9 do x := x + 1; } error e: x == 5; invariant i: x < 10;";
    let report = with(text, Options { property: Some(1), ..Options::default() });
    assert_eq!(told(&report), ["invariant-i proved explicit"]);
}

#[test]
fn more_states_than_are_looked_at_are_left_to_a_prover() {
    let options = Options { states: 100, ..Options::default() };
    let report = with(TICKETS, options);
    assert_eq!(told(&report), [r#"error-together unknown [States(100), NoProver("no prover is used")]"#]);
    let Some(mut z3) = z3() else { return };
    let report = integer::check(&model(TICKETS), &options, &mut z3, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["error-together proved alpha"]);
    let counts = report.statistics.iterations.iter().map(|i| (i.concrete_states, i.abstract_states));
    assert_eq!(counts.collect::<Vec<_>>(), [(15, 9); 4]);
    assert_eq!(report.statistics.iterations[3].new_predicates, [""; 0]);
}

#[test]
fn what_has_finitely_many_states_is_searched_to_the_end() {
    let text = "decl x: 0..20000; process P { loc a; a -> a when x < 20000 do x := x + 1; } invariant i: x >= 0;";
    let report = with(text, Options { states: 100, ..Options::default() });
    assert_eq!(told(&report), ["invariant-i proved explicit"]);
    assert_eq!(report.statistics.states, 20001);
}

#[test]
fn errors_too_deep_for_breadth_first_search_are_found_at_random() {
    // Breadth-first, the states with few steps are more than are looked at.
    let text = "decl a: int, b: int, c: int;
        process P { loc on; on -> on do a := a + 1; }
        process Q { loc on; on -> on do b := b + 1; }
        process R { loc on; on -> on do c := c + 1; }
        error deep: a + b + c == 90;";
    let report = with(text, Options { states: 1000, ..Options::default() });
    assert_eq!(told(&report), ["error-deep violated randomdfs 90"]);
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{report:?}") };
    assert_eq!(violation.trace().guarantee, "");
}

#[test]
fn values_that_do_not_exist_are_violations_with_a_trace() {
    let text = "decl x: 0..2; process P { loc on, off; on -> off do x := x + 1; off -> on; } error e: x == 7;";
    let report = check(text);
    assert_eq!(told(&report), ["error-e unknown [NoValue]", "value-1 violated explicit 5"]);
    let value = &report.properties[1];
    assert_eq!((value.kind, value.name.as_str()), (Kind::Value, "x leaves its range 0..2"));
    assert_eq!(&text[value.span.range()], "on -> off do x := x + 1");
    let Verdict::Violated(violation) = &value.verdict else { panic!("{report:?}") };
    let trace = violation.trace();
    let last = trace.steps.last().expect("a step");
    assert_eq!((last.text.as_str(), last.shared.len(), last.threads.len()), ("on -> off do x := x + 1", 0, 0));
    assert_eq!(trace.instances, ["P"]);
    let states = trace.states().expect("a trace");
    assert_eq!(states[1].threads[0].frames[0].location.as_deref(), Some("off"));
    assert_eq!(told(&check("decl x: 0..2; process P { loc a; }")), ["value-1 proved explicit"]);
    let of_property = check("decl x: int = 1; process P { loc a; a -> a do x := 0; } error e: 1 / x > 1;");
    assert_eq!(told(&of_property), ["error-e unknown [NoValue]", "value-1 violated explicit 1"]);
}

#[test]
fn inputs_that_are_part_of_what_is_assigned_are_told() {
    let report = check("decl x: 0..9; process P { loc a; a -> a do x := input(0..3); x := x + 1; } error e: x == 4;");
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{report:?}") };
    let choices = serde_json::to_value(&violation.trace().steps[0].choices).expect("JSON");
    assert_eq!(choices, serde_json::json!([{"input": 3}]));
}

#[test]
fn programs_without_instances_are_checked_too() {
    assert_eq!(told(&check("decl x: 0..9 = *; init x > 3; error e: x == 9;")), ["error-e violated explicit 0"]);
}

/// Notes what it hears.
#[derive(Default)]
struct Ear(Vec<String>);

impl Observer for Ear {
    fn engine(&mut self, engine: &'static str) {
        self.0.push(engine.to_owned());
    }

    fn iteration(&mut self, number: usize, iteration: &Iteration) {
        self.0.push(format!("{number}: {}", iteration.abstract_states));
    }

    fn property(&mut self, index: usize, report: &PropertyReport) {
        self.0.push(format!("{index} {}", report.id));
    }
}

#[test]
fn observers_hear_of_engines_iterations_and_verdicts() {
    let Some(mut z3) = z3() else { return };
    let mut ear = Ear::default();
    let options = Options { states: 100, ..Options::default() };
    integer::check(&model(TICKETS), &options, &mut z3, &Unlimited, &mut ear);
    let expected = "explicit randomdfs explicit alpha 1:_9 2:_9 3:_9 4:_9 0_error-together";
    assert_eq!(ear.0.iter().map(|heard| heard.replace(' ', "_")).collect::<Vec<_>>().join(" "), expected);
}

fn graph(text: &str, iterations: Option<u32>, prover: &mut dyn Prover) -> Result<AbstractGraph, NoGraph> {
    abstract_graph(&model(text), &Options::default(), iterations, 20, prover, &Unlimited)
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
        &Options { engine: Engine::Alpha, ..Options::default() },
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
fn the_counterexample_is_a_way_through_the_abstraction() {
    let Some(mut z3) = z3() else { return };
    let text = TICKETS.replace("called + 1", "called + 2");
    let graph = graph(&text, None, &mut z3).expect("a graph");
    assert_eq!(graph.conclusion, Conclusion::Violated("error-together".to_owned()));
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
    assert_eq!(graph(TICKETS, None, &mut Nobody), Err(unavailable));
    let large =
        "decl x: 0..50; process P { loc a; a -> a when x < 50 do x := x + 1; } predicate x > 7; error e: x > 50;";
    let Some(mut z3) = z3() else { return };
    let drawn = abstract_graph(&model(large), &Options::default(), None, 3, &mut z3, &Unlimited);
    assert!(matches!(drawn, Err(NoGraph::TooLarge(4..))), "{drawn:?}");
}

/// Stops at the poll with this number.
struct StopAfter(std::sync::atomic::AtomicU32);

impl Control for StopAfter {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        if left == 0 { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

#[test]
fn what_is_cancelled_says_so_and_asks_nobody_else() {
    let control = StopAfter(20.into());
    let report = integer::check(&model(TICKETS), &Options::default(), &mut Nobody, &control, &mut Unobserved);
    let PropertyReport { verdict: Verdict::Unknown(reasons), .. } = &report.properties[0] else { panic!("{report:?}") };
    assert_eq!(reasons, &[Reason::Stopped(Stop::Cancelled)]);
}

#[test]
fn the_fingerprint_is_that_of_the_question() {
    let options = Options::default();
    let plain = integer::fingerprint(&model(TICKETS), &options);
    assert_eq!(plain, integer::fingerprint(&model(&format!("// Tickets.\n{TICKETS}")), &options));
    assert_ne!(plain, integer::fingerprint(&model(&TICKETS.replace("== 2", ">= 2")), &options));
    assert_ne!(plain, integer::fingerprint(&model(TICKETS), &Options { seed: 1, ..options }));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let text = TICKETS.replace("called + 1", "called + 2");
    let answer = || format!("{:?}", check(&text));
    assert_eq!(answer(), answer());
}

/// `x <= 0: iteration 1, 1 edges; splits []`, `2 <= x: 1 guards; splits ["b", "a"]`.
fn described(known: &Known) -> String {
    let origin = match &known.origin {
        Origin::Guards(edges) => format!("{} guards", edges.len()),
        Origin::Declared(_) => "declared".to_owned(),
        Origin::Found { iteration, edges } => format!("iteration {iteration}, {} edges", edges.len()),
    };
    format!("{}: {origin}; splits {:?}", known.declaration, known.splits)
}

#[test]
fn predicates_say_where_they_come_from_and_what_they_tell_apart() {
    let text = "decl x: int; process P { loc a, b; a -> b when x < 2 do x := x + 1; b -> a; } \
                predicate x > 0 at P @ a; invariant i: x <= 2;";
    let model = model(text);
    let unproved = predicates(&model, &Options::default(), &mut Nobody, &Unlimited, &mut Unobserved);
    assert_eq!(unproved.conclusion, Err(Reason::NoProver("no prover is used".to_owned())));
    let told: Vec<String> = unproved.list.iter().map(described).collect();
    assert_eq!(told, ["2 <= x: 1 guards; splits []", "x <= 0 at P @ a: declared; splits []"]);

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
            r#"2 <= x: 1 guards; splits ["b", "a"]"#,
            r#"x <= 0 at P @ a: declared; splits ["a"]"#,
            r#"x <= 0: iteration 1, 1 edges; splits ["a"]"#,
            "x + 1 <= 0: iteration 2, 1 edges; splits []",
            "x <= 2: iteration 3, 0 edges; splits []",
        ]
    );
    assert_eq!(found.gaps[0].declaration, "x <= 0 at P @ b");
}

/// Three clients, two numbers.
const FEW: &str = "
decl next: 0..1, called: 0..1;
process Client[3] {
  decl mine: 0..1 = *;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := (next + 1) % 2;
  waiting -> inside when mine == called;
  inside -> away do called := (called + 1) % 2;
}
error together: count(Client @ inside) >= 2;
";

/// The first counterexample.
fn counterexample(text: &str) -> TraceDocument {
    let report = check(text);
    let found = report.properties.iter().find_map(|property| match &property.verdict {
        Verdict::Violated(violation) => Some(violation.trace().as_ref().clone()),
        _ => None,
    });
    found.expect("a violation")
}

/// What became of the counterexample to a text after an edit, as a sentence; what still fails was executed again.
fn became(text: &str, old: &str, new: &str) -> String {
    let trace = counterexample(text);
    let edited = text.replace(old, new);
    assert!(old == new || edited != text, "{old} is not there");
    let became = integer::retrace(&model(&edited), &trace).expect("the document is sound");
    if let Retraced::StillFails(again) = &became {
        assert_eq!(again.walk(|_, _| {}), Ok(()));
        assert_eq!((&again.property.id, again.steps.len()), (&trace.property.id, trace.steps.len()));
    }
    became.to_string()
}

#[test]
fn a_trace_is_followed_through_an_edited_program() {
    assert_eq!(became(FEW, "", ""), "It still fails.");
    assert_eq!(became(FEW, "  away ->", "  // Comes.\n  away\n    ->"), "It still fails.");
    assert_eq!(became(FEW, "decl next", "decl new: int; decl next"), "It still fails.");
    assert_eq!(became(FEW, "when mine == called", "when mine <= called && next >= 0"), "It still fails.");
    assert_eq!(
        became(FEW, "when mine == called", "when mine == called && count(Client @ inside) == 0"),
        "It can no longer be executed at step 5: the guard of `waiting -> inside when mine == called && \
         count(Client @ inside) == 0` does not hold."
    );
    assert_eq!(became(FEW, "[3]", "[2]"), "It can no longer be executed at step 3: there is no Client[2] any more.");
    assert_eq!(
        became(FEW, "  waiting -> inside when mine == called;\n", ""),
        "It can no longer be executed at step 4: Client[0] has no edge `waiting -> inside when mine == called` any more."
    );
    assert_eq!(became(FEW, ">= 2", ">= 3"), "It can still be executed, but nothing is violated at its end.");
    assert_eq!(became(FEW, "together", "never"), "What it violates is not in the program any more.");
}

#[test]
fn a_trace_to_a_value_that_does_not_exist_is_followed_too() {
    let text = "decl x: 0..3, y: int; process P { loc a; a -> a do y := input(1..2); x := x + y; }";
    assert_eq!(became(text, "", ""), "It still fails.");
    assert_eq!(became(text, "0..3", "0..9"), "It can still be executed, but nothing is violated at its end.");
    assert_eq!(
        became(text, "a -> a do", "a -> a when x > 5 do"),
        "It can no longer be executed at step 1: the guard of `a -> a when x > 5 do y := input(1..2); x := x + y` does \
         not hold."
    );
}

#[test]
fn a_trace_whose_threads_count_from_zero_is_no_reason_to_panic() {
    let mut trace = counterexample(FEW);
    let all = trace.initial.threads.iter_mut().chain(trace.steps.iter_mut().flat_map(|step| &mut step.threads));
    all.for_each(|thread| Arc::make_mut(thread).number -= 1);
    trace.steps.iter_mut().for_each(|step| step.thread -= 1);
    trace.property.thread -= 1;
    let became = integer::retrace(&model(FEW), &trace).expect("the document is sound");
    assert_eq!(
        became.to_string(),
        "It can no longer be executed at step 1: there is no instance with number 0 any more."
    );
}
