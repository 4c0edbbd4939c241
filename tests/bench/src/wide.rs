//! `--suite wide`: families of wide programs, with and without localization, and with each method of separation.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use boolprog_tests::wide::{FAMILIES, Family};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::arguments::RunArguments;
use crate::bench::beside_this;
use crate::plot::{self, Labels, Series};
use crate::process;
use crate::report::{self, Checked};
use crate::results::{self, Process};
use crate::tables;

/// The sizes of every family. A configuration ends with the first one that it does not decide in time.
const SIZES: [u32; 9] = [6, 10, 16, 24, 40, 64, 100, 200, 300];

/// The seed of the random dependences.
const SEED: u64 = 1;

/// Options of `boolprog check` that are compared.
struct Configuration {
    name: &'static str,
    options: &'static [&'static str],
}

const CONFIGURATIONS: [Configuration; 4] = [
    Configuration { name: "conflict", options: &[] },
    Configuration { name: "integer", options: &["--separation", "integer"] },
    Configuration { name: "tree", options: &["--separation", "tree"] },
    Configuration { name: "without", options: &["--no-reduce", "localization"] },
];

/// The figures of one program with one configuration.
#[derive(Debug, Serialize)]
struct Row {
    family: &'static str,
    size: u32,
    configuration: &'static str,
    /// The number of properties with each verdict.
    proved: usize,
    violated: usize,
    unknown: usize,
    /// The largest number of variables that a verdict needs, if localization found it.
    visible: Option<usize>,
    /// The rounds of localization.
    rounds: usize,
    process: Process,
}

/// Measures, prints a table, and writes `wide.json`, `wide.md` and the plots of each family.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let boolprog = arguments.boolprog.clone().map_or_else(beside_this, Ok)?;
    let is_asked = |family: &&Family| common.only.as_deref().is_none_or(|part| family.name.contains(part));
    let mut rows = Vec::new();
    for family in FAMILIES.iter().filter(is_asked) {
        let first = rows.len();
        for configuration in &CONFIGURATIONS {
            rows.extend(grow(family, configuration, &boolprog, arguments)?);
        }
        draw(family, &rows[first..], &common.out)?;
    }
    draw_together(&rows, &common.out)?;
    results::save(&common.out, "wide", &rows, &table(&rows, common.timeout.as_secs_f64()))
}

/// Measures the sizes of a family in order, until one is not decided.
fn grow(family: &Family, how: &Configuration, boolprog: &Path, arguments: &RunArguments) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for size in SIZES {
        eprintln!("{}-{size}, {}", family.name, how.name);
        let row = measure(family, size, how, boolprog, arguments)?;
        let open = row.unknown > 0;
        rows.push(row);
        if open {
            break;
        }
    }
    Ok(rows)
}

fn measure(family: &Family, size: u32, how: &Configuration, boolprog: &Path, arguments: &RunArguments) -> Result<Row> {
    let common = &arguments.common;
    let (program, report) = (path(&common.out, family, size, "bp"), path(&common.out, family, size, "json"));
    fs::create_dir_all(common.out.join("wide")).with_context(|| common.out.display().to_string())?;
    fs::write(&program, (family.program)(size, SEED)).with_context(|| program.display().to_string())?;
    let seconds = common.timeout.as_secs_f64().to_string();
    let mut words: Vec<OsString> = vec![boolprog.into(), "check".into(), "--timeout".into(), seconds.into()];
    words.extend(how.options.iter().map(OsString::from));
    words.extend(["--format".into(), "json".into(), "--output".into(), report.clone().into(), program.into()]);
    // A run keeps its own limit; this one is for a run that does not.
    let runs = (0..common.repeat).map(|_| process::run(&words, 2 * common.timeout)).collect::<Result<Vec<_>>>()?;
    Ok(row(family, size, how, &report::read(&report)?, process::summary(&runs)))
}

#[derive(Deserialize)]
struct Property {
    verdict: String,
    visible_variables: Option<Vec<IgnoredAny>>,
}

#[derive(Deserialize)]
struct Statistics {
    rounds: Vec<IgnoredAny>,
}

fn path(out: &Path, family: &Family, size: u32, ending: &str) -> PathBuf {
    out.join("wide").join(format!("{}-{size}", family.name)).with_extension(ending)
}

