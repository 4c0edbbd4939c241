//! The engine that answers, and the reports to observers.

use std::sync::atomic::{AtomicU32, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::integer::{self, Model, Options};
use boolprog_check::report::{Iteration, IterationEnd, PropertyReport, Reason, Report, Unknown, Verdict};
use boolprog_check::{Observer, Unobserved, next};
use boolprog_prover::Unknown as Unanswered;
use boolprog_prover::{Answer, NoProver, Prover, Query};

use super::{Ear, TICKETS, check, model, told, with, z3};

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

/// Says of this number of questions that nothing is possible, and then nothing more.
struct Tired {
    left: usize,
    asked: usize,
}

impl Prover for Tired {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        self.asked += 1;
        let is_tired = self.asked > self.left;
        Ok(if is_tired { Answer::Unknown(Unanswered::Undecided("tired".to_owned())) } else { Answer::Unsatisfiable })
    }
}

#[test]
fn a_proof_of_a_program_that_states_nothing_is_checked_too() {
    let text = "decl x: int; process P { loc a; a -> a do x := x + 1; } predicate x >= 0;";
    let options = Options { engine: Some(EngineId::Alpha), ..Options::default() };
    let with = |left| {
        let mut prover = Tired { left, asked: 0 };
        let report = integer::check(&model(text), &options, &mut prover, &Unlimited, &mut Unobserved);
        (told(&report), prover.asked)
    };
    let (told, asked) = with(usize::MAX);
    assert_eq!(told, ["value-1 proved alpha"]);
    // The last questions are those of the checker.
    assert_eq!(with(asked - 1).0, [r#"value-1 unknown [Unchecked("tired")]"#]);
}

#[test]
fn predicates_are_kept_after_a_violation() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int; process P { loc a, b; a -> b when x == 3 do x := 9; a -> a when x < 8 do x := x + 1; }
        error deep: x == 9; error shallow: x == 1; invariant i: x < 20;";
    let expected = |name: &str| {
        [
            format!("error-deep violated {name} 4"),
            format!("error-shallow violated {name} 1"),
            format!("invariant-i proved {name}"),
        ]
    };
    for engine in [EngineId::Alpha, EngineId::SplittingMaxOverlap, EngineId::SplittingMinSet] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), expected(engine.name()));
        let iterations = &report.statistics.iterations;
        let numbers: Vec<_> = iterations.iter().map(|iteration| (iteration.search, iteration.number)).collect();
        assert_eq!(numbers, (1..=iterations.len() as u32).map(|number| (1, number)).collect::<Vec<_>>());
        let mut new: Vec<_> = iterations.iter().flat_map(|iteration| &iteration.new_predicates).collect();
        let all = new.len();
        new.sort();
        new.dedup();
        assert_eq!(new.len(), all, "no predicate is found twice");
        assert_eq!(iterations.last().map(|iteration| iteration.end), Some(IterationEnd::Exact));
    }
}

/// The means that may decide the first property that is not decided, in words.
fn tried_next(report: &Report, model: Model, options: Options) -> Option<String> {
    let next = next::of_query(report, &boolprog_check::Query::Integer(model, options));
    next.iter().find_map(|next| next::listed(next))
}

#[test]
fn an_iteration_without_a_prover_is_cut_off() {
    let options = Options { engine: Some(EngineId::Alpha), ..Options::default() };
    let report = with(TICKETS, options);
    let ends: Vec<_> = report.statistics.iterations.iter().map(|iteration| iteration.end).collect();
    assert_eq!(ends, [IterationEnd::CutOff]);
    let help = tried_next(&report, model(TICKETS), options);
    assert_eq!(help.as_deref(), Some("--engine explicit, another --prover"));
}

/// Reaches its limit on time after a number of iterations.
struct Iterations(AtomicU32);

impl Control for &Iterations {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        if self.0.load(Ordering::Relaxed) == 0 { Err(Stop::Time) } else { Ok(()) }
    }
}

impl Observer for &Iterations {
    fn iteration(&mut self, _: usize, _: &Iteration) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Twice `x` stays three times `y`, which no engine finds out.
const UP_AND_DOWN: &str = "decl x: int, y: int; process P { loc up, down, end;
    up -> up do x := x + 3, y := y + 2; up -> down;
    down -> down when x > 0 do x := x - 3, y := y - 2; down -> end when x <= 0; }
    error left: P @ end && y != 0;";

