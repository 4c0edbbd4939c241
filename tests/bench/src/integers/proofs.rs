//! `--suite proofs`: the engines with a prover on models without errors, and `alpha` on the models of `--suite integer` without
//! theirs, as Kudra's table 2.1 has it for his models, which are not public.

use std::sync::Arc;

use anyhow::Result;
use boolprog_check::integer::Model;
use boolprog_check::report::IterationEnd;
use boolprog_integer::System;
use serde::Serialize;

use super::configuration::{ALPHA, Configuration, PROVING, Search};
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

/// An example of a kind that is not among those models.
const BUFFER: (&str, &str) = ("bounded-buffer", include_str!("../../../../examples/bounded-buffer.ip"));

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
    let without_errors = without_errors(arguments)?;
    let seconds = common.timeout.as_secs_f64();
    let text = format!(
        "Models without errors; each search stopped after {seconds} s. States are those that the last finished iteration \
         generated and stored, or the nodes of its graph.\n\n{}\n\
         Kudra's table 2.1, with our models: those of `--suite integer` without their errors, under `alpha`; *proved* is an \
         exact abstraction.\n\n{}",
        table(&rows),
        table(&without_errors)
    );
    rows.extend(without_errors);
    results::save(&common.out, "proofs", &rows, &text)
}

/// The models with errors, and an example, without anything to check: an exact abstraction is all that is looked for.
fn without_errors(arguments: &RunArguments) -> Result<Vec<Row>> {
    let only = arguments.common.only.as_deref();
    let asked =
        super::MODELS.into_iter().chain([BUFFER]).filter(|(name, _)| only.is_none_or(|part| name.contains(part)));
    asked
        .map(|(name, text)| {
            let model = read(name, text)?;
            let system = System { properties: Vec::new(), ..(*model.system).clone() };
            eprintln!("{name} without its error: {}", ALPHA.name);
            let search = ALPHA.search(&Model { system: Arc::new(system), ..model }, 0, arguments.common.timeout);
            Ok(row(name, &ALPHA, &search))
        })
        .collect()
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

fn table(rows: &[Row]) -> String {
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
    tables::table(&header, &rows.iter().map(cells).collect::<Vec<_>>())
}