fn row(
    family: &Family,
    size: u32,
    how: &Configuration,
    checked: &Checked<Property, Statistics>,
    process: Process,
) -> Row {
    let Checked { properties, statistics } = checked;
    let count = |verdict: &str| properties.iter().filter(|property| property.verdict == verdict).count();
    let visible = properties.iter().filter_map(|property| property.visible_variables.as_ref().map(Vec::len));
    Row {
        family: family.name,
        size,
        configuration: how.name,
        proved: count("proved"),
        violated: count("violated"),
        unknown: count("unknown"),
        visible: visible.max(),
        rounds: statistics.rounds.len(),
        process,
    }
}

/// The curves of a family over its size: processor time and memory of each configuration.
fn draw(family: &Family, rows: &[Row], out: &Path) -> Result<()> {
    let series = |figure: fn(&Row) -> Option<f64>| -> Vec<Series> {
        let of = |configuration: &Configuration| {
            let decided = rows.iter().filter(|row| row.configuration == configuration.name && row.unknown == 0);
            let points = decided.filter_map(|row| Some((f64::from(row.size), figure(row)?))).collect();
            Series { name: configuration.name.to_owned(), points }
        };
        CONFIGURATIONS.iter().map(of).collect()
    };
    let labels = |y| Labels { title: family.name, x: family.parameter, y };
    let time = series(|row| row.process.processor.map(|time| time.median));
    let memory = series(|row| row.process.memory.map(|memory| memory.median));
    let time = plot::curves(&labels("seconds of processor time"), &time)?;
    let memory = plot::curves(&labels("MiB"), &memory)?;
    results::write(out, &format!("wide-{}-time.svg", family.name), &time)?;
    results::write(out, &format!("wide-{}-memory.svg", family.name), &memory)
}

/// A figure of a program that is decided.
type Figure = fn(&Row) -> Option<f64>;

/// The curves of all families with the default method, one plot for each figure. A figure of 0 has no place on the axis.
fn draw_together(rows: &[Row], out: &Path) -> Result<()> {
    let figures: [(&str, &str, Figure); 4] = [
        ("time", "seconds of processor time", |row| row.process.processor.map(|time| time.median)),
        ("memory", "MiB", |row| row.process.memory.map(|memory| memory.median)),
        ("visible", "visible variables", |row| row.visible.map(|visible| visible as f64)),
        ("rounds", "rounds", |row| Some(row.rounds as f64)),
    ];
    for (name, y, figure) in figures {
        let of = |family: &Family| {
            let is_drawn = |row: &&Row| {
                row.family == family.name && row.configuration == CONFIGURATIONS[0].name && row.unknown == 0
            };
            let point = |row: &Row| Some((f64::from(row.size), figure(row).filter(|value| *value > 0.0)?));
            Series { name: family.name.to_owned(), points: rows.iter().filter(is_drawn).filter_map(point).collect() }
        };
        let series: Vec<Series> = FAMILIES.iter().map(of).collect();
        let plot = plot::curves(&Labels { title: y, x: "n", y }, &series)?;
        results::write(out, &format!("wide-{name}.svg"), &plot)?;
    }
    Ok(())
}

fn table(rows: &[Row], seconds: f64) -> String {
    let cells = |row: &Row| {
        vec![
            format!("{}-{}", row.family, row.size),
            row.configuration.to_owned(),
            format!("{}/{}/{}", row.proved, row.violated, row.unknown),
            row.visible.map_or_else(|| "-".to_owned(), |visible| visible.to_string()),
            row.rounds.to_string(),
            tables::time(row.process.time),
            tables::time(row.process.processor),
            row.process.memory.map_or_else(String::new, |memory| format!("{:.0}", memory.median)),
        ]
    };
    let header = [
        "program",
        "localization",
        "proved/violated/unknown",
        "visible",
        "rounds",
        "ms",
        "ms of processor time",
        "MiB",
    ];
    format!(
        "Wide programs with each method of localization and without it; every run has {seconds} s.\n\n{}",
        tables::table(&header.map(str::to_owned), &rows.iter().map(cells).collect::<Vec<_>>())
    )
}
