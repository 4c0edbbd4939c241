//! Models as in the literature: what is found out about each, and with which facts.

use boolprog_abstraction::alpha::{First, Order};
use boolprog_abstraction::cegar::{Domain, Options, Refiner, Restart};
use boolprog_abstraction::{Outcome, Reason};

use super::{DOMAINS, added, apart, heat, model, run, word};
use crate::common::z3;

/// Bajkai and Hajdu, figures 1 and 2: values of `x` do not exclude the error, a predicate does, which is the last resort of
/// values, and with both kinds of facts `x` has too many values and becomes the predicate.
#[test]
fn values_that_are_too_many_become_a_predicate() {
    let Some(mut z3) = z3() else { return };
    let system = model("branches");
    let values = run(&system, Options::new(Domain::Values), &mut z3);
    assert_eq!(
        (word(&values), &*added(&system, &values)),
        ("proved", &["value of x".to_owned(), "up to 64 values".to_owned(), "x == 1".to_owned()][..])
    );
    let predicates = run(&system, Options::new(Domain::Predicates), &mut z3);
    assert_eq!((word(&predicates), &*added(&system, &predicates)), ("proved", &["x == 1".to_owned()][..]));
    for restart in [Restart::Step, Restart::Graph] {
        let both = run(&system, Options { restart, ..Options::new(Domain::Both) }, &mut z3);
        assert_eq!(
            (word(&both), &*added(&system, &both)),
            ("proved", &["value of x".to_owned(), "x == 1".to_owned()][..])
        );
        let released: Vec<_> = both.rounds.iter().map(|round| round.released.len()).collect();
        assert_eq!(released, [0, 1, 0]);
    }
}

/// Figure 1a cannot be proved by values alone, whatever their number; a program of few values can.
#[test]
fn values_alone_are_the_ones_of_the_paper() {
    let Some(mut z3) = z3() else { return };
    let alone = |values| Options { only_values: true, values, ..Options::new(Domain::Values) };
    for values in [1, 8, 64] {
        let system = model("branches");
        let report = run(&system, alone(values), &mut z3);
        assert_eq!((word(&report), &*added(&system, &report)), ("stalled", &["value of x".to_owned()][..]));
    }
    assert_eq!(word(&run(&model("few-values"), alone(8), &mut z3)), "proved");
    assert_eq!(word(&run(&model("few-values"), alone(1), &mut z3)), "stalled");
}

/// The facts of each node that is not covered, with its locations: `l1 {!x == 1}`.
fn drawn(system: &boolprog_integer::System, report: &super::Report) -> Vec<String> {
    let name = |locations: &[u16]| system.processes[0].locations[usize::from(locations[0])].name.to_string();
    let nodes = report.explored.nodes.iter().filter(|node| node.covered_by.is_none());
    let facts = |facts: &[boolprog_integer::Formula]| {
        facts.iter().map(|fact| system.print_formula(fact).to_string()).collect::<Vec<_>>().join(", ")
    };
    nodes.map(|node| format!("{} {{{}}}", name(&node.locations), facts(&node.facts))).collect()
}

#[test]
fn graphs_are_those_of_the_figures() {
    let Some(mut z3) = z3() else { return };
    let system = model("branches");
    let first = run(&system, Options { rounds: 1, ..Options::new(Domain::Predicates) }, &mut z3);
    assert_eq!(drawn(&system, &first), ["l0 {}", "final {}", "l1 {}", "err {}"]);
    assert_eq!(first.explored.path, [0, 2, 3]);
    let second = run(&system, Options::new(Domain::Predicates), &mut z3);
    assert_eq!(drawn(&system, &second), ["l0 {}", "final {x == 1}", "l1 {x != 1}", "final {x != 1}"]);
    let boolean = run(&system, Options { boolean: true, ..Options::new(Domain::Predicates) }, &mut z3);
    assert_eq!(
        drawn(&system, &boolean),
        ["l0 {x != 1}", "l0 {x == 1}", "l1 {x != 1}", "final {x == 1}", "final {x != 1}"]
    );
    let system = model("few-values");
    let values = run(&system, Options { values: 4, ..Options::new(Domain::Values) }, &mut z3);
    let nodes = drawn(&system, &values);
    assert_eq!(word(&values), "proved");
    assert!((1..5).all(|x| nodes.contains(&format!("l1 {{x == {x}, y == 0}}"))), "{nodes:?}");
}

