//! `cargo xtask thesis`: the figures of Zhao, "Using the Karp-Miller Tree Construction to Analyse Concurrent
//! Finite-State Programs" (2009), on any suite.
//!
//! - *Occupied local states* (his figure 3.2): how few counters of a marking are not zero.
//! - *Running times, sorted* (3.5).
//! - *Distribution of cutoffs* (4.1).
//! - *Coverability set against bounded search at the cutoff* (4.2).

use std::fs;

use anyhow::{Context, Result};

use crate::arguments::ThesisArguments;
use crate::cutoff::{Cutoff, Figures, NoFigures, figures};
use crate::engine::{Deadline, Loaded};
use crate::plot::{self, Labels, Series};
use crate::suite;
use crate::tables::{milliseconds, table};

/// Measures, and writes `thesis.md` and the plots.
pub(crate) fn run(arguments: &ThesisArguments) -> Result<()> {
    let common = &arguments.common;
    fs::create_dir_all(&common.out).with_context(|| common.out.display().to_string())?;
    let mut rows = Vec::new();
    for suite in suite::find(common)? {
        for instance in &suite.instances {
            eprintln!("{}: {}", suite.name, instance.name);
            // A file with errors is a row of the table: it costs nobody the figures of the others.
            let loaded = Loaded::read(instance).map_err(|error| {
                eprintln!("  {error:#}");
                NoFigures::Refused("not read")
            });
            let explicit = loaded.and_then(|loaded| loaded.explicit(&Deadline::after(common.timeout)));
            let found = explicit.and_then(|tts| figures(&tts, arguments.threads, common.timeout));
            rows.push((instance.name.clone(), found));
        }
    }
    let save = |name: &str, text: &str| {
        let path = common.out.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    let table = tabulate(&rows);
    let found: Vec<&Figures> = rows.iter().filter_map(|(_, found)| found.as_ref().ok()).collect();
    save("thesis.md", &table)?;
    save("thesis-occupied.svg", &occupied(&found)?)?;
    save("thesis-times.svg", &times(&found)?)?;
    save("thesis-cutoffs.svg", &cutoffs(&found)?)?;
    save("thesis-bounded.svg", &bounded(&found)?)?;
    print!("{table}");
    eprintln!("written to {}", common.out.display());
    Ok(())
}

fn tabulate(rows: &[(String, Result<Figures, NoFigures>)]) -> String {
    let header = ["instance", "local states", "thread states", "maximal markings", "occupied at most", "on average"];
    let header = header.into_iter().chain(["cutoff", "set, ms", "bounded search, ms"]);
    let header: Vec<String> = header.map(str::to_owned).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(|(name, found)| row(name, found)).collect();
    table(&header, &rows)
}

fn row(name: &str, found: &Result<Figures, NoFigures>) -> Vec<String> {
    let mut cells = vec![name.to_owned()];
    match found {
        Ok(found) => {
            cells.extend([found.local_states, found.thread_states, found.maximal_markings].map(|n| n.to_string()));
            cells.extend([found.occupied.0.to_string(), format!("{:.1}", found.occupied.1)]);
            cells.push(match found.cutoff {
                Cutoff::Exactly(threads) => threads.to_string(),
                Cutoff::Above(threads) => format!("> {threads}"),
            });
            cells.extend([found.set_seconds, found.bounded_seconds].map(milliseconds));
        }
        Err(NoFigures::Stopped(_)) => cells.push("limit reached".to_owned()),
        Err(NoFigures::Refused(why)) => cells.push((*why).to_owned()),
    }
    cells.resize(9, String::new());
    cells
}

fn occupied(found: &[&Figures]) -> Result<String> {
    let mut by_size: Vec<_> = found.to_vec();
    by_size.sort_by_key(|figures| figures.local_states);
    let series = |name, value: fn(&Figures) -> f64| {
        let points = (1u32..).zip(&by_size).map(|(rank, figures)| (f64::from(rank), value(figures).max(1.0)));
        Series { name, points: points.collect() }
    };
    let all = [
        series("all", |figures| figures.local_states as f64),
        series("occupied at most", |figures| figures.occupied.0 as f64),
        series("occupied on average", |figures| figures.occupied.1),
    ];
    let x = "instances, by local states";
    plot::curves(&Labels { title: "Occupied local states of maximal markings", x, y: "local states" }, &all)
}

fn times(found: &[&Figures]) -> Result<String> {
    let points = plot::sorted(found.iter().map(|figures| figures.set_seconds).collect());
    let labels = Labels { title: "Time for the coverability set", x: "instances, sorted", y: "seconds" };
    plot::curves(&labels, &[Series { name: "mcs", points }])
}

fn cutoffs(found: &[&Figures]) -> Result<String> {
    let exact = found.iter().filter_map(|figures| match figures.cutoff {
        Cutoff::Exactly(threads) => Some(threads),
        Cutoff::Above(_) => None,
    });
    let exact: Vec<u32> = exact.collect();
    let title = format!("Cutoffs of {} instances of {}; the others are larger", exact.len(), found.len());
    plot::histogram(&Labels { title: &title, x: "threads", y: "instances" }, &exact)
}

fn bounded(found: &[&Figures]) -> Result<String> {
    let exact = found.iter().filter(|figures| matches!(figures.cutoff, Cutoff::Exactly(_)));
    let points: Vec<_> = exact.map(|figures| (figures.set_seconds, figures.bounded_seconds)).collect();
    let title = "Any number of threads against the bounded search up to the cutoff";
    let labels = Labels { title, x: "coverability set, seconds", y: "bounded search, seconds" };
    plot::scatter(&labels, &points)
}
