//! Published figures of abstract matching with refinement beside ours.
//!
//! The published figures are from Păsăreanu, Pelánek and Visser, *Predicate Abstraction with Under-approximation
//! Refinement* (LMCS 3(1), 2007): figures 4 and 6, tables 1 to 3 and sections 8.3 and 8.5. The models in
//! `tests/published/` are written for this project after the figures and descriptions of the paper.
//!
//! If a comparison changes, [`paper_tables`](../../../examples/paper_tables.rs) prints the new table for `table.md` there.

use std::fmt::Write as _;

use boolprog_abstraction::alpha::{self, Iteration, Options, Report};
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, instantiate};
use boolprog_prover::Prover;

/// One search, and what is published of it.
struct Compared {
    model: &'static str,
    text: &'static str,
    /// Number of iterations that the figures cover.
    iterations: u32,
    add_all: Option<u32>,
    /// `true` if the properties of the model are left out.
    exactness_only: bool,
    rows: &'static [Row],
}

/// One published figure, with its source and the explanation if ours is different.
type Row = (&'static str, Figure, &'static str, &'static str);

/// The columns of the comparison.
#[derive(Clone, Copy)]
enum Figure {
    Iterations,
    /// Concrete and abstract states of the iterations, equal ones in a row once.
    States,
    /// The same of each iteration.
    StatesEach,
    Queries,
    QueriesEach,
    HitsEach,
    New,
    NewEach,
    /// The new predicates of each iteration.
    Names,
    /// Length of the counterexample.
    Steps,
    Result,
}

impl Figure {
    const fn title(self) -> &'static str {
        match self {
            Self::Iterations => "iterations",
            Self::States => "states (concrete/abstract)",
            Self::StatesEach => "states of each iteration",
            Self::Queries => "queries",
            Self::QueriesEach => "queries of each iteration",
            Self::HitsEach => "cache hits of each iteration",
            Self::New => "new predicates",
            Self::NewEach => "new predicates of each iteration",
            Self::Names => "the new predicates",
            Self::Steps => "steps of the counterexample",
            Self::Result => "result",
        }
    }

    fn of(self, system: &System, report: &Report) -> String {
        let iterations = &report.iterations;
        let each = |figure: fn(&Iteration) -> String| iterations.iter().map(figure).collect::<Vec<_>>();
        let states = |it: &Iteration| format!("{}/{}", it.concrete_states, it.abstract_states);
        let new = |it: &Iteration| it.new_predicates.len();
        match self {
            Self::Iterations => iterations.len().to_string(),
            Self::States => {
                let mut states = each(states);
                states.dedup();
                states.join(", ")
            }
            Self::StatesEach => each(states).join(", "),
            Self::Queries => iterations.iter().map(|it| it.queries).sum::<u64>().to_string(),
            Self::QueriesEach => each(|it| it.queries.to_string()).join(", "),
            Self::HitsEach => each(|it| it.cache_hits.to_string()).join(", "),
            Self::New => iterations.iter().map(new).sum::<usize>().to_string(),
            Self::NewEach => iterations.iter().map(|it| new(it).to_string()).collect::<Vec<_>>().join(", "),
            Self::Names => {
                let name = |it: &Iteration| {
                    let names = it.new_predicates.iter().map(|p| system.print_formula(&p.formula).to_string());
                    names.collect::<Vec<_>>().join(", ")
                };
                iterations.iter().map(name).filter(|names| !names.is_empty()).collect::<Vec<_>>().join("; ")
            }
            Self::Steps => report.violations.first().map_or(0, |(_, run)| run.steps.len()).to_string(),
            Self::Result => result(system, report),
        }
    }
}

fn result(system: &System, report: &Report) -> String {
    match &report.outcome {
        Outcome::Violated => "error".to_owned(),
        Outcome::Proved(_) if system.properties.is_empty() => "exact".to_owned(),
        Outcome::Proved(_) => "no error".to_owned(),
        Outcome::Unknown(Reason::Iterations(_)) => "no end".to_owned(),
        Outcome::Unknown(reason) => reason.to_string(),
        Outcome::Undefined(fault) => fault.undefined.to_string(),
    }
}