/// As in SV-COMP's category `locks`: locks that are taken if a number is not 0, and given back if it still is not.
fn locks(number: usize) -> String {
    let all = |of: &dyn Fn(usize) -> String, separator: &str| (1..=number).map(of).collect::<Vec<_>>().join(separator);
    let each = |it: usize| {
        let before = it - 1;
        format!(
            "  s{before} -> s{it} when p{it} != 0 do lk{it} := 1;\n  s{before} -> s{it} when p{it} == 0;\n\
             \x20 c{before} -> c{it} when p{it} != 0 && lk{it} == 1 do lk{it} := 0;\n\
             \x20 c{before} -> c{it} when p{it} == 0;\n  c{before} -> err when p{it} != 0 && lk{it} != 1;\n"
        )
    };
    let (declared, free) =
        (all(&|it| format!("p{it}: int = *, lk{it}: int"), ", "), all(&|it| format!("lk{it} := 0"), ", "));
    let (locations, edges) = (all(&|it| format!("s{it}, c{it}"), ", "), all(&each, ""));
    format!(
        "decl {declared};\nprocess Main {{\n  loc top, {locations}, s0, c0, err;\n  top -> s0 do {free};\n{edges}\
         \x20 s{number} -> c0;\n  c{number} -> top;\n}}\nerror held: Main @ err;"
    )
}

/// The facts about one lock are not combined with those about another one.
#[test]
fn nodes_do_not_multiply_with_independent_locks() {
    let Some(mut z3) = z3() else { return };
    let nodes = |report: &super::Report| report.rounds.iter().map(|round| round.nodes).max().unwrap_or_default();
    for domain in DOMAINS {
        let system = heat::system(&locks(15));
        let report = apart(&system, Options::new(domain), &mut z3);
        assert_eq!((word(&report), nodes(&report) <= 401), ("proved", true), "{domain:?}");
        let broken = locks(15).replace("p9 != 0 do lk9 := 1;", "p9 != 0 do lk9 := p9;");
        let broken = apart(&heat::system(&broken), Options::new(domain), &mut z3);
        assert_eq!((word(&broken), nodes(&broken) <= 401), ("violated", true), "{domain:?}");
    }
}

/// The steps to a place from which nothing but the error follows are ways to it, as direct ones are.
#[test]
fn nodes_do_not_multiply_where_some_ways_to_an_error_share_their_last_step() {
    let Some(mut z3) = z3() else { return };
    let mut text = locks(15).replace("c0, err;", "c0, err, lost;\n  lost -> err;");
    for lock in 1..=8 {
        text = text.replace(&format!("err when p{lock} "), &format!("lost when p{lock} "));
    }
    for domain in DOMAINS {
        let report = apart(&heat::system(&text), Options::new(domain), &mut z3);
        let nodes = report.rounds.iter().map(|round| round.nodes).max().unwrap_or_default();
        assert_eq!((word(&report), nodes <= 401), ("proved", true), "{domain:?}");
    }
}

/// A proof has the facts on which several properties depend, also beside one that is violated.
#[test]
fn properties_of_independent_locks_are_proved_beside_a_violated_one() {
    let Some(mut z3) = z3() else { return };
    let properties =
        "error third: Main @ s3 && lk3 > 1;\nerror last: Main @ s12 && lk12 > 1;\nerror wrong: Main @ c5 && p5 > 7;\n";
    let text = locks(12).replace("error held", &format!("{properties}error held"));
    for domain in DOMAINS {
        let report = apart(&heat::system(&text), Options::new(domain), &mut z3);
        assert_eq!(report.violations.iter().map(|(property, _)| *property).collect::<Vec<_>>(), [2], "{domain:?}");
        assert!(matches!(report.outcome, Outcome::Proved(_)), "{domain:?}");
    }
}

/// The slides' lock: without predicates, with one, and with both.
#[test]
fn the_lock_needs_its_state_and_the_comparison() {
    let Some(mut z3) = z3() else { return };
    let system = model("lock");
    let report = run(&system, Options::new(Domain::Predicates), &mut z3);
    assert_eq!(
        (word(&report), &*added(&system, &report)),
        ("proved", &["locked".to_owned(), "new == old".to_owned()][..])
    );
    let broken = run(&model("lock-broken"), Options::new(Domain::Predicates), &mut z3);
    assert_eq!(word(&broken), "violated");
}

