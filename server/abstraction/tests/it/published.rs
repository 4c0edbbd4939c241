//! The counts of published tables, to the digit, and what they do not show.

use std::path::Path;

use boolprog_abstraction::alpha::{self, Choices, Options, Order, Report};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_certificate::integer as certificate;
use boolprog_integer::explicit::replay;
use boolprog_integer::{InputBound, System, Transition};

use crate::common::{system, z3};

mod table;

/// The text of a model after the paper.
fn model(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published").join(format!("{name}.ip"));
    std::fs::read_to_string(path).expect("a model")
}

/// Runs at most this number of iterations, and checks the proof or violation.
fn run(system: &System, options: &Options) -> Option<Report> {
    let mut z3 = z3()?;
    let report = alpha::run(system, options, Some(&mut z3), &Unlimited, &mut |_| {});
    if let Outcome::Proved(Proof::Exact(abstraction)) = &report.outcome {
        assert_eq!(certificate::check(system, abstraction, &mut z3, &Unlimited), Ok(Ok(())));
    }
    for (property, run) in &report.violations {
        assert_eq!(replay(system, run, *property as usize), Ok(()));
    }
    Some(report)
}

/// Concrete states, abstract states, new predicates.
fn rows(report: &Report) -> Vec<[u64; 3]> {
    let row = |i: &alpha::Iteration| [i.concrete_states, i.abstract_states, i.new_predicates.len() as u64];
    report.iterations.iter().map(row).collect()
}

fn names(system: &System, iteration: &alpha::Iteration) -> Vec<String> {
    iteration.new_predicates.iter().map(|p| system.print_formula(&p.formula).to_string()).collect()
}

fn iterations(iterations: u32) -> Options {
    Options { iterations, ..Options::default() }
}

/// `cargo xtask paper-tables` prints the table.
#[test]
fn figures_are_compared_with_the_published_ones() {
    let Some(mut z3) = z3() else { return };
    let table = table::table(&mut z3, &mut |_| {});
    assert_eq!(table, include_str!("../published/table.md"));
    let unclear: Vec<&str> = table.lines().filter(|line| line.contains("explanation.")).collect();
    assert_eq!(unclear, [""; 0], "figures differ if and only if an explanation says why");
}

/// The abstraction is exact at once, but does not say whether `lock` is set: that takes another iteration.
#[test]
fn an_exact_abstraction_need_not_decide_the_properties() {
    let text = model("driver");
    let system = system(&text);
    let Some(report) = run(&system, &Options::default()) else { return };
    assert!(matches!(report.outcome, Outcome::Proved(_)));
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&system, iteration)).collect();
    assert_eq!(new, [vec!["lock == 1", "lock == 0"], vec![]]);
}

#[test]
fn new_predicates_have_the_published_names_and_order() {
    let text = model("ticket3");
    let ticket = system(&text);
    let Some(report) = run(&ticket, &Options::default()) else { return };
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&ticket, iteration)).collect();
    assert_eq!(
        new,
        [
            vec!["t <= s", "Client[1].a <= s + 1", "Client[2].a <= s + 1", "Client[0].a <= s + 1"],
            vec!["t + 1 <= s", "t <= s + 1", "Client[2].a <= s + 2", "Client[1].a <= s + 2", "Client[0].a <= s + 2"],
            vec!["t <= s + 2"],
            vec!["t <= s + 3"],
            vec![],
        ]
    );
    let text = model("figure4");
    let figure = system(&text);
    let Some(report) = run(&figure, &iterations(3)) else { return };
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&figure, iteration)).collect();
    assert_eq!(new, [["0 <= x + y"], ["0 <= 2 * x + y"], ["0 <= 3 * x + y"]]);
    assert_eq!(rows(&report).iter().map(|row| (row[0], row[1])).collect::<Vec<_>>(), [(2, 1); 3]);
}

/// Attempts at table 1, which prints 102/44.
#[test]
fn no_order_of_edges_gives_the_printed_states_of_ticket3_err() {
    let text = model("ticket3-err");
    let ticket = system(&text);
    let states = |system: &System, order| {
        let report = alpha::run(system, &Options { order, ..iterations(1) }, None, &Unlimited, &mut |_| {});
        let first = &report.iterations[0];
        (first.concrete_states, first.abstract_states)
    };
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for edges in orders {
        for clients in orders {
            let number = |transition: &Transition| {
                (clients[usize::from(transition.instance.0)], edges[usize::from(transition.from.0)])
            };
            let mut ordered = ticket.clone();
            ordered.transitions.sort_by_key(number);
            assert_eq!(states(&ordered, Order::BreadthFirst), (112, 49), "{edges:?} {clients:?}");
            assert_eq!(states(&ordered, Order::DepthFirst), (120, 49), "{edges:?} {clients:?}");
        }
    }
    let three = system(&text.replace("s + 2", "s + 3"));
    assert_eq!(states(&three, Order::BreadthFirst), (112, 45));
}

#[test]
fn adding_all_values_forces_an_end() {
    let text = model("figure4");
    for longest in [1, 2] {
        let options = Options { add_all: Some(longest), ..iterations(10) };
        let Some(report) = run(&system(&text), &options) else { return };
        assert!(matches!(report.outcome, Outcome::Proved(_)));
        assert_eq!(report.iterations.len(), longest as usize + 1);
    }
}

#[test]
fn predicates_may_belong_to_locations() {
    let expected: [(&str, &[[u64; 3]]); 3] = [
        ("ticket2", &[[15, 9, 4], [15, 9, 8], [15, 9, 6], [15, 9, 2], [15, 9, 0]]),
        ("ticket3", &[[52, 25, 9], [55, 28, 15], [58, 31, 18], [58, 31, 9], [58, 31, 3], [58, 31, 3], [58, 31, 0]]),
        ("rax", &[[65, 40, 3], [65, 40, 1], [65, 40, 0]]),
    ];
    for (name, expected) in expected {
        let Some(report) = run(&system(&model(name)), &Options { local: true, ..iterations(10) }) else { return };
        assert!(matches!(report.outcome, Outcome::Proved(_)), "{name}");
        assert_eq!(rows(&report), expected, "{name}");
    }
}

#[test]
fn without_a_prover_errors_are_found_and_nothing_is_proved() {
    let run = |name: &str| alpha::run(&system(&model(name)), &iterations(7), None, &Unlimited, &mut |_| {});
    let (safe, two, three) = (run("ticket2"), run("ticket2-err"), run("ticket3-err"));
    assert_eq!(rows(&safe).iter().map(|row| row[2]).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(safe.outcome, Outcome::Unknown(Reason::Iterations(7)));
    for (report, expected) in [(two, 2), (three, 1)] {
        assert_eq!(report.outcome, Outcome::Violated);
        assert_eq!(report.iterations.len(), expected);
    }
}

#[test]
fn an_open_system_is_proved_by_solving_and_not_by_trying_some_inputs() {
    let text = model("open");
    let system = system(&text);
    let Some(solved) = run(&system, &Options::default()) else { return };
    assert!(matches!(solved.outcome, Outcome::Proved(_)));
    let options = Options { choices: Choices::Enumerate(InputBound(3)), ..Options::default() };
    let Some(tried) = run(&system, &options) else { return };
    assert_eq!(tried.outcome, Outcome::Unknown(Reason::Starts(3)));
}