macro_rules! model {
    ($name:literal, $iterations:literal, $rows:expr) => {
        Compared {
            model: $name,
            text: include_str!(concat!("../../published/", $name, ".ip")),
            iterations: $iterations,
            add_all: None,
            exactness_only: false,
            rows: $rows,
        }
    };
}

const OWN: &str = "The published model is not public; ours is another version of the same algorithm.";
const SEEDED: &str = "The published error is not public; ours is another one in the same program.";

const COMPARED: &[Compared] = &[
    model!(
        "ticket2",
        10,
        &[
            ("table 1", Figure::Iterations, "4", ""),
            ("table 1", Figure::States, "15/9", ""),
            ("table 1", Figure::Queries, "124", ""),
            ("table 1", Figure::New, "6", ""),
            ("table 1", Figure::Result, "no error", ""),
        ]
    ),
    model!(
        "ticket3",
        10,
        &[
            ("table 1", Figure::Iterations, "5", ""),
            ("table 1", Figure::Queries, "603", ""),
            ("table 1", Figure::New, "11", ""),
            ("table 1", Figure::Result, "no error", ""),
            ("table 2", Figure::StatesEach, "52/25, 58/31, 58/31, 58/31, 58/31", ""),
            ("table 2", Figure::QueriesEach, "14, 70, 151, 173, 195", ""),
            ("table 2", Figure::HitsEach, "18, 152, 475, 585, 657", ""),
            ("table 2", Figure::NewEach, "4, 5, 1, 1, 0", ""),
            (
                "table 2",
                Figure::Names,
                "t <= s, a_i <= s + 1; t + 1 <= s, t <= s + 1, a_i <= s + 2; t <= s + 2; t <= s + 3",
                "The same predicates, with the three that `a_i` stands for.",
            ),
        ]
    ),
    model!(
        "ticket2-err",
        10,
        &[
            ("table 1", Figure::Iterations, "2", ""),
            ("table 1", Figure::States, "15/9, 31/17", ""),
            ("table 1", Figure::Queries, "38", ""),
            ("table 1", Figure::New, "5", ""),
            ("table 1", Figure::Result, "error", ""),
        ]
    ),
    model!(
        "ticket3-err",
        10,
        &[
            ("table 1", Figure::Iterations, "1", ""),
            (
                "table 1",
                Figure::States,
                "102/44",
                "Unexplained: every order of the edges and of the clients gives 112/49 breadth-first and 120/49 depth-first; \
                 with `s := s + 3` as the error it is 112/45.",
            ),
            ("table 1", Figure::Queries, "14", ""),
            ("table 1", Figure::New, "4", ""),
            ("table 1", Figure::Result, "error", ""),
        ]
    ),
    model!(
        "rax",
        4,
        &[
            ("table 3", Figure::StatesEach, "69/44, 101/65, 101/65, 101/65", ""),
            ("table 3", Figure::QueriesEach, "10, 20, 26, 32", ""),
            ("table 3", Figure::HitsEach, "10, 44, 64, 84", ""),
            ("table 3", Figure::NewEach, "2, 2, 2, 2", ""),
            (
                "table 3",
                Figure::Names,
                "e1 = 0, e2 = 0; e1 = -1, e2 = -1; e1 = -2, e2 = -2; e1 = -3, e2 = -3",
                "The same predicates: ours keep constants on their side of a comparison.",
            ),
            ("table 3", Figure::Result, "no end", ""),
        ]
    ),
    model!(
        "rax-invariants",
        10,
        &[
            ("section 8.3", Figure::Iterations, "2", ""),
            ("section 8.3", Figure::Queries, "40", ""),
            ("section 8.3", Figure::New, "2", ""),
            ("section 8.3", Figure::Result, "exact", ""),
        ]
    ),
    model!(
        "rax-err",
        10,
        &[
            ("table 1", Figure::Iterations, "1", ""),
            ("table 1", Figure::States, "69/44", ""),
            ("table 1", Figure::Queries, "10", ""),
            (
                "table 1",
                Figure::New,
                "0",
                "The printed 0 contradicts the first row of table 3, which is about the same search and says 2.",
            ),
            ("table 1", Figure::Result, "error", ""),
            ("section 8.3", Figure::Steps, "8", "The paper counts the states of the execution: 8 states are 7 steps.",),
        ]
    ),
    Compared {
        exactness_only: true,
        ..model!(
            "driver",
            10,
            &[
                ("section 8.5", Figure::Iterations, "1", ""),
                ("section 8.5", Figure::Queries, "3", ""),
                ("table 1", Figure::States, "10/9", ""),
                ("table 1", Figure::New, "0", ""),
            ]
        )
    },
    model!(
        "driver",
        10,
        &[
            ("table 1", Figure::Iterations, "2", ""),
            (
                "table 1",
                Figure::Queries,
                "7",
                "Table 1 contradicts section 8.5 (one iteration, 3 queries). We need two iterations with the properties \
                 of the model: 7 queries in the first, 3 in the second.",
            ),
            (
                "table 1",
                Figure::New,
                "0",
                "The first iteration does not decide the properties, so what they say of `lock` is added.",
            ),
            ("table 1", Figure::Result, "no error", ""),
        ]
    ),
    model!(
        "driver-err",
        10,
        &[
            ("table 1", Figure::States, "10/10", SEEDED),
            ("table 1", Figure::Queries, "2", SEEDED),
            ("table 1", Figure::Result, "error", ""),
        ]
    ),
    model!(
        "bakery",
        10,
        &[
            ("table 1", Figure::Iterations, "3", OWN),
            ("table 1", Figure::States, "278/152, 410/221, 537/292", OWN),
            ("table 1", Figure::Queries, "1598", OWN),
            ("table 1", Figure::New, "24", OWN),
            ("table 1", Figure::Result, "no error", ""),
        ]
    ),
    model!("bakery-err", 10, &[("table 1", Figure::States, "356/191", OWN), ("table 1", Figure::Result, "error", "")]),
    model!(
        "figure4",
        3,
        &[
            (
                "figure 4",
                Figure::Names,
                "x + y >= 0; 2x + y >= 0; 3x + y >= 0",
                "The same predicates, in our normal form.",
            ),
            ("figure 4", Figure::Result, "no end", ""),
        ]
    ),
    Compared { add_all: Some(1), ..model!("figure4", 10, &[("corollary 1", Figure::Result, "no error", "")]) },
    model!(
        "figure6a",
        10,
        &[("figure 6 (a)", Figure::Iterations, "1", ""), ("figure 6 (a)", Figure::Result, "error", "")]
    ),
    model!("figure6b", 10, &[("figure 6 (b)", Figure::Result, "exact", "")]),
];

