//! Proofs, and results that are no proofs.

use boolprog_abstraction::alpha::{self, Choices, First, Options, Order};
use boolprog_abstraction::outcome::{IterationEnd, Proof};
use boolprog_abstraction::splitting::{self, Strategy};
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_certificate::integer::Abstraction;
use boolprog_certificate::integer::{self as certificate, Flaw};
use boolprog_integer::{InputBound, System, Undefined};
use boolprog_prover::{Answer, NoProver, Prover, Query, Unknown};

use crate::common::{self, system, z3};

const TURNS: &str = "decl turn: int = 0, x: int = 0;
    process P[2] { loc out, in; out -> in when turn == 0 do turn := 1, x := x + 1; in -> out do turn := 0, x := x - 1; }
    error both: count(P @ in) >= 2 || x > 1;";

fn alpha(system: &System) -> Option<Outcome> {
    let mut z3 = z3()?;
    Some(alpha::run(system, &Options::default(), Some(&mut z3), &Unlimited, &mut |_| {}).outcome)
}

fn proof(system: &System) -> Option<Abstraction> {
    match alpha(system)? {
        Outcome::Proved(Proof::Exact(abstraction)) => Some(abstraction),
        other => panic!("{other:?}"),
    }
}

fn check(system: &System, abstraction: &Abstraction) -> Result<(), Flaw> {
    let mut z3 = z3().expect("there a moment ago");
    certificate::check(system, abstraction, &mut z3, &Unlimited).expect("not stopped")
}

#[test]
fn a_proof_is_refused_when_anything_is_missing() {
    let system = system(TURNS);
    let Some(abstraction) = proof(&system) else { return };
    assert_eq!(check(&system, &abstraction), Ok(()));
    let mut without_start = abstraction.clone();
    without_start.states[0].locations = Box::new([1, 1]);
    assert_eq!(check(&system, &without_start), Err(Flaw::Start));
    let mut without_step = abstraction.clone();
    without_step.steps.pop();
    assert!(matches!(check(&system, &without_step), Err(Flaw::Step { .. })));
    let mut without_predicates = abstraction.clone();
    without_predicates.predicates.clear();
    assert!(matches!(check(&system, &without_predicates), Err(Flaw::Step { .. } | Flaw::Property { .. })));
    let mut stricter = system.clone();
    stricter.properties[0].error = boolprog_integer::Formula::negation(stricter.properties[0].error.clone());
    assert_eq!(check(&stricter, &abstraction), Err(Flaw::Property { property: 0 }));
}

#[test]
fn a_proof_is_refused_when_the_prover_does_not_know() {
    let system = system(TURNS);
    let Some(abstraction) = proof(&system) else { return };
    let answer = certificate::check(&system, &abstraction, &mut NoProver, &Unlimited);
    assert!(matches!(answer, Ok(Err(Flaw::Undecided(_)))), "{answer:?}");
}

#[test]
fn a_set_of_states_is_refused_when_one_is_missing() {
    let system = system(TURNS);
    let options = splitting::Options { strategy: Strategy::MinSet, seed: 0, bound: InputBound(0), iterations: 100 };
    let Outcome::Proved(Proof::States(states)) = splitting::run(&system, &options, &Unlimited, &mut |_| {}).outcome
    else {
        panic!("it is safe")
    };
    assert_eq!(certificate::check_states(&system, &states, &Unlimited), Ok(Ok(())));
    for missing in 0..states.len() {
        let mut fewer = states.clone();
        fewer.remove(missing);
        assert!(matches!(certificate::check_states(&system, &fewer, &Unlimited), Ok(Err(_))));
    }
}

#[test]
fn without_any_prover_that_is_said() {
    let options = Options::default();
    let report = alpha::run(&system(TURNS), &options, Some(&mut NoProver), &Unlimited, &mut |_| {});
    assert!(matches!(report.outcome, Outcome::Unknown(Reason::NoProver(_))));
}

struct Ignorant;

impl Prover for Ignorant {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(Answer::Unknown(Unknown::Undecided("too hard".to_owned())))
    }
}

#[test]
fn what_follows_without_a_prover_needs_none() {
    let system = system("decl b: bool, c: bool; process P { loc l; l -> l when b == c do b := !b, c := !c; }");
    let report = alpha::run(&system, &Options::default(), Some(&mut Ignorant), &Unlimited, &mut |_| {});
    assert!(matches!(report.outcome, Outcome::Proved(_)), "{:?}", report.outcome);
    let open = common::system("decl x: int; process P { loc l; l -> l when x < 3 do x := input(0..9); }");
    let report = alpha::run(&open, &Options::default(), Some(&mut Ignorant), &Unlimited, &mut |_| {});
    assert!(matches!(report.outcome, Outcome::Proved(_)), "the inputs are tried: {:?}", report.outcome);
}