/// `cargo xtask paper-tables` prints the table, with times.
#[test]
fn verdicts_of_all_configurations_are_those_of_the_table() {
    let Some(mut z3) = z3() else { return };
    let table = heat::table(&heat::MODELS, &mut z3, &mut |_, _, _| None) + &heat::figures(&mut z3);
    assert_eq!(table, include_str!("../../refinement/table.md"), "{table}");
    let broken = |line: &str| line.split('|').nth(1).is_some_and(|name| name.contains("broken"));
    for line in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let wrong = if broken(line) { "proved" } else { "violated" };
        assert!(!line.contains(wrong), "{line}");
    }
}

/// A combination decides what the better of its parts does, within the limits of the table.
#[test]
fn both_together_decide_at_least_what_either_does() {
    let tables = concat!(include_str!("../../refinement/table.md"), include_str!("../../families/table.md"));
    for line in tables.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.split('|').map(str::trim).skip(2).collect();
        let is_decided = |cell: &&&str| cell.starts_with("proved") || cell.starts_with("violated");
        let alone = cells[..4].iter().any(|cell| is_decided(&cell));
        assert!(!alone || cells[4..10].iter().any(|cell| is_decided(&cell)), "{line}");
    }
}

/// The claims of the table of the families about the engines without options; entries that it leaves open are not tried again.
#[test]
fn families_are_decided_as_in_their_table() {
    let Some(mut z3) = z3() else { return };
    let configurations = heat::configurations();
    let table = include_str!("../../families/table.md");
    for (name, text) in heat::FAMILIES.iter().flat_map(|(_, models)| *models) {
        let line = table.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a row");
        let cells = line.split('|').map(str::trim).skip(2).zip(&configurations);
        let is_default = |name: &str| ["EXPL 8", "PRED Cartesian", "PROD 8", "LOCAL"].contains(&name);
        for (cell, (configuration, options)) in cells.filter(|(_, (name, _))| is_default(name)) {
            let expected = cell.split(' ').next().expect("a verdict");
            let right = if name.ends_with("broken") { "violated" } else { "proved" };
            assert!([right, "unknown"].contains(&expected), "{name} {configuration} {expected}");
            if expected == right {
                assert_eq!(word(&run(&heat::system(text), *options, &mut z3)), right, "{name} {configuration}");
            }
        }
    }
}

/// Values of the loop, and a predicate about the input: within a few rounds neither decides alone.
#[test]
fn both_together_decide_what_neither_does() {
    let Some(mut z3) = z3() else { return };
    let system = model("loop-with-input");
    let words = DOMAINS.map(|domain| word(&run(&system, Options { rounds: 5, ..Options::new(domain) }, &mut z3)));
    assert_eq!(words, ["unknown", "unknown", "proved", "unknown"]);
}

/// Values alone would unroll a counter without end; with both kinds of facts it becomes a predicate.
#[test]
fn a_counter_without_end_is_released() {
    let Some(mut z3) = z3() else { return };
    let system = crate::common::system(
        "decl n: int; process P { loc a, b; a -> a do n := n + 1; a -> b when n < 0; } error e: P @ b;",
    );
    let report = run(&system, Options::new(Domain::Both), &mut z3);
    assert_eq!(
        (word(&report), &*added(&system, &report)),
        ("proved", &["value of n".to_owned(), "n <= -1".to_owned()][..])
    );
    assert!(report.rounds.len() == 3 && report.rounds[1].released.len() == 1);
}

/// The two numbers of a ticket lock and the tickets of its clients count without end, and are released together; so are two
/// counters with fewer values than a step may have, where the graph is as large as it may be.
#[test]
fn counters_that_follow_one_another_are_released_together() {
    let Some(mut z3) = z3() else { return };
    let both = Options::new(Domain::Both);
    let limited = Options { values: 32, nodes: Some(40), ..both };
    for (text, options, number) in [
        (include_str!("../../published/ticket2.ip"), both, 4),
        (include_str!("../../families/counters/two-counters.ip"), limited, 2),
    ] {
        let report = run(&crate::common::system(text), options, &mut z3);
        assert_eq!(word(&report), "proved");
        let released = report.rounds.iter().map(|round| round.released.len()).filter(|number| *number > 0);
        assert_eq!(released.collect::<Vec<_>>(), [number]);
        assert!(report.rounds.iter().map(|round| round.queries).sum::<u64>() < 1000);
    }
}