#[test]
fn each_search_of_auto_has_its_options_and_the_last_one_is_tried_next() {
    let Some(mut z3) = z3() else { return };
    let (options, limit) = (Options { states: 100, ..Options::default() }, Iterations(20.into()));
    let report = integer::check(&model(UP_AND_DOWN), &options, &mut z3, &&limit, &mut &limit);
    let iterations = &report.statistics.iterations;
    let starts = iterations.iter().filter(|iteration| iteration.number == 1);
    let starts: Vec<_> = starts.map(|iteration| format!("{} {}", iteration.search, iteration.options)).collect();
    assert_eq!(starts, ["1 --engine alpha", "2 --engine prod", "3 --engine pred", "4 --engine alpha"]);
    let ends: Vec<_> = iterations[18..].iter().map(|iteration| iteration.end).collect();
    assert_eq!(ends, [IterationEnd::Refined, IterationEnd::Refined, IterationEnd::CutOff]);
    let help = tried_next(&report, model(UP_AND_DOWN), options);
    assert_eq!(
        help.as_deref(),
        Some("--engine alpha, --local-predicates, --add-all 3, --engine explicit, a longer --timeout")
    );
}

/// The engine that the limit on time has stopped may decide; options of another one, before its turn, change nothing.
#[test]
fn the_engine_that_the_limit_stops_is_tried_next() {
    let Some(mut z3) = z3() else { return };
    let options = Options { states: 100, ..Options::default() };
    let mut help = |iterations: u32| {
        let limit = Iterations(iterations.into());
        let report = integer::check(&model(UP_AND_DOWN), &options, &mut z3, &&limit, &mut &limit);
        tried_next(&report, model(UP_AND_DOWN), options).expect("nothing is decided")
    };
    assert_eq!(help(0), "--engine explicit, a longer --timeout");
    let in_its_turn = help(10);
    assert!(in_its_turn.starts_with("--engine prod, --local-predicates, "), "{in_its_turn}");
}

#[test]
fn programs_without_properties_are_proved_with_predicates() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int; process P { loc a; a -> a do x := x + 1; }";
    for local_predicates in [false, true] {
        let options = Options { states: 100, local_predicates, ..Options::default() };
        let report = integer::check(&model(text), &options, &mut z3, &Unlimited, &mut Unobserved);
        assert_eq!(told(&report), ["value-1 proved alpha"]);
        let used = report.statistics.iterations.iter().all(|it| it.options.contains("--local-predicates"));
        assert_eq!(used, local_predicates);
    }
}

#[test]
fn engines_for_any_number_of_instances_say_that_there_is_a_fixed_one() {
    for engine in [EngineId::Modular, EngineId::Refinement] {
        let report = with(TICKETS, Options { engine: Some(engine), ..Options::default() });
        let Verdict::Unknown(Unknown::Integer(reasons)) = &report.properties[0].verdict else { panic!("no verdict") };
        let why = format!("{engine} is about any number of instances, and this program has a fixed one");
        assert_eq!(*reasons, [Reason::NotModular(why)]);
    }
}

#[test]
fn a_reason_of_several_engines_is_given_once() {
    struct NoMemory;
    impl Control for NoMemory {
        fn poll(&self, _: &Progress) -> Result<(), Stop> {
            Err(Stop::Memory)
        }
    }
    let (mut prover, mut ear) = (Tired { left: usize::MAX, asked: 0 }, Ear::default());
    let report = integer::check(&model(TICKETS), &Options::default(), &mut prover, &NoMemory, &mut ear);
    assert_eq!(told(&report), ["error-together unknown [Stopped(Memory)]"]);
    assert_eq!(ear.0, ["explicit", "alpha", "1: 0", "0 error-together"]);
}

#[test]
fn what_has_finitely_many_states_is_searched_to_the_end() {
    let text = "decl x: 0..20000; process P { loc a; a -> a when x < 20000 do x := x + 1; } invariant i: x >= 0;";
    let report = with(text, Options { states: 100, ..Options::default() });
    assert_eq!(told(&report), ["invariant-i proved explicit"]);
    assert_eq!(report.statistics.states, 20001);
}

