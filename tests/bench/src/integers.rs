//! `--suite integer`: the engines for integer programs on small models, each with several seeds where chance decides: how
//! often the error is found, after how much work, and how long the run is.
//!
//! The models are in `models/`: well-known problems of concurrency, and programs whose only error is deep, in the style of
//! those that Kudra measured (*Finding Termination and Time Improvement in Predicate Abstraction with Under-Approximation
//! and Abstract Matching*, table 2.1). They are not his models, which are not public; figures cannot be compared, orders of
//! magnitude can.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use boolprog_check::integer::{self, Engine, Model, Options, Report, Strategy, Unobserved, Verdict};
use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_integer::Instantiation;
use boolprog_integer::syntax::parse;
use boolprog_prover::SmtLib;
use serde::Serialize;

use crate::arguments::RunArguments;
use crate::{results, tables};

/// With so many seeds, where chance decides.
const SEEDS: u64 = 12;

/// A search that holds more says that it does not know.
const MEMORY: usize = 1 << 30;

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

const MODELS: [(&str, &str); 7] = [
    ("philosophers", include_str!("../models/philosophers.ip")),
    ("barbershop", include_str!("../models/barbershop.ip")),
    ("workers", include_str!("../models/workers.ip")),
    ("hyman", include_str!("../models/hyman.ip")),
    ("sum", include_str!("../models/sum.ip")),
    ("product", include_str!("../models/product.ip")),
    ("branches", include_str!("../models/branches.ip")),
];

/// The engines, and whether chance decides in them.
const ENGINES: [(Engine, bool); 7] = [
    (Engine::Explicit, false),
    (Engine::RandomDepthFirst, true),
    (Engine::Alpha, false),
    (Engine::NoProver, false),
    (Engine::Splitting(Strategy::MaxOverlap), true),
    (Engine::Splitting(Strategy::MinSet), true),
    (Engine::Splitting(Strategy::MinOnly), true),
];

/// The figures of one engine on one model.
#[derive(Debug, Serialize)]
struct Row {
    model: &'static str,
    engine: &'static str,
    /// How many searches there were.
    runs: usize,
    /// How many of them found the error.
    found: usize,
    /// Medians over the searches: seconds; states that were generated; predicates, or cuts.
    seconds: f64,
    states: f64,
    predicates: f64,
    /// The median length of the runs that were found.
    depth: Option<f64>,
}

/// One search.
struct Search {
    seconds: f64,
    states: u64,
    predicates: u64,
    depth: Option<usize>,
}

/// Measures, prints a table and writes `integer.json` and `integer.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let is_asked = |name: &str| common.only.as_deref().is_none_or(|part| name.contains(part));
    let mut rows = Vec::new();
    for (name, text) in MODELS.into_iter().filter(|(name, _)| is_asked(name)) {
        let model = read(name, text)?;
        for (engine, is_random) in ENGINES {
            eprintln!("{name}: {}", engine.name());
            let seeds = if is_random { SEEDS } else { 1 };
            let searches: Vec<Search> = (0..seeds).map(|seed| search(&model, engine, seed, common.timeout)).collect();
            rows.push(row(name, engine, &searches));
        }
    }
    results::save(&common.out, "integer", &rows, &table(&rows, common.timeout))
}

fn read(name: &str, text: &str) -> Result<Model> {
    let parsed = parse(text);
    if let Some(problem) = parsed.diagnostics.first() {
        bail!("{name}: {}", problem.message);
    }
    let model = Model::new(name, Arc::from(text), Arc::new(parsed.file), Instantiation::default());
    model.with_context(|| name.to_owned())
}

fn search(model: &Model, engine: Engine, seed: u64, time: Duration) -> Search {
    let options = Options { engine, seed, ..Options::default() };
    let mut prover = SmtLib::z3(LONGEST_QUESTION);
    let begin = Instant::now();
    let limits = Limits { end: begin + time };
    let Report { properties, statistics, .. } = integer::check(model, &options, &mut prover, &limits, &mut Unobserved);
    let iterations = &statistics.iterations;
    let generated: u64 = iterations.iter().map(|iteration| iteration.concrete_states).sum();
    let depth = |verdict: &Verdict| match verdict {
        Verdict::Violated(violation) => Some(violation.trace().steps.len()),
        Verdict::Proved(_) | Verdict::Unknown(_) => None,
    };
    Search {
        seconds: begin.elapsed().as_secs_f64(),
        states: generated.max(statistics.states),
        predicates: iterations.iter().map(|iteration| iteration.new_predicates.len() as u64).sum(),
        depth: properties.iter().find_map(|property| depth(&property.verdict)),
    }
}

fn row(model: &'static str, engine: Engine, searches: &[Search]) -> Row {
    let figures = |figure: &dyn Fn(&Search) -> f64| searches.iter().map(figure).collect::<Vec<_>>();
    let depths: Vec<f64> = searches.iter().filter_map(|search| search.depth).map(|depth| depth as f64).collect();
    Row {
        model,
        engine: engine.name(),
        runs: searches.len(),
        found: depths.len(),
        seconds: median(figures(&|search| search.seconds)).unwrap_or_default(),
        states: median(figures(&|search| search.states as f64)).unwrap_or_default(),
        predicates: median(figures(&|search| search.predicates as f64)).unwrap_or_default(),
        depth: median(depths),
    }
}

/// The lower median.
fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().checked_sub(1)? / 2).copied()
}

fn table(rows: &[Row], time: Duration) -> String {
    let cells = |row: &Row| {
        let found = format!("{} of {}", row.found, row.runs);
        let depth = row.depth.map_or_else(|| "-".to_owned(), |depth| format!("{depth:.0}"));
        let (states, predicates) = (format!("{:.0}", row.states), format!("{:.0}", row.predicates));
        vec![
            row.model.to_owned(),
            row.engine.to_owned(),
            found,
            tables::milliseconds(row.seconds),
            states,
            predicates,
            depth,
        ]
    };
    let header = ["model", "engine", "errors found", "ms", "states", "predicates", "steps"].map(str::to_owned);
    format!(
        "Medians; each search stopped after {} s or {} MiB. States are those that were generated, of `explicit` and \
         `randomdfs` the different ones.\n\n{}",
        time.as_secs(),
        MEMORY >> 20,
        tables::table(&header, &rows.iter().map(cells).collect::<Vec<_>>())
    )
}

/// Time and memory of one search.
struct Limits {
    end: Instant,
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.bytes > MEMORY {
            Err(Stop::Memory)
        } else if Instant::now() >= self.end {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_has_an_error() {
        for (name, text) in MODELS {
            let model = read(name, text).unwrap();
            let found = search(&model, Engine::Explicit, 0, Duration::from_secs(60));
            assert!(found.depth.is_some_and(|depth| depth > 3), "{name}: {:?}", found.depth);
        }
    }

    #[test]
    fn the_median_is_one_of_the_figures() {
        assert_eq!(median(vec![3.0, 1.0, 2.0, 9.0]), Some(2.0));
        assert_eq!(median(Vec::new()), None);
    }
}
