//! `--suite integer`: the engines for integer programs on small models, each with several seeds if the search is
//! random: frequency of finding the error, work, and length of the run.
//!
//! `--suite marked` asks for other errors in the same models ([`marked`]), and `--suite proofs` for proofs ([`proofs`]).
//!
//! The models are in `models/`, each with half a million to a million reachable states: well-known problems of concurrency,
//! and programs whose only error is deep, in the style of those that Kudra measured (*Finding Termination and Time
//! Improvement in Predicate Abstraction with Under-Approximation and Abstract Matching*, table 2.1). They are not his
//! models, which are not public; figures cannot be compared, orders of magnitude can.

mod configuration;
pub(crate) mod marked;
mod points;
pub(crate) mod proofs;

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use boolprog_check::integer::Model;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, explicit};
use serde::Serialize;

use configuration::{CONFIGURATIONS, Configuration, Limits, MEMORY, Search, median};

use crate::arguments::RunArguments;
use crate::{bench, process, results, tables};

/// Number of seeds of random searches.
const SEEDS: u64 = 12;

/// Time limit of the search for all states of a model, on a slow machine.
const LONGEST_SIZE: Duration = Duration::from_mins(5);

const MODELS: [(&str, &str); 7] = [
    ("philosophers", include_str!("../models/philosophers.ip")),
    ("barbershop", include_str!("../models/barbershop.ip")),
    ("workers", include_str!("../models/workers.ip")),
    ("hyman", include_str!("../models/hyman.ip")),
    ("sum", include_str!("../models/sum.ip")),
    ("product", include_str!("../models/product.ip")),
    ("branches", include_str!("../models/branches.ip")),
];

#[derive(Debug, Serialize)]
struct Figures {
    models: Vec<Size>,
    rows: Vec<Row>,
}

/// Number of reachable states of a model, without its errors.
#[derive(Debug, Serialize)]
struct Size {
    model: &'static str,
    states: u64,
    /// Including known ones.
    generated: u64,
    /// The length of the longest of the shortest runs.
    depth: u32,
    seconds: f64,
}

/// The figures of one engine on one model.
#[derive(Debug, Serialize)]
struct Row {
    model: &'static str,
    engine: &'static str,
    runs: usize,
    /// Number of searches that found the error.
    found: usize,
    /// Medians over the searches: seconds; states that were generated; predicates, or cuts.
    seconds: f64,
    states: f64,
    predicates: f64,
    /// The median length of the runs that were found.
    depth: Option<f64>,
    /// The greatest memory of `boolprog check` with the first seed, in MiB.
    memory: f64,
}

/// Measures, prints a table and writes `integer.json` and `integer.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let is_asked = |name: &str| common.only.as_deref().is_none_or(|part| name.contains(part));
    let boolprog = arguments.boolprog.clone().map_or_else(bench::beside_this, Ok)?;
    let mut figures = Figures { models: Vec::new(), rows: Vec::new() };
    for (name, text) in MODELS.into_iter().filter(|(name, _)| is_asked(name)) {
        let model = read(name, text)?;
        figures.models.push(size(name, &model.system)?);
        results::write(&common.out, &format!("{name}.ip"), text)?;
        let file = common.out.join(format!("{name}.ip"));
        for configuration in &CONFIGURATIONS {
            eprintln!("{name}: {}", configuration.name);
            let seeds = if configuration.is_random { SEEDS } else { 1 };
            let searches: Vec<Search> =
                (0..seeds).map(|seed| configuration.search(&model, seed, common.timeout)).collect();
            let memory = memory(&boolprog, &file, configuration, common.timeout)?;
            figures.rows.push(row(name, configuration.name, &searches, memory));
        }
    }
    let tables = format!("{}\n{}", sizes(&figures.models), table(&figures.rows, common.timeout));
    results::save(&common.out, "integer", &figures, &tables)
}

