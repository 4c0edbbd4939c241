//! The configurations of Bajkai and Hajdu, *Software Model Checking with a Combination of Explicit Values and Predicates*, on
//! the models in `tests/refinement/`, and the graphs of their figures.
//!
//! The paper's figure 3 shows time on 430 models, of which those of CERN's controllers are not public; the others are C programs
//! of SV-COMP. The table is about models of the same kinds: sequential programs, loops that count, cycles of a controller. If a verdict changes,
//! [`paper_tables`](../../../examples/paper_tables.rs) prints the new table for `table.md` there.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::time::Duration;

use boolprog_abstraction::cegar::{self, Domain, ExploredNode, Options, Report};
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, LocationId, State, System, instantiate};
use boolprog_prover::Prover;

macro_rules! models {
    ($folder:literal: $($name:literal),*) => {
        [$(($name, include_str!(concat!("../../", $folder, "/", $name, ".ip")))),*]
    };
}

/// A model: its name, and its text.
pub(crate) type Model = (&'static str, &'static str);

pub(crate) const MODELS: [Model; 11] = models![
    "refinement": "branches",
    "few-values",
    "lock",
    "lock-broken",
    "counter",
    "counter-broken",
    "unbounded-counter",
    "loop-with-input",
    "interlock",
    "interlock-broken",
    "two-threads"
];

/// Models of the kinds in the paper, and of other kinds than the models above: each with its name.
pub(crate) const FAMILIES: [(&str, &[Model]); 3] = [
    ("sequential", &models!["families/sequential": "absolute", "flags", "flags-broken", "maximum"]),
    (
        "counters",
        &models![
            "families/counters": "choice-sum",
            "deep-broken",
            "even",
            "lockstep",
            "nested",
            "nested-input",
            "nested-unbounded",
            "queue",
            "reset",
            "subtraction",
            "two-counters",
            "up-down"
        ],
    ),
    ("cycles", &models!["families/cycles": "scale", "sequence", "sequence-broken", "tank", "timer", "two-hands"]),
];

/// Rounds and nodes after which a cell is `unknown`: limits that do not depend on the machine.
const ROUNDS: u32 = 30;
const NODES: u64 = 5000;

pub(crate) fn configurations() -> Vec<(String, Options)> {
    let limited = |domain| Options { rounds: ROUNDS, nodes: Some(NODES), ..Options::new(domain) };
    let mut all = Vec::new();
    for values in [1, 8] {
        all.push((format!("EXPL {values}"), Options { values, ..limited(Domain::Values) }));
    }
    for (name, boolean) in [("PRED Cartesian", false), ("PRED Boolean", true)] {
        all.push((name.to_owned(), Options { boolean, ..limited(Domain::Predicates) }));
    }
    for values in [1, 2, 4, 8, 16, 32] {
        all.push((format!("PROD {values}"), Options { values, ..limited(Domain::Both) }));
    }
    all.push(("LOCAL".to_owned(), limited(Domain::Visible)));
    all
}

pub(crate) fn system(text: &str) -> System {
    instantiate(&parse(text).file, &Instantiation::default()).expect("a program without errors")
}

fn word(report: &Report) -> &'static str {
    match &report.outcome {
        _ if !report.violations.is_empty() => "violated",
        Outcome::Proved(_) => "proved",
        Outcome::Unknown(Reason::Stalled(_)) => "stalled",
        _ => "unknown",
    }
}

/// Verdict and rounds of each model in each configuration. `done` gets the model, the configuration, and the report of each
/// cell, and returns what is written after it.
pub(crate) fn table(
    models: &[Model],
    prover: &mut dyn Prover,
    done: &mut dyn FnMut(&str, &str, &Report) -> Option<Duration>,
) -> String {
    let configurations = configurations();
    let mut out = String::from("| model |");
    for (name, _) in &configurations {
        _ = write!(out, " {name} |");
    }
    out += "\n|---|";
    out += &"---|".repeat(configurations.len());
    out += "\n";
    for (model, text) in models {
        let system = system(text);
        _ = write!(out, "| {model} |");
        for (name, options) in &configurations {
            let report = cegar::run(&system, options, prover, &Unlimited, &mut |_| {});
            _ = write!(out, " {} in {}", word(&report), report.rounds.len());
            if let Some(time) = done(model, name, &report) {
                _ = write!(out, " ({:.2} s)", time.as_secs_f64());
            }
            out += " |";
        }
        out += "\n";
    }
    out
}