/// All comparisons as a table in Markdown; `progress` is called before each search.
pub(crate) fn table(prover: &mut dyn Prover, progress: &mut dyn FnMut(&str)) -> String {
    let mut text =
        String::from("| model | source | figure | published | ours | explanation |\n|---|---|---|---|---|---|\n");
    for compared in COMPARED {
        progress(compared.model);
        let system = system(compared);
        let Compared { iterations, add_all, .. } = *compared;
        let options = Options { iterations, add_all, until_violated: true, ..Options::default() };
        let report = alpha::run(&system, &options, Some(&mut *prover), &Unlimited, &mut |_| {});
        for (source, figure, published, explanation) in compared.rows {
            let (ours, title) = (figure.of(&system, &report), figure.title());
            let remark = match (*published == ours, explanation.is_empty()) {
                (true, true) => "",
                (true, false) => "**Equal**, against the explanation.",
                (false, true) => "**Different**, without an explanation.",
                (false, false) => explanation,
            };
            let model = compared.model;
            let without = if compared.exactness_only { " without its properties" } else { "" };
            let longest = add_all.map_or_else(String::new, |longest| format!(" with `--add-all {longest}`"));
            let _ =
                writeln!(text, "| {model}{without}{longest} | {source} | {title} | {published} | {ours} | {remark} |");
        }
    }
    text
}

fn system(compared: &Compared) -> System {
    let parsed = parse(compared.text);
    let mut system = instantiate(&parsed.file, &Instantiation::default()).expect("a model without errors");
    if compared.exactness_only {
        system.properties.clear();
    }
    system
}