#[test]
fn inputs_are_tried_where_the_prover_does_not_know_them() {
    let text = |start: &str, input: &str| {
        format!("decl x: int{start}; process P {{ loc l; l -> l do x := {input}; }} error e: x == 3;")
    };
    let tried: [fn(u32) -> Reason; 2] = [Reason::Inputs, Reason::Starts];
    for ((start, input), reason) in [("", "input"), (" = *", "0")].into_iter().zip(tried) {
        let system = system(&text(start, input));
        let run = |bound| {
            let options = Options { choices: Choices::Solve(InputBound(bound)), ..Options::default() };
            alpha::run(&system, &options, Some(&mut Ignorant), &Unlimited, &mut |_| {}).outcome
        };
        assert_eq!(run(3), Outcome::Violated);
        assert_eq!(run(2), Outcome::Unknown(reason(2)));
    }
}

#[test]
fn what_needs_no_prover_is_exact_without_one() {
    let run = |text: &str| alpha::run(&system(text), &Options::default(), None, &Unlimited, &mut |_| {});
    let exact = run("decl b: bool; process P { loc l; l -> l when b do b := !b; l -> l when !b do b := true; }");
    assert_eq!(exact.outcome, Outcome::Unknown(Reason::ExactUnchecked));
    assert_eq!(exact.iterations.last().map(|it| it.end), Some(IterationEnd::Exact));
    // The error is met only if `b` is a predicate, which the steps do not need.
    let matched = run("decl b: bool; process P { loc l, m; l -> m; l -> m do b := true; } error e: P @ m && b;");
    assert_eq!(matched.outcome, Outcome::Violated);
    // The question whether a step with an input has values is asked of a prover.
    let range = run("decl x: 0..3, y: 0..3; process P { loc l; l -> l when x == 0 do x := input(1..2), y := y + 1; }");
    assert_eq!(range.outcome, Outcome::Unknown(Reason::Unproved));
}

/// As in section 8.3 of the paper, without invariants from a person.
#[test]
fn bounds_end_a_refinement_that_has_no_end_without_them() {
    let Some(mut z3) = z3() else { return };
    let rax = system(include_str!("../published/rax.ip"));
    let mut run = |system: &System, first| {
        let options = Options { first, iterations: 20, ..Options::default() };
        alpha::run(system, &options, Some(&mut z3), &Unlimited, &mut |_| {})
    };
    assert_eq!(run(&rax, First::Guards).outcome, Outcome::Unknown(Reason::Iterations(20)));
    let bounded = run(&rax, First::Bounds);
    assert!(matches!(bounded.outcome, Outcome::Proved(_)), "{:?}", bounded.outcome);
    assert_eq!(bounded.iterations.len(), 2);
}

#[test]
fn first_predicates_are_those_that_are_asked_for() {
    let text =
        "decl x: int, y: int; process P { loc l; l -> l when y < 9 do y := y + 1; } predicate y == 3; error e: x > 5;";
    let system = system(text);
    for (first, expected) in [
        (First::Guards, &["9 <= y", "y == 3"][..]),
        (First::Bounds, &["9 <= y", "y == 3", "0 <= x", "x <= 0", "0 <= y", "y <= 9"]),
        (First::Properties, &["x <= 5", "y == 3"]),
        (First::Declared, &["y == 3"]),
    ] {
        let options = Options { first, iterations: 1, ..Options::default() };
        let report = alpha::run(&system, &options, None, &Unlimited, &mut |_| {});
        let predicates = &report.abstraction().expect("an iteration").predicates;
        let names: Vec<_> = predicates.iter().map(|it| system.print_formula(&it.formula).to_string()).collect();
        assert_eq!(names, expected, "{first:?}");
    }
}

#[test]
fn depth_first_finds_what_is_deep_with_fewer_states_before_it() {
    let text =
        "decl x: int; process P { loc l, m; l -> l when x < 9 do x := x + 1; l -> m when x == 9; } error e: P @ m;";
    let system = system(text);
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let options = Options { order, add_all: Some(1), ..Options::default() };
        assert_eq!(
            alpha::run(&system, &options, None, &Unlimited, &mut |_| {}).outcome,
            Outcome::Violated,
            "{order:?}"
        );
    }
}

