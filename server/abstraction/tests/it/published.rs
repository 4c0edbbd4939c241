//! The counts of published tables, to the digit.

use boolprog_abstraction::alpha::{self, Choices, Options, Report};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_certificate::integer as certificate;
use boolprog_integer::explicit::replay;
use boolprog_integer::{InputBound, System};
use serde_json::Value;

use crate::common::{published, system, z3};

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

/// Concrete states, abstract states, queries, cache hits, new predicates.
fn rows(report: &Report) -> Vec<[u64; 5]> {
    let row = |i: &alpha::Iteration| {
        [i.concrete_states, i.abstract_states, i.queries, i.cache_hits, i.new_predicates.len() as u64]
    };
    report.iterations.iter().map(row).collect()
}

fn names(system: &System, iteration: &alpha::Iteration) -> Vec<String> {
    iteration.new_predicates.iter().map(|p| system.print_formula(&p.formula).to_string()).collect()
}

fn iterations(iterations: u32) -> Options {
    Options { iterations, ..Options::default() }
}

#[test]
fn iterations_have_the_published_counts() {
    let Some(goldens) = published("goldens.json") else { return };
    let goldens: Value = serde_json::from_str(&goldens).expect("JSON");
    for (name, golden) in goldens["alpha_search"].as_object().expect("an object") {
        let (Some(expected), Some(text)) = (golden["iters"].as_array(), published(&format!("{name}.ip"))) else {
            continue;
        };
        let mut system = system(&text);
        if name == "driver" {
            // The published count is that of an exact search; see below for the properties.
            system.properties.clear();
        }
        let Some(report) = run(&system, &iterations(expected.len() as u32)) else { return };
        assert_eq!(report.iterations.len(), expected.len(), "{name}");
        for (row, expected) in rows(&report).iter().zip(expected) {
            for (count, expected) in row.iter().zip(expected.as_array().expect("a row")) {
                assert!(expected.is_null() || expected.as_u64() == Some(*count), "{name}: {row:?} is not {expected:?}");
            }
        }
        let result = match report.outcome {
            Outcome::Proved(_) => ["unreachable", "exact"].as_slice(),
            Outcome::Violated => &["error"],
            Outcome::Unknown(Reason::Iterations(_)) => &["diverges"],
            other => panic!("{name}: {other:?}"),
        };
        assert!(result.contains(&golden["result"].as_str().expect("a result")), "{name}");
    }
}

/// The abstraction is exact at once, but does not say whether `lock` is set: that takes another iteration.
#[test]
fn an_exact_abstraction_need_not_decide_the_properties() {
    let Some(text) = published("driver.ip") else { return };
    let system = system(&text);
    let Some(report) = run(&system, &Options::default()) else { return };
    assert!(matches!(report.outcome, Outcome::Proved(_)));
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&system, iteration)).collect();
    assert_eq!(new, [vec!["lock == 1", "lock == 0"], vec![]]);
}

#[test]
fn new_predicates_have_the_published_names_and_order() {
    let Some(text) = published("ticket3.ip") else { return };
    let ticket = system(&text);
    let Some(report) = run(&ticket, &Options::default()) else { return };
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&ticket, iteration)).collect();
    assert_eq!(
        new,
        [
            vec!["t <= s", "P[1].a <= s + 1", "P[2].a <= s + 1", "P[0].a <= s + 1"],
            vec!["t + 1 <= s", "t <= s + 1", "P[2].a <= s + 2", "P[1].a <= s + 2", "P[0].a <= s + 2"],
            vec!["t <= s + 2"],
            vec!["t <= s + 3"],
            vec![],
        ]
    );
    let Some(text) = published("fig4.ip") else { return };
    let figure = system(&text);
    let Some(report) = run(&figure, &iterations(3)) else { return };
    let new: Vec<_> = report.iterations.iter().map(|iteration| names(&figure, iteration)).collect();
    assert_eq!(new, [["0 <= x + y"], ["0 <= 2 * x + y"], ["0 <= 3 * x + y"]]);
    assert_eq!(rows(&report).iter().map(|row| (row[0], row[1])).collect::<Vec<_>>(), [(2, 1); 3]);
}

#[test]
fn adding_all_values_forces_an_end() {
    let Some(text) = published("fig4.ip") else { return };
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
        ("ticket2.ip", &[[15, 9, 4], [15, 9, 8], [15, 9, 6], [15, 9, 2], [15, 9, 0]]),
        ("ticket3.ip", &[[52, 25, 9], [55, 28, 15], [58, 31, 18], [58, 31, 9], [58, 31, 3], [58, 31, 3], [58, 31, 0]]),
        ("rax.ip", &[[65, 40, 3], [65, 40, 1], [65, 40, 0]]),
    ];
    for (name, expected) in expected {
        let Some(text) = published(name) else { return };
        let Some(report) = run(&system(&text), &Options { local: true, ..iterations(10) }) else { return };
        assert!(matches!(report.outcome, Outcome::Proved(_)), "{name}");
        let counts: Vec<_> = rows(&report).iter().map(|row| [row[0], row[1], row[4]]).collect();
        assert_eq!(counts, expected, "{name}");
    }
}

#[test]
fn without_a_prover_errors_are_found_and_nothing_is_proved() {
    let run = |name: &str| {
        let system = system(&published(name)?);
        Some(alpha::run(&system, &iterations(7), None, &Unlimited, &mut |_| {}))
    };
    let (Some(safe), Some(two), Some(three)) = (run("ticket2.ip"), run("ticket2-err.ip"), run("ticket3-err.ip")) else {
        return;
    };
    assert_eq!(rows(&safe).iter().map(|row| row[4]).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(safe.outcome, Outcome::Unknown(Reason::Iterations(7)));
    for (report, expected) in [(two, 2), (three, 1)] {
        assert_eq!(report.outcome, Outcome::Violated);
        assert_eq!(report.iterations.len(), expected);
    }
}

#[test]
fn an_open_system_is_proved_by_solving_and_not_by_trying_some_inputs() {
    let Some(text) = published("open.ip") else { return };
    let system = system(&text);
    let Some(solved) = run(&system, &Options::default()) else { return };
    assert!(matches!(solved.outcome, Outcome::Proved(_)));
    let options = Options { choices: Choices::Enumerate(InputBound(3)), ..Options::default() };
    let Some(tried) = run(&system, &options) else { return };
    assert_eq!(tried.outcome, Outcome::Unknown(Reason::Inputs(3)));
}
