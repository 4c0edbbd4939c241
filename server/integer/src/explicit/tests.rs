use boolprog_base::control::{Control, Progress, Stop, Unlimited};

use super::{
    Fault, Findings, NotReplayed, Options, Order, Reason, Statistics, Step, Verdict, regroup, replay, replay_fault,
    search,
};
use crate::syntax::parse;
use crate::{InputBound, Instantiation, OnRange, System, Undefined, VariableId, instantiate};

/// Two processes that take a number, wait until it is called, and pass it on.
const TICKETS: &str = "
    decl next: int, called: int;
    process P[2] {
      decl mine: int;
      loc away, waiting, inside;
      away -> waiting do mine := next, next := next + 1;
      waiting -> inside when mine <= called;
      inside -> away do called := called + STEP;
    }
    error together: count(P @ inside) >= 2;
    invariant few: next < 3;
";

fn system(text: &str) -> System {
    with(text, OnRange::Error)
}

fn with(text: &str, on_range: OnRange) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, []);
    instantiate(&parsed.file, &Instantiation { on_range, ..Instantiation::default() })
        .expect("a program without errors")
}

fn breadth_first(system: &System) -> Findings {
    search(system, Options::default(), &Unlimited)
}

fn steps(findings: &Findings, property: usize) -> Option<usize> {
    match &findings.verdicts[property] {
        Verdict::Violated(run) => Some(run.steps.len()),
        _ => None,
    }
}

#[test]
fn runs_are_shortest_and_can_be_executed_again() {
    let system = system(&TICKETS.replace("STEP", "2"));
    let findings = breadth_first(&system);
    assert_eq!((steps(&findings, 0), steps(&findings, 1)), (Some(7), Some(5)));
    for (property, verdict) in findings.verdicts.iter().enumerate() {
        let Verdict::Violated(run) = verdict else { panic!("{verdict:?}") };
        assert_eq!(replay(&system, run, property), Ok(()));
        let mut cut = run.clone();
        cut.steps.pop();
        assert!(replay(&system, &cut, property).is_err());
    }
}

#[test]
fn runs_are_regrouped_where_the_violation_stays() {
    let system = system(
        "decl x: int;
        process P[2] { decl mine: int; loc a, b, c, end;
          a -> b do mine := 1; b -> c do mine := x; c -> end do x := mine + 1; }
        error lost: count(P @ end) == 2 && x < 2;
        error both: count(P @ end) == 2;",
    );
    let findings = breadth_first(&system);
    for (property, switches) in [(0, 2), (1, 1)] {
        let Verdict::Violated(run) = &findings.verdicts[property] else { panic!("no run") };
        let regrouped = regroup(&system, run, property).expect("an order");
        assert_eq!(replay(&system, &regrouped, property), Ok(()));
        let instance = |step: &Step| system.transitions[step.transition as usize].instance;
        let actors: Vec<_> = regrouped.steps.iter().map(instance).collect();
        assert_eq!(actors.windows(2).filter(|pair| pair[0] != pair[1]).count(), switches);
        assert_eq!(regrouped.steps.len(), run.steps.len());
    }
}

#[test]
fn only_transitions_of_the_own_location_are_tried() {
    let locations: Vec<String> = (0..5000).map(|number| format!("l{number}")).collect();
    let edges: Vec<String> = locations.windows(2).map(|ends| ends.join(" -> ")).collect();
    let (locations, edges) = (locations.join(", "), edges.join("; "));
    let system = system(&format!("process P {{ loc {locations}; {edges}; }} error end: P @ l4999;"));
    let findings = search(&system, Options::default(), &StopAfter(100.into()));
    assert_eq!(steps(&findings, 0), Some(4999));
}

#[test]
fn finitely_many_states_are_exhausted() {
    let system = system(
        "decl turn: 0..1, x: 0..3;
         process P { loc a; a -> a when turn == 0 do turn := 1, x := (x + 1) % 4; }
         process Q { loc a; a -> a when turn == 1 do turn := 0; }
         error never: x == 3 && turn == 0 && Q @ a && x != 3;
         invariant parity: x >= 0;",
    );
    for order in [Order::BreadthFirst, Order::RandomDepthFirst { seed: 7 }] {
        let findings = search(&system, Options { order, ..Options::default() }, &Unlimited);
        assert_eq!(findings.verdicts, [Verdict::Proved, Verdict::Proved]);
        assert_eq!(findings.statistics, Statistics { states: 8, generated: 9, depth: 7 });
    }
}

#[test]
fn a_bound_that_is_reached_proves_nothing() {
    let system = system("decl x: int; process P { loc a; a -> a do x := x + 1; } error e: x < 0;");
    let findings = search(&system, Options { states: Some(10), ..Options::default() }, &Unlimited);
    assert_eq!(findings.verdicts, [Verdict::Unknown(Reason::States(10))]);
    assert_eq!(findings.statistics.states, 11);
}

#[test]
fn an_unbounded_input_proves_nothing_but_finds_errors() {
    let text = "decl x: int; process P { loc a, b; a -> b do x := input; } error e: x == -3; error f: x == 9;";
    let findings = search(&system(text), Options { inputs: InputBound(4), ..Options::default() }, &Unlimited);
    let Verdict::Violated(run) = &findings.verdicts[0] else { panic!("{findings:?}") };
    assert_eq!(run.steps[0].inputs[..], [-3]);
    assert_eq!(findings.verdicts[1], Verdict::Unknown(Reason::Inputs(4)));
}