#[test]
fn every_configuration_decides_what_its_facts_allow() {
    let Some(mut z3) = z3() else { return };
    for name in ["branches", "lock", "lock-broken", "interlock"] {
        let system = model(name);
        let expected = if name == "lock-broken" { "violated" } else { "proved" };
        for refiner in [Refiner::Weakest, Refiner::Core, Refiner::Cut, Refiner::Interpolants] {
            for boolean in [false, true] {
                for (order, first) in [(Order::BreadthFirst, First::Declared), (Order::DepthFirst, First::Guards)] {
                    for domain in [Domain::Predicates, Domain::Both] {
                        let options = Options { refiner, boolean, order, first, ..Options::new(domain) };
                        let report = run(&system, options, &mut z3);
                        assert_eq!(word(&report), expected, "{name} {options:?}");
                    }
                }
            }
        }
    }
}

/// Predicates by node: the same verdicts; the nodes before the place where predicates are lacking have none.
#[test]
fn lazy_abstraction_adds_predicates_where_they_are_lacking() {
    let Some(mut z3) = z3() else { return };
    for name in ["branches", "lock", "lock-broken", "counter", "unbounded-counter", "interlock", "interlock-broken"] {
        let expected = if name.contains("broken") { "violated" } else { "proved" };
        for refiner in [Refiner::Weakest, Refiner::Core, Refiner::Cut] {
            let options = Options { lazy: true, refiner, rounds: 100, ..Options::new(Domain::Predicates) };
            let report = run(&model(name), options, &mut z3);
            assert_eq!(word(&report), expected, "{name} {refiner:?} {:?}", report.outcome);
        }
    }
    let system = crate::common::system(
        "decl x: int = *, y: int = *; process P { loc a, b, c, d; a -> b when y != 2; b -> c when x != 1; c -> d when x == 1; }
        predicate y == 2; error e: P @ d;",
    );
    let lazy = run(&system, Options { lazy: true, ..Options::new(Domain::Predicates) }, &mut z3);
    assert_eq!(drawn(&system, &lazy), ["a {}", "b {y != 2}", "c {y != 2, x != 1}"]);
    let counts: Vec<_> = lazy.rounds.iter().map(|round| (round.nodes, round.added.len())).collect();
    assert_eq!(counts, [(4, 1), (3, 0)]);
}

/// A comparison with a choice of a step is no predicate of states.
#[test]
fn a_condition_on_a_choice_is_no_predicate() {
    let Some(mut z3) = z3() else { return };
    let system = crate::common::system(
        "decl x: 0..3, y: int; process P { loc a; a -> a when y > 5 do x := input(0..9); } error e: x > 3;",
    );
    for domain in DOMAINS {
        for refiner in [Refiner::Weakest, Refiner::Core, Refiner::Cut, Refiner::Interpolants] {
            let report = run(&system, Options { refiner, ..Options::new(domain) }, &mut z3);
            assert_eq!(word(&report), "proved", "{domain:?} {refiner:?} {:?}", report.outcome);
        }
    }
}

#[test]
fn an_unspecified_start_and_a_missing_value_are_seen() {
    let Some(mut z3) = z3() else { return };
    let text = "decl x: int = *, y: 0..9 = 3; init x > 4;
        process P { loc a; a -> a when x < 9 do x := x + 1, y := 9 / (x - 4); } invariant i: y >= 0;";
    let system = crate::common::system(text);
    for domain in DOMAINS {
        let report = run(&system, Options::new(domain), &mut z3);
        assert_eq!(word(&report), "proved", "{domain:?} {:?}", report.outcome);
    }
    let system = crate::common::system(&text.replace("x > 4", "x > 3"));
    for domain in DOMAINS {
        let report = run(&system, Options::new(domain), &mut z3);
        assert_eq!(word(&report), "undefined", "{domain:?}");
    }
    let system = crate::common::system("decl x: int = *; init 1 / x > 0; process P { loc a; a -> a; } error e: x < 0;");
    let report = run(&system, Options::new(Domain::Predicates), &mut z3);
    assert!(matches!(report.outcome, Outcome::Unknown(Reason::StartUndefined(_))), "{:?}", report.outcome);
}