#[test]
fn what_has_no_value_is_found() {
    let range = system("decl x: 0..3; process P { loc l; l -> l do x := x + 1; }");
    let divisor = system("decl x: int = 3; process P { loc l; l -> l when 6 / x > 0 do x := x - 1; }");
    let overflow = system("decl x: int = 1; process P { loc l; l -> l do x := x * 16; }");
    for (system, expected) in [
        (range, Undefined::OutOfRange(boolprog_integer::VariableId(0))),
        (divisor, Undefined::DivisionByZero),
        (overflow, Undefined::Overflow),
    ] {
        let options = splitting::Options { strategy: Strategy::MinSet, seed: 0, bound: InputBound(0), iterations: 100 };
        let split = splitting::run(&system, &options, &Unlimited, &mut |_| {}).outcome;
        let Some(alpha) = alpha(&system) else { return };
        for outcome in [split, alpha] {
            match outcome {
                Outcome::Undefined(fault) => assert_eq!(fault.undefined, expected),
                // Over the integers there is no overflow: no predicate distinguishes 1 from 16, and abstract matching
                // stops there.
                Outcome::Proved(_) => assert_eq!(expected, Undefined::Overflow),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn an_abstraction_is_refined_until_everything_has_a_value() {
    let system = system(
        "decl x: 0..3; process P { loc l, m; l -> l when x < 2 do x := x + 1; l -> m when x == 2 do x := x + 1; }",
    );
    let Some(abstraction) = proof(&system) else { return };
    assert_eq!(check(&system, &abstraction), Ok(()));
}

/// Stops after this number of calls.
struct Impatient(std::sync::atomic::AtomicU32);

impl Control for Impatient {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        if left == 0 { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

#[test]
fn searches_stop_when_the_control_says_so() {
    let system = system("decl x: int; process P { loc l; l -> l do x := x + 1; }");
    let stopped = Outcome::Unknown(Reason::Stopped(Stop::Cancelled));
    for strategy in [Strategy::MaxOverlap, Strategy::MinSet, Strategy::MinOnly] {
        let options = splitting::Options { strategy, seed: 0, bound: InputBound(0), iterations: u32::MAX };
        assert_eq!(splitting::run(&system, &options, &Impatient(1000.into()), &mut |_| {}).outcome, stopped);
    }
    let options = Options { iterations: u32::MAX, add_all: Some(1), ..Options::default() };
    let endless = common::system("decl x: int; process P { loc l; l -> l when x < 9000000 do x := x + 1; }");
    assert_eq!(alpha::run(&endless, &options, None, &Impatient(1000.into()), &mut |_| {}).outcome, stopped);
}

#[test]
fn nothing_is_proved_where_a_start_has_no_value() {
    // `y` can be 0, and then `init` says nothing; a prover may take 1 / 0 for anything.
    let undefined = system("decl x: 0..1 = *, y: 0..1; process P { loc a; a -> a; } init 1 / y == x; error e: x > 5;");
    let Some(outcome) = alpha(&undefined) else { return };
    assert!(matches!(outcome, Outcome::Unknown(Reason::StartUndefined(Undefined::DivisionByZero))), "{outcome:?}");
    let zero = system("decl x: 0..1 = *, y: 0..1; process P { loc a; a -> a; } init x == 0 || y == 0; error e: x > 5;");
    let proof_of_zero = proof(&zero).expect("there is a prover");
    assert_eq!(check(&undefined, &proof_of_zero), Err(Flaw::Start));
    let guarded = system(
        "decl x: 0..1 = *, y: 0..1 = *; process P { loc a; a -> a; } init y == 0 || 1 / y == x; error e: x > 5;",
    );
    assert_eq!(check(&guarded, &proof(&guarded).expect("there is a prover")), Ok(()));
}

#[test]
fn nothing_is_proved_where_a_property_has_no_value() {
    let text = |error: &str| format!("decl y: 0..1 = *; process P {{ loc a; a -> a; }} error e: {error};");
    let guarded = system(&text("y != 0 && 1 / y == 5"));
    let Some(abstraction) = proof(&guarded) else { return };
    assert_eq!(check(&guarded, &abstraction), Ok(()));
    let undefined = system(&text("1 / y == 5"));
    assert_eq!(check(&undefined, &abstraction), Err(Flaw::Property { property: 0 }));
    assert!(matches!(alpha(&undefined), Some(Outcome::Undefined(_))));
}