/// The figures: the program (1a), without values of `x` (1b), with a node for each of them (2a), and with a predicate (2b).
pub(crate) fn figures(prover: &mut dyn Prover) -> String {
    let system = system(MODELS[0].1);
    let mut out = String::from("\nFigure 1a: the program.\n\n");
    MODELS[0].1.lines().skip(1).for_each(|line| _ = writeln!(out, "    {line}"));
    let values = Options { rounds: 3, ..Options::new(Domain::Values) };
    out += &figure(("1b", "`x` has too many values, so that none excludes the error"), &system, values, prover);
    out += &one_by_one(&system);
    for (title, domain) in [
        ("`pred`: the predicate `x == 1` excludes the error", Domain::Predicates),
        ("`prod`: `x` has too many values, and becomes the predicate", Domain::Both),
    ] {
        out += &figure(("2b", title), &system, Options::new(domain), prover);
    }
    out
}

/// The last graph of a search.
fn figure((number, title): (&str, &str), system: &System, options: Options, prover: &mut dyn Prover) -> String {
    let report = cegar::run(system, &Options { shown: true, ..options }, prover, &Unlimited, &mut |_| {});
    let mut out = format!("\nFigure {number}, {title}: {} after {} rounds.\n\n", word(&report), report.rounds.len());
    let explored = &report.explored;
    for (node, number) in explored.nodes.iter().zip(0..) {
        let after = explored.edges.iter().filter(|edge| edge.source == number).map(|edge| edge.target);
        out += &line(number, &drawn(system, node), after);
    }
    out
}

/// The distance from 0 of the values that the figure shows of those that `x` has, which have no end. The guard leaves all but
/// one of them: one more than `k`.
const NEAR: u32 = 3;

/// The graph with a node for each value of `x` once a guard has been passed (2a).
fn one_by_one(system: &System) -> String {
    let states = system.initial_states(InputBound(NEAR)).flatten().flatten();
    let mut nodes = vec![(system.processes[0].locations[0].name.to_string(), None)];
    let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut waiting: VecDeque<(usize, State)> = states.map(|state| (0, state)).collect();
    while let Some((source, state)) = waiting.pop_front() {
        for after in system.successors(&state, InputBound(0)).filter_map(|successor| successor.state.ok()) {
            let name = &system.processes[0].locations[usize::from(after.locations[0])].name;
            let node = (name.to_string(), Some(after.values[0]));
            let target = nodes.iter().position(|known| *known == node).unwrap_or_else(|| {
                nodes.push(node);
                nodes.len() - 1
            });
            edges.insert((source, target));
            waiting.push_back((target, after));
        }
    }
    let (first, most) = (2 * NEAR, 2 * NEAR - 1);
    let title = format!("values of `x` one by one, for k = {most} the first {first} in `l1`: they have no end");
    let mut out = format!("\nFigure 2a, {title}.\n\n");
    for (number, (location, value)) in nodes.iter().enumerate() {
        let value = value.map_or_else(String::new, |value| format!(", x == {value}"));
        let after = edges.iter().filter(|(source, _)| *source == number).map(|(_, target)| *target as u32);
        out += &line(number as u32, &format!("({location}{value})"), after);
    }
    out
}

/// A node with those after it.
fn line(number: u32, node: &str, after: impl Iterator<Item = u32>) -> String {
    let after = after.map(|target| target.to_string()).collect::<Vec<_>>().join(", ");
    let arrow = if after.is_empty() { "" } else { " -> " };
    format!("    {number} {node}{arrow}{after}\n")
}

/// A node in the notation of the paper: `(l1, x != 1)`.
fn drawn(system: &System, node: &ExploredNode) -> String {
    let location = &system.processes[0].locations[usize::from(LocationId(node.locations[0]).0)].name;
    let facts = node.facts.iter().map(|fact| system.print_formula(fact).to_string());
    format!("({})", std::iter::once(location.to_string()).chain(facts).collect::<Vec<_>>().join(", "))
}
