//! `--suite soak`: size and latency of the server over a long time of typing.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use boolprog_tests::lsp_client::Client;
use boolprog_tests::root;
use serde::Serialize;
use serde_json::json;
use tokio::process::Command;
use tokio::time::{MissedTickBehavior, interval};

use super::figures::Percentiles;
use super::program::program;
use super::session::{Session, Times, editor};
use crate::arguments::RunArguments;
use crate::plot::{self, Labels, Series};
use crate::{bench, results, tables};

/// Number of keys in a file before it is closed.
const KEYS_TO_A_FILE: usize = 200;
/// Number of keys before a pause in which a check can run.
const KEYS_TO_A_PAUSE: usize = 40;
/// Longer than the delay of a check.
const PAUSE: Duration = Duration::from_millis(600);
/// The longest time between two samples of the server.
const BETWEEN_SAMPLES: Duration = Duration::from_secs(30);
/// Lines of the files that are edited next to the examples.
const SIZES: [usize; 2] = [300, 3_000];

#[derive(Debug, Serialize)]
struct Soak {
    minutes: f64,
    files: usize,
    tenths: Vec<Tenth>,
    samples: Vec<Sample>,
}

/// The use of memory and files at a time.
#[derive(Clone, Copy, Debug, Serialize)]
struct Sample {
    minutes: f64,
    /// Resident memory in MiB.
    memory: f64,
    threads: f64,
}

#[derive(Debug, Serialize)]
struct Tenth {
    keystrokes: usize,
    /// Resident memory after each file, in MiB.
    memory: Vec<f64>,
    diagnostics: Option<Percentiles>,
    completion: Option<Percentiles>,
    tokens: Option<Percentiles>,
    hover: Option<Percentiles>,
}

/// Types for as long as the arguments say, prints a table and writes `soak.json`, `soak.md` and `soak.svg`.
pub(super) async fn run(arguments: &RunArguments) -> Result<()> {
    let boolprog = arguments.boolprog.clone().map_or_else(bench::beside_this, Ok)?;
    let mut command = Command::new(&boolprog);
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    let process = command.spawn().with_context(|| boolprog.display().to_string())?;
    let id = process.id().context("the server runs")?;
    let mut client = Client::of_process(process, json!({}));
    client.initialize(json!({ "capabilities": editor() })).await;

    let programs = programs()?;
    let (begin, whole) = (Instant::now(), arguments.minutes);
    let clock = tokio::spawn(samples(id, whole));
    let (mut files, mut tenths) = (0, Vec::new());
    for tenth in 1..=10 {
        let (mut times, mut memory) = (Times::default(), Vec::new());
        while memory.is_empty() || begin.elapsed() < whole * tenth / 10 {
            edit(&mut client, files, &programs[files % programs.len()], &mut times).await;
            files += 1;
            memory.push(resident(id)?);
        }
        let tenth = summary(&times, memory);
        eprintln!("soak: {files} files, {:.0} MiB", tenth.memory.last().copied().unwrap_or_default());
        tenths.push(tenth);
    }
    let samples = clock.await??;
    client.shut_down().await;
    let soak = Soak { minutes: whole.as_secs_f64() / 60.0, files, tenths, samples };
    let labels = Labels { title: "The server while a person types", x: "minutes", y: "MiB, threads" };
    let curve = |name: &str, value: fn(&Sample) -> f64| Series {
        name: name.to_owned(),
        points: soak.samples.iter().map(|sample| (sample.minutes, value(sample))).collect(),
    };
    let curves = [curve("resident memory, MiB", |it| it.memory), curve("threads", |it| it.threads)];
    let plot = plot::curves(&labels, &curves)?;
    results::write(&arguments.common.out, "soak.svg", &plot)?;
    results::save(&arguments.common.out, "soak", &soak, &table(&soak))
}

fn summary(times: &Times, memory: Vec<f64>) -> Tenth {
    Tenth {
        keystrokes: times.diagnostics.len(),
        memory,
        diagnostics: Percentiles::of(&times.diagnostics),
        completion: Percentiles::of(&times.completion),
        tokens: Percentiles::of(&times.tokens),
        hover: Percentiles::of(&times.hover),
    }
}

