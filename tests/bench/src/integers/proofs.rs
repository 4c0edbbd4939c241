//! `--suite proofs`: the engines with a prover on models without errors, as Kudra's table 2.1 has it for his, which are not public.

use anyhow::Result;
use boolprog_check::report::IterationEnd;
use serde::Serialize;

use super::configuration::{Configuration, PROVING, Search};
use super::read;
use crate::arguments::RunArguments;
use crate::{results, tables};

/// Examples, and models that are written after published ones.
const MODELS: [(&str, &str); 8] = [
    ("peterson", include_str!("../../../../examples/peterson.ip")),
    ("ticket-lock", include_str!("../../../../examples/ticket-lock.ip")),
    ("ticket2", include_str!("../../../../server/abstraction/tests/published/ticket2.ip")),
    ("ticket3", include_str!("../../../../server/abstraction/tests/published/ticket3.ip")),
    ("bakery", include_str!("../../../../server/abstraction/tests/published/bakery.ip")),
    ("driver", include_str!("../../../../server/abstraction/tests/published/driver.ip")),
    ("rax-invariants", include_str!("../../../../server/abstraction/tests/published/rax-invariants.ip")),
    ("rax", include_str!("../../../../server/abstraction/tests/published/rax.ip")),
];

/// The figures of one search.
#[derive(Debug, Serialize)]
struct Row {
    model: &'static str,
    engine: &'static str,
    verdict: String,
    iterations: usize,
    /// Of the last iteration that ended; of a graph there are nodes only.
    concrete_states: u64,
    abstract_states: u64,
    predicates: u64,
    queries: u64,
    seconds: f64,
}

/// Measures, prints a table and writes `proofs.json` and `proofs.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let is_asked = |name: &str| common.only.as_deref().is_none_or(|part| name.contains(part));
    let mut rows = Vec::new();
    for (name, text) in MODELS.into_iter().filter(|(name, _)| is_asked(name)) {
        let model = read(name, text)?;
        for configuration in &PROVING {
            eprintln!("{name}: {}", configuration.name);
            rows.push(row(name, configuration, &configuration.search(&model, 0, common.timeout)));
        }
    }
    let table = table(&rows, common.timeout.as_secs_f64());
    results::save(&common.out, "proofs", &rows, &table)
}

fn row(model: &'static str, configuration: &Configuration, search: &Search) -> Row {
    let ended = search.iterations.iter().rev().find(|iteration| iteration.end != IterationEnd::CutOff);
    Row {
        model,
        engine: configuration.name,
        verdict: search.verdicts.join(", "),
        iterations: search.iterations.len(),
        concrete_states: ended.map_or(0, |iteration| iteration.concrete_states),
        abstract_states: ended.map_or(0, |iteration| iteration.abstract_states),
        predicates: search.predicates,
        queries: search.iterations.iter().map(|iteration| iteration.queries).sum(),
        seconds: search.seconds,
    }
}

fn table(rows: &[Row], seconds: f64) -> String {
    let cells = |row: &Row| {
        let states = match (row.concrete_states, row.abstract_states) {
            (0, nodes) => nodes.to_string(),
            (concrete, stored) => format!("{concrete}/{stored}"),
        };
        vec![
            row.model.to_owned(),
            row.engine.to_owned(),
            row.verdict.clone(),
            row.iterations.to_string(),
            states,
            row.predicates.to_string(),
            row.queries.to_string(),
            tables::milliseconds(row.seconds),
        ]
    };
    let header =
        ["model", "engine", "verdict", "iterations", "states", "new predicates", "queries", "ms"].map(str::to_owned);
    format!(
        "Models without errors; each search stopped after {seconds} s. States are those that the last finished iteration \
         generated and stored, or the nodes of its graph.\n\n{}",
        tables::table(&header, &rows.iter().map(cells).collect::<Vec<_>>())
    )
}