#[test]
fn a_value_out_of_range_is_a_fault_blocks_or_wraps() {
    let text = "decl x: 0..2; process P { loc a; a -> a do x := x + 1; } error e: x == 7;";
    let findings = breadth_first(&with(text, OnRange::Error));
    let fault = findings.fault.expect("a fault");
    assert_eq!((fault.run.steps.len(), fault.undefined), (2, Undefined::OutOfRange(VariableId(0))));
    assert_eq!(findings.verdicts, [Verdict::Unknown(Reason::Fault)]);
    let blocked = breadth_first(&with(text, OnRange::Block));
    assert_eq!((blocked.verdicts, blocked.statistics.generated), (vec![Verdict::Proved], 3));
    let wrapped = breadth_first(&with(text, OnRange::Wrap));
    assert_eq!((wrapped.verdicts, wrapped.statistics.generated), (vec![Verdict::Proved], 4));
}

#[test]
fn arithmetic_that_fails_is_a_fault() {
    let text = "decl x: int = 1; process P { loc a; a -> a when 1 / x >= 0 do x := x - 1; }";
    let fault = breadth_first(&system(text)).fault.expect("a fault");
    assert_eq!((fault.run.steps.len(), fault.undefined), (1, Undefined::DivisionByZero));
    let text = "decl x: int = 2; process P { loc a; a -> a do x := x * x; }";
    let fault = breadth_first(&system(text)).fault.expect("a fault");
    assert_eq!((fault.run.steps.len(), fault.undefined), (5, Undefined::Overflow));
}

#[test]
fn faults_can_be_executed_again() {
    for text in [
        "decl x: 0..2; process P { loc a; a -> a do x := x + 1; }",
        "decl x: int = 1; process P { loc a; a -> a when 1 / x >= 0 do x := x - 1; }",
        "decl x: int = 1; process P { loc a; a -> a when x == 1 do x := input(0..1); } error e: 1 / x > 1;",
    ] {
        let system = system(text);
        let fault = breadth_first(&system).fault.expect("a fault");
        assert_eq!(replay_fault(&system, &fault), Ok(()), "{text}");
        let another = Fault { undefined: Undefined::Overflow, ..fault.clone() };
        assert_eq!(replay_fault(&system, &another), Err(NotReplayed::End), "{text}");
        let mut longer = fault;
        let step = longer.run.steps[0].clone();
        longer.run.steps.push(step);
        assert!(replay_fault(&system, &longer).is_err(), "{text}");
    }
}

#[test]
fn initial_values_are_those_that_are_allowed() {
    let text = "decl x: 0..9 = *, b: bool = *; init x > 7 && b; process P { loc a; } error e: x == 9; invariant i: b;";
    let findings = breadth_first(&system(text));
    assert_eq!((steps(&findings, 0), &findings.verdicts[1]), (Some(0), &Verdict::Proved));
    assert_eq!(findings.statistics.states, 2);
}

/// Stops after this number of states.
struct StopAt(u64);

impl Control for StopAt {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let system = system(&TICKETS.replace("STEP", "1").replace("next < 3", "next >= 0"));
    for order in [Order::BreadthFirst, Order::RandomDepthFirst { seed: 1 }] {
        let findings = search(&system, Options { order, ..Options::default() }, &StopAt(1000));
        let stopped = Verdict::Unknown(Reason::Stopped(Stop::Memory));
        assert_eq!(findings.verdicts, [stopped.clone(), stopped]);
        assert!(findings.statistics.states < 2000);
    }
}

#[test]
fn a_search_of_some_states_proves_nothing_beyond_them() {
    let system = system(
        "decl x: 0..9; process P { loc a; a -> a when x < 9 do x := x + 1; } error e: x == 5; error f: x == 10;",
    );
    let few = |states| search(&system, Options { states: Some(states), ..Options::default() }, &Unlimited);
    let unknown = Verdict::Unknown(Reason::States(5));
    assert_eq!(few(5).verdicts, [unknown.clone(), unknown]);
    assert_eq!((steps(&few(6), 0), &few(6).verdicts[1]), (Some(5), &Verdict::Unknown(Reason::States(6))));
    assert_eq!(few(10).verdicts[1], Verdict::Proved);
}

#[test]
fn what_changes_nothing_leaves_the_fingerprint() {
    let print = |text: &str| system(text).fingerprint();
    let plain = "decl x: 0..9; process P { loc a; a -> a when x < 9 do x := x + 1; } error e: x == 5;";
    assert_eq!(print(plain), print(&plain.replace("; ", ";\n\n  /* a comment */ ")));
    for (old, new) in [
        ("0..9", "0..8"),
        ("x < 9", "x < 8"),
        ("x + 1", "x + 2"),
        ("e:", "f:"),
        ("error", "invariant"),
        ("a;", "a, b;"),
        ("P", "Q"),
    ] {
        assert_ne!(print(plain), print(&plain.replacen(old, new, 1)), "{old} is {new}");
    }
}

struct StopAfter(std::sync::atomic::AtomicU32);

impl Control for StopAfter {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        if left == 0 { Err(Stop::Time) } else { Ok(()) }
    }
}

#[test]
fn work_that_finds_nothing_is_watched_too() {
    for text in [
        "decl x: 0..1000000000 = *; init x < 0; process P { loc a; } error e: x < 0;",
        "decl x: 0..0; process P { loc a; a -> a do x := input(1..1000000000); } error e: x < 0;",
        "decl x: 0..1, y: 0..1; process P { loc a; a -> a do x := input(0..1000000000); x := 0; } error e: x < 0;",
    ] {
        let findings = search(&system(text), Options::default(), &StopAfter(10.into()));
        assert!(findings.statistics.generated < 10_000, "{text}");
        assert_eq!(findings.incomplete, Some(Reason::Stopped(Stop::Time)), "{text}");
    }
}