fn read(name: &str, text: &str) -> Result<Model> {
    let parsed = parse(text);
    if let Some(problem) = parsed.diagnostics.first() {
        bail!("{name}: {}", problem.message);
    }
    let model = Model::new(name, Arc::from(text), Arc::new(parsed.file), Instantiation::default());
    model.with_context(|| name.to_owned())
}

fn size(name: &'static str, system: &System) -> Result<Size> {
    let system = System { properties: Vec::new(), ..system.clone() };
    let begin = Instant::now();
    let limits = Limits::of(LONGEST_SIZE);
    let found = explicit::search(&system, explicit::Options::default(), &limits);
    if let Some(reason) = found.incomplete {
        bail!("{name}: not all states were found: {reason:?}");
    }
    let explicit::Statistics { states, generated, depth } = found.statistics;
    Ok(Size { model: name, states, generated, depth, seconds: begin.elapsed().as_secs_f64() })
}

/// The greatest memory of a process that does the same, in MiB.
fn memory(boolprog: &Path, file: &Path, configuration: &Configuration, time: Duration) -> Result<f64> {
    let seconds = time.as_secs_f64().to_string();
    let mebibytes = (MEMORY >> 20).to_string();
    let options = ["check", "--seed", "0", "--timeout", &seconds, "--memory", &mebibytes, "--engine"];
    let mut words = vec![boolprog.as_os_str().to_owned()];
    words.extend(options.map(OsString::from));
    words.extend(configuration.name.split(' ').map(OsString::from));
    words.push(file.as_os_str().to_owned());
    // It ends by itself, a little after its limit.
    Ok(process::run(&words, 2 * time)?.memory)
}

fn row(model: &'static str, engine: &'static str, searches: &[Search], memory: f64) -> Row {
    let figures = |figure: &dyn Fn(&Search) -> f64| searches.iter().map(figure).collect::<Vec<_>>();
    let depths: Vec<f64> = searches.iter().filter_map(|search| search.depth).map(|depth| depth as f64).collect();
    Row {
        model,
        engine,
        runs: searches.len(),
        found: depths.len(),
        seconds: median(figures(&|search| search.seconds)).unwrap_or_default(),
        states: median(figures(&|search| search.states as f64)).unwrap_or_default(),
        predicates: median(figures(&|search| search.predicates as f64)).unwrap_or_default(),
        depth: median(depths),
        memory,
    }
}

fn sizes(models: &[Size]) -> String {
    let cells = |size: &Size| {
        let counts = [size.states, size.generated, u64::from(size.depth)].map(|count| count.to_string());
        [&[size.model.to_owned()], counts.as_slice(), &[tables::milliseconds(size.seconds)]].concat()
    };
    let header = ["model", "reachable states", "generated", "depth", "ms"].map(str::to_owned);
    format!(
        "All states, found breadth-first and looked at a second time for the proof; no error is looked for.\n\n{}",
        tables::table(&header, &models.iter().map(cells).collect::<Vec<_>>())
    )
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
            format!("{:.0}", row.memory),
        ]
    };
    let header = ["model", "engine", "errors found", "ms", "states", "predicates", "steps", "MiB"].map(str::to_owned);
    format!(
        "Medians; each search stopped after {} s or {} MiB. States are those that were generated, of `explicit` and \
         `random` the different ones; MiB is the greatest memory of `boolprog check` with the first seed.\n\n{}",
        time.as_secs(),
        MEMORY >> 20,
        tables::table(&header, &rows.iter().map(cells).collect::<Vec<_>>())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_has_an_error() {
        for (name, text) in MODELS {
            let model = read(name, text).unwrap();
            let found = CONFIGURATIONS[0].search(&model, 0, Duration::from_mins(1));
            assert!(found.depth.is_some_and(|depth| depth > 3), "{name}: {:?}", found.depth);
        }
    }

    #[test]
    fn every_model_has_half_a_million_to_a_million_states() {
        for (name, text) in MODELS {
            let size = size(name, &read(name, text).unwrap().system).unwrap();
            assert!((500_000..=1_000_000).contains(&size.states), "{size:?}");
        }
    }
}