#[test]
fn the_seed_and_the_number_of_states_are_reported() {
    let text = "decl x: 0..9; process P { loc a; a -> a when x < 9 do x := x + 1; } invariant i: x < 10;";
    for (engine, expected) in [
        (EngineId::Explicit, (10, None)),
        (EngineId::Random, (10, Some(7))),
        (EngineId::SplittingMinSet, (0, Some(7))),
        (EngineId::AlphaNoProver, (0, None)),
    ] {
        let report = with(text, Options { engine: Some(engine), seed: 7, ..Options::default() });
        assert_eq!((report.statistics.states, report.statistics.seed), expected, "{engine}");
    }
}

#[test]
fn an_abstraction_that_is_exact_without_a_prover_is_no_proof() {
    let text = "decl b: bool; process P { loc a; a -> a when b do b := !b; } invariant i: !b;";
    let report = with(text, Options { engine: Some(EngineId::AlphaNoProver), ..Options::default() });
    assert_eq!(report.statistics.iterations.last().map(|last| last.end), Some(IterationEnd::Exact));
    let Verdict::Unknown(Unknown::Integer(reasons)) = &report.properties[0].verdict else { panic!("no proof") };
    assert_eq!(*reasons, [Reason::ExactUnchecked]);
    let options = Options { engine: Some(EngineId::AlphaNoProver), ..Options::default() };
    assert_eq!(tried_next(&report, model(text), options).as_deref(), Some("--engine alpha"));
}

#[test]
fn errors_too_deep_for_breadth_first_search_are_found_at_random() {
    // Breadth-first, the states with few steps are more than are examined.
    let text = "decl a: int, b: int, c: int;
        process P { loc on; on -> on do a := a + 1; }
        process Q { loc on; on -> on do b := b + 1; }
        process R { loc on; on -> on do c := c + 1; }
        error deep: a + b + c == 90;";
    let report = with(text, Options { states: 1000, ..Options::default() });
    assert_eq!(told(&report), ["error-deep violated random 90"]);
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{report:?}") };
    assert_eq!(violation.trace().guarantee, "");
}

#[test]
fn inputs_inside_an_assigned_expression_are_reported() {
    let report = check("decl x: 0..9; process P { loc a; a -> a do x := input(0..3); x := x + 1; } error e: x == 4;");
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{report:?}") };
    let choices = serde_json::to_value(&violation.trace().steps[0].choices).expect("JSON");
    assert_eq!(choices, serde_json::json!([{"input": 3}]));
}

/// Each of them would multiply the initial states.
#[test]
fn variables_that_nothing_mentions_cost_nothing() {
    let unused: Vec<_> = (0..2000).map(|number| format!("u{number}: int = *, v{number}: 3..5 = *")).collect();
    let unused = unused.join(", ");
    let text = format!(
        "decl {unused}; decl x: int = *; process P {{ loc a, b; a -> b do x := 1; }} error e: P @ b && x == 2;"
    );
    assert_eq!(told(&check(&text.replace("x: int = *", "x: int"))), ["error-e proved explicit"]);
    let violated = check(&text.replace("x == 2", "x == 1").replace("x: int = *", "x: 0..1 = *"));
    assert_eq!(told(&violated), ["error-e violated explicit 1"]);
    let Verdict::Violated(violation) = &violated.properties[0].verdict else { panic!("{violated:?}") };
    assert_eq!(violation.trace().steps.len(), 1);
}

#[test]
fn observers_hear_of_engines_iterations_and_verdicts() {
    let Some(mut z3) = z3() else { return };
    let mut ear = Ear::default();
    let options = Options { states: 100, ..Options::default() };
    integer::check(&model(TICKETS), &options, &mut z3, &Unlimited, &mut ear);
    let expected = "explicit random explicit explicit alpha 1:_9 2:_9 3:_9 4:_9 0_error-together";
    assert_eq!(ear.0.iter().map(|heard| heard.replace(' ', "_")).collect::<Vec<_>>().join(" "), expected);
}

struct StopAfter(std::sync::atomic::AtomicU32);

impl Control for StopAfter {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        if left == 0 { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

#[test]
fn a_cancelled_check_says_so_and_tries_no_other_engine() {
    let control = StopAfter(20.into());
    let report = integer::check(&model(TICKETS), &Options::default(), &mut NoProver, &control, &mut Unobserved);
    let PropertyReport { verdict: Verdict::Unknown(Unknown::Integer(reasons)), .. } = &report.properties[0] else {
        panic!("{report:?}")
    };
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
