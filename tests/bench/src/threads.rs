//! `--suite threads`: programs with more and more threads, one family for each file of `models/threads`.
//!
//! The number of threads of a C program is the macro `N`, which [`each.h`](../models/threads/each.h) turns into as many
//! statements; of an integer program it is the number of instances of its process with `[*]`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::arguments::RunArguments;
use crate::bench::beside_this;
use crate::plot::{self, Labels, Series};
use crate::process;
use crate::report::{self, Checked};
use crate::results::{self, Process, Verdict};
use crate::tables;

/// The numbers of threads. A family ends with the first that is not decided in time.
const SIZES: std::ops::RangeInclusive<u32> = 2..=10;

/// The figures of one program.
#[derive(Debug, Serialize)]
struct Row {
    family: String,
    threads: u32,
    verdict: Verdict,
    /// The largest number of states that a search visited.
    states: Option<u64>,
    process: Process,
}

/// Measures, and writes `threads.json`, `threads.md` and the curves of time and memory.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let boolprog = arguments.boolprog.clone().map_or_else(beside_this, Ok)?;
    fs::create_dir_all(&common.out).with_context(|| common.out.display().to_string())?;
    let mut rows = Vec::new();
    for file in families()? {
        let family = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if common.only.as_deref().is_none_or(|part| family.contains(part)) {
            rows.extend(grow(&family, &file, &boolprog, arguments)?);
        }
    }
    draw(&rows, &common.out)?;
    results::save(&common.out, "threads", &rows, &table(&rows, common.timeout.as_secs_f64()))
}

/// The programs, by name.
pub(crate) fn families() -> Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/threads");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "c" || ending == "ip"));
    files.sort();
    Ok(files)
}

/// Measures the sizes of a family in order, until one is not decided.
fn grow(family: &str, file: &Path, boolprog: &Path, arguments: &RunArguments) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for threads in SIZES {
        eprintln!("{family}, {threads} threads");
        let row = measure(family, threads, (boolprog, file), arguments)?;
        let is_open = row.verdict == Verdict::Unknown;
        rows.push(row);
        if is_open {
            break;
        }
    }
    Ok(rows)
}

fn measure(family: &str, threads: u32, (boolprog, file): (&Path, &Path), arguments: &RunArguments) -> Result<Row> {
    let common = &arguments.common;
    let report = common.out.join(format!("threads-{family}-{threads}.json"));
    let seconds = common.timeout.as_secs_f64().to_string();
    let is_c = file.extension().is_some_and(|ending| ending == "c");
    let number = if is_c { ["-D".into(), format!("N={threads}")] } else { ["--threads".into(), threads.to_string()] };
    let mut words: Vec<OsString> = vec![boolprog.into(), "check".into()];
    words.extend(number.map(OsString::from));
    words.extend(["--timeout".into(), seconds.into(), "--format".into(), "json".into()]);
    words.extend(["--output".into(), report.clone().into(), file.into()]);
    // A run keeps its own limit; this one is for a run that does not.
    let runs = (0..common.repeat).map(|_| process::run(&words, 2 * common.timeout)).collect::<Result<Vec<_>>>()?;
    let Checked::<Property, Statistics> { properties, statistics } = report::read(&report)?;
    let verdict = Verdict::worst(properties.into_iter().map(|property| property.verdict));
    let process = process::summary(&runs);
    Ok(Row { family: family.to_owned(), threads, verdict, states: statistics.states, process })
}

#[derive(Deserialize)]
struct Property {
    verdict: Verdict,
}

#[derive(Deserialize)]
struct Statistics {
    states: Option<u64>,
}

/// The curves of all families that were decided.
fn draw(rows: &[Row], out: &Path) -> Result<()> {
    type Figure = fn(&Row) -> Option<f64>;
    let figures: [(&str, &str, Figure); 2] = [
        ("time", "seconds of processor time", |row| Some(row.process.processor?.median)),
        ("memory", "MiB", |row| Some(row.process.memory?.median)),
    ];
    for (name, y, figure) in figures {
        let decided = rows.iter().filter(|row| row.verdict != Verdict::Unknown);
        let mut series: Vec<Series> = Vec::new();
        for row in decided {
            if series.last().is_none_or(|last| last.name != row.family) {
                series.push(Series { name: row.family.clone(), points: Vec::new() });
            }
            let point = figure(row).map(|value| (f64::from(row.threads), value));
            series.last_mut().into_iter().for_each(|last| last.points.extend(point));
        }
        let plot = plot::curves(&Labels { title: y, x: "threads", y }, &series)?;
        results::write(out, &format!("threads-{name}.svg"), &plot)?;
    }
    Ok(())
}

fn table(rows: &[Row], seconds: f64) -> String {
    let cells = |row: &Row| {
        vec![
            format!("{}, {}", row.family, row.threads),
            row.verdict.word().to_owned(),
            row.states.map_or_else(|| "-".to_owned(), |states| states.to_string()),
            tables::time(row.process.time),
            tables::time(row.process.processor),
            row.process.memory.map_or_else(String::new, |memory| format!("{:.0}", memory.median)),
        ]
    };
    let header = ["program", "verdict", "states", "ms", "ms of processor time", "MiB"].map(str::to_owned);
    let rows: Vec<_> = rows.iter().map(cells).collect();
    format!("Programs with N threads; every run has {seconds} s.\n\n{}", tables::table(&header, &rows))
}
