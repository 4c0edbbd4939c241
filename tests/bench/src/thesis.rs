//! `cargo xtask thesis`: the figures of Zhao, "Using the Karp-Miller Tree Construction to Analyse Concurrent
//! Finite-State Programs" (2009), on any suite.
//!
//! - *Occupied local states* (his figure 3.2): how few counters of a marking are not zero.
//! - *Nodes expanded* by each procedure for the coverability set (3.3).
//! - *Running times, sorted* (3.5), of his Algorithm 3 (`km-zhao`) beside the others.
//! - *Distribution of cutoffs* (4.1).
//! - *Coverability set against bounded search at the cutoff* (4.2), in time and memory.

use std::fs;

use anyhow::{Context, Result};

use crate::arguments::ThesisArguments;
use crate::cutoff::{Cutoff, Figures, NoFigures, PROCEDURES, Work, figures};
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
            // A file with errors is a row of the table: the others keep their figures.
            let loaded = Loaded::read(instance).map_err(|error| {
                eprintln!("  {error:#}");
                NoFigures::Refused("not read")
            });
            let found = loaded.and_then(|loaded| {
                let tts = loaded.explicit(&Deadline::after(common.timeout))?;
                let figures = figures(&tts, arguments.threads, common.timeout)?;
                Ok(Measured { declared: loaded.declared_local_states(), figures })
            });
            rows.push(Row { name: instance.name.clone(), found });
        }
    }
    let save = |name: &str, text: &str| {
        let path = common.out.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    let table = tabulate(&rows);
    let found: Vec<&Measured> = rows.iter().filter_map(|row| row.found.as_ref().ok()).collect();
    save("thesis.md", &table)?;
    save("thesis-occupied.svg", &occupied(&found)?)?;
    save("thesis-times.svg", &times(&found)?)?;
    save("thesis-cutoffs.svg", &cutoffs(&found)?)?;
    save("thesis-bounded.svg", &bounded(&found)?)?;
    print!("{table}");
    eprintln!("written to {}", common.out.display());
    Ok(())
}

/// The figures of an instance.
struct Measured {
    /// Local states before saturation.
    declared: f64,
    figures: Figures,
}

/// A row of the table.
struct Row {
    name: String,
    found: Result<Measured, NoFigures>,
}

const HEADER: [&str; 11] = [
    "local states",
    "after saturation",
    "thread states",
    "maximal markings",
    "occupied at most",
    "on average",
    "cutoff",
    "set, ms",
    "set, KiB",
    "bounded search, ms",
    "bounded search, KiB",
];

fn tabulate(rows: &[Row]) -> String {
    let expanded = PROCEDURES.map(|(name, _)| format!("nodes, {name}"));
    let header = ["instance"].into_iter().chain(HEADER).map(str::to_owned).chain(expanded);
    let header: Vec<String> = header.collect();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| cells(row, header.len())).collect();
    table(&header, &rows)
}

fn cells(Row { name, found }: &Row, columns: usize) -> Vec<String> {
    let mut cells = vec![name.clone()];
    match found {
        Ok(Measured { declared, figures }) => {
            let Figures { local_states, thread_states, maximal_markings, occupied, .. } = figures;
            cells.push(if *declared < 1e6 { declared.to_string() } else { format!("{declared:.1e}") });
            cells.extend([local_states, thread_states, maximal_markings, &occupied.0].map(ToString::to_string));
            cells.push(format!("{:.1}", occupied.1));
            cells.push(match figures.cutoff {
                Cutoff::Exactly(threads) => threads.to_string(),
                Cutoff::Above(threads) => format!("> {threads}"),
            });
            for (seconds, bytes) in
                [(figures.set_seconds, figures.set_bytes), (figures.bounded_seconds, figures.bounded_bytes)]
            {
                cells.extend([milliseconds(seconds), bytes.div_ceil(1024).to_string()]);
            }
            let expanded = |work: Option<Work>| work.map_or_else(|| "-".to_owned(), |work| work.expanded.to_string());
            cells.extend(figures.work.map(expanded));
        }
        Err(NoFigures::Stopped(_)) => cells.push("limit reached".to_owned()),
        Err(NoFigures::Refused(why)) => cells.push((*why).to_owned()),
    }
    cells.resize(columns, String::new());
    cells
}

fn occupied(found: &[&Measured]) -> Result<String> {
    let mut by_size: Vec<_> = found.to_vec();
    by_size.sort_by(|a, b| a.declared.total_cmp(&b.declared));
    let series = |name: &str, value: fn(&Measured) -> f64| {
        let points = (1u32..).zip(&by_size).map(|(rank, figures)| (f64::from(rank), value(figures).max(1.0)));
        Series { name: name.to_owned(), points: points.collect() }
    };
    let all = [
        series("all", |measured| measured.declared),
        series("after saturation", |measured| measured.figures.local_states as f64),
        series("occupied at most", |measured| measured.figures.occupied.0 as f64),
        series("occupied on average", |measured| measured.figures.occupied.1),
    ];
    let x = "instances, by local states";
    plot::curves(&Labels { title: "Occupied local states of maximal markings", x, y: "local states" }, &all)
}

fn times(found: &[&Measured]) -> Result<String> {
    let labels = Labels { title: "Time for the coverability set", x: "instances, sorted", y: "seconds" };
    let series = PROCEDURES.iter().enumerate().map(|(number, (name, _))| {
        let seconds = found.iter().filter_map(|measured| Some(measured.figures.work[number]?.seconds));
        Series { name: (*name).to_owned(), points: plot::sorted(seconds.collect()) }
    });
    plot::curves(&labels, &series.collect::<Vec<_>>())
}

fn cutoffs(found: &[&Measured]) -> Result<String> {
    let exact = found.iter().filter_map(|measured| match measured.figures.cutoff {
        Cutoff::Exactly(threads) => Some(threads),
        Cutoff::Above(_) => None,
    });
    let exact: Vec<u32> = exact.collect();
    let title = format!("Cutoffs of {} instances of {}; the others are larger", exact.len(), found.len());
    plot::histogram(&Labels { title: &title, x: "threads", y: "instances" }, &exact)
}

fn bounded(found: &[&Measured]) -> Result<String> {
    let figures = found.iter().map(|measured| &measured.figures);
    let exact = figures.filter(|figures| matches!(figures.cutoff, Cutoff::Exactly(_)));
    let points: Vec<_> = exact.map(|figures| (figures.set_seconds, figures.bounded_seconds)).collect();
    let title = "Any number of threads against the bounded search up to the cutoff";
    let labels = Labels { title, x: "coverability set, seconds", y: "bounded search, seconds" };
    plot::scatter(&labels, &points)
}