/// A program and the ending of its file.
struct Program {
    ending: &'static str,
    text: String,
}

/// The examples and larger programs, each language in turn.
fn programs() -> Result<Vec<Program>> {
    let mut boolean = examples("bp")?;
    boolean.extend(SIZES.map(|size| Program { ending: "bp", text: program(size) }));
    let mut languages = [boolean, examples("ip")?, examples("c")?].map(Vec::into_iter);
    let mut programs = Vec::new();
    while languages.iter().any(|left| left.len() > 0) {
        programs.extend(languages.iter_mut().filter_map(Iterator::next));
    }
    Ok(programs)
}

/// The examples with this ending, by their names.
fn examples(ending: &'static str) -> Result<Vec<Program>> {
    let folder = root().join("examples");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    let read = |path: &Path| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    paths.iter().map(|path| Ok(Program { ending, text: read(path)? })).collect()
}

/// Opens a file, types, pauses now and then, and closes it.
async fn edit(client: &mut Client, number: usize, Program { ending, text }: &Program, times: &mut Times) {
    let uri = format!("file:///work/soak-{number}.{ending}");
    let mut session = Session::open(client, &uri, text, number as u64).await;
    for key in 1..=KEYS_TO_A_FILE {
        session.key(client, times).await;
        if key % KEYS_TO_A_PAUSE == 0 {
            tokio::time::sleep(PAUSE).await;
        }
    }
    session.close(client);
    client.forget();
}

/// Samples of a process in even distances until this time is over.
async fn samples(process: u32, whole: Duration) -> Result<Vec<Sample>> {
    let begin = Instant::now();
    let mut clock = interval(BETWEEN_SAMPLES.min(whole / 20).max(Duration::from_millis(1)));
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut samples = Vec::new();
    while begin.elapsed() < whole {
        clock.tick().await;
        let minutes = begin.elapsed().as_secs_f64() / 60.0;
        samples.push(Sample { minutes, memory: resident(process)?, threads: status(process, "Threads:")? });
    }
    Ok(samples)
}

/// The resident memory of a process in MiB.
pub(crate) fn resident(process: u32) -> Result<f64> {
    Ok(status(process, "VmRSS:")? / 1024.0)
}

/// A number that Linux reports of a process.
fn status(process: u32, name: &str) -> Result<f64> {
    let path = format!("/proc/{process}/status");
    let status = std::fs::read_to_string(&path).with_context(|| path.clone())?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).with_context(|| format!("{name} in {path}"))?;
    line.trim().trim_end_matches(" kB").parse().context(path)
}

fn table(soak: &Soak) -> String {
    let header = ["tenth", "keystrokes", "MiB, least", "MiB, most", "diagnostics", "completion", "tokens", "hover"];
    let row = |(number, tenth): (usize, &Tenth)| {
        let least = tenth.memory.iter().copied().fold(f64::INFINITY, f64::min);
        let most = tenth.memory.iter().copied().fold(0.0, f64::max);
        let mut cells = vec![(number + 1).to_string(), tenth.keystrokes.to_string()];
        cells.extend([least, most].map(|memory| format!("{memory:.1}")));
        let figures = [tenth.diagnostics, tenth.completion, tenth.tokens, tenth.hover];
        cells.extend(figures.map(|figure| figure.map_or(String::new(), |figure| figure.cell())));
        cells
    };
    let rows: Vec<_> = soak.tenths.iter().enumerate().map(row).collect();
    let most = |value: fn(&Sample) -> f64| soak.samples.iter().map(value).fold(0.0, f64::max);
    format!(
        "{:.1} minutes, {} files. Resident memory of the server after each file; milliseconds as median, **99th \
         percentile** and worst. Most in {} samples, also during checks: {:.1} MiB, {} threads.\n\n{}",
        soak.minutes,
        soak.files,
        soak.samples.len(),
        most(|it| it.memory),
        most(|it| it.threads),
        tables::table(&header.map(str::to_owned), &rows)
    )
}
