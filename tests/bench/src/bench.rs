//! `cargo xtask bench`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::arguments::RunArguments;
use crate::editing::Editing;
use crate::engine::{Loaded, measure};
use crate::process::{self, Ended, Template};
use crate::results::{self, Engine, Process, Results, Row, SCHEMA, SuiteResults, Verdict};
use crate::suite::{self, Instance, Suite};
use crate::{heat, integers, limits, plot, replaying, tables, threads, wide};

/// Measures the suites that were asked for. Those of the language server and of the debugger write files of their own.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let out = &arguments.common.out;
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let mut arguments = arguments.clone();
    let suites = std::mem::take(&mut arguments.common.suites);
    for name in suites {
        match Editing::named(&name) {
            Some(suite) => suite.run(&arguments)?,
            None if name == "replay" => replaying::run(&arguments)?,
            None if name == "integer" => integers::run(&arguments)?,
            None if name == "marked" => integers::marked::run(&arguments)?,
            None if name == "heat" => heat::run(&arguments)?,
            None if name == "proofs" => integers::proofs::run(&arguments)?,
            None if name == "wide" => wide::run(&arguments)?,
            None if name == "limits" => limits::run(&arguments)?,
            None if name == "threads" => threads::run(&arguments)?,
            None => arguments.common.suites.push(name),
        }
    }
    if arguments.common.suites.is_empty() { Ok(()) } else { of_programs(&arguments) }
}

/// Measures, and writes `results.json`, `results.md` and the plots.
fn of_programs(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let boolprog = arguments.boolprog.clone().map_or_else(beside_this, Ok)?;
    let suites = suite::find(common)?;
    // Processes first: the memory of a process counts from before it takes the place of this one, which engines let
    // grow.
    let runner = Processes { boolprog: &boolprog, arguments };
    let processes: Vec<_> = suites.iter().map(|suite| runner.suite(suite)).collect::<Result<_>>()?;
    let mut results = Results {
        schema: SCHEMA,
        repeat: common.repeat,
        timeout: common.timeout.as_secs_f64(),
        against: arguments.against.as_ref().map(Template::to_string),
        suites: Vec::new(),
    };
    for (suite, processes) in suites.iter().zip(processes) {
        results.suites.push(measure_suite(suite, processes, arguments)?);
    }
    write(&common.out, &results)
}

/// The boolprog that was built together with this program.
pub(crate) fn beside_this() -> Result<PathBuf> {
    let this = std::env::current_exe().context("where this program is")?;
    Ok(this.with_file_name(format!("boolprog{}", std::env::consts::EXE_SUFFIX)))
}

/// The processes of one instance: boolprog's and the other command's.
type Pair = (Process, Option<Process>);

struct Processes<'a> {
    boolprog: &'a Path,
    arguments: &'a RunArguments,
}

impl Processes<'_> {
    /// Measures the instances of a suite in order. A family ends with the first size that takes too long.
    fn suite(&self, suite: &Suite) -> Result<Vec<Pair>> {
        let mut measured = Vec::new();
        for instance in &suite.instances {
            eprintln!("{}: {} as a process", suite.name, instance.name);
            let pair = self.instance(instance)?;
            let ended = pair.0.time.is_some();
            measured.push(pair);
            if suite.parameter.is_some() && !ended {
                break;
            }
        }
        Ok(measured)
    }

    /// Runs both commands in turn, each as often as the other, and each first every other time.
    fn instance(&self, instance: &Instance) -> Result<Pair> {
        let ours = process::check(self.boolprog, instance);
        let theirs = self.arguments.against.as_ref().map(|template| template.fill(instance));
        let timeout = self.arguments.common.timeout;
        let (mut our_runs, mut their_runs): (Vec<Ended>, Vec<Ended>) = (Vec::new(), Vec::new());
        for round in 0..self.arguments.common.repeat {
            let mut turns = vec![(Some(&ours), &mut our_runs), (theirs.as_ref(), &mut their_runs)];
            if round % 2 == 1 {
                turns.reverse();
            }
            for (command, runs) in turns {
                let in_time = runs.iter().all(|run| run.seconds.is_some());
                if let (Some(command), true) = (command, in_time) {
                    runs.push(process::run(command, timeout)?);
                }
            }
        }
        Ok((process::summary(&our_runs), theirs.map(|_| process::summary(&their_runs))))
    }
}

fn measure_suite(suite: &Suite, processes: Vec<Pair>, arguments: &RunArguments) -> Result<SuiteResults> {
    let common = &arguments.common;
    let mut rows = Vec::new();
    for (instance, (process, against)) in suite.instances.iter().zip(processes) {
        eprintln!("{}: {} in the engines", suite.name, instance.name);
        let engine = measure(&Loaded::read(instance)?, common.repeat, common.timeout);
        let complaints = complaints(instance, &engine, &process, against.as_ref());
        let (instance, size) = (instance.name.clone(), instance.size);
        rows.push(Row { instance, size, engine, process, against, complaints });
    }
    Ok(SuiteResults { name: suite.name.clone(), parameter: suite.parameter, rows })
}

/// Figures with a wrong answer are worthless.
fn complaints(instance: &Instance, engine: &Engine, ours: &Process, theirs: Option<&Process>) -> Vec<String> {
    let mut complaints = Vec::new();
    let expected = &instance.expected;
    let answered = match engine.answer.verdict {
        Verdict::Proved => Some(false),
        Verdict::Violated => Some(true),
        Verdict::Unknown => None,
    };
    if let (Some(expected), Some(answered)) = (expected.violated, answered)
        && expected != answered
    {
        complaints.push(format!("the verdict is {}, which is not the expected one", engine.answer.verdict.word()));
    }
    if let (Some(expected), Some(found)) = (expected.maximal_markings, engine.answer.maximal_markings)
        && expected != found
    {
        complaints.push(format!("{found} maximal markings, {expected} are expected"));
    }
    let changing = |process: &Process| process.codes.iter().any(|code| *code != process.codes[0]);
    if changing(ours) {
        complaints.push(format!("boolprog ends differently from run to run: {:?}", ours.codes));
    }
    if let Some(theirs) = theirs.filter(|process| changing(process)) {
        complaints.push(format!("the other command ends differently from run to run: {:?}", theirs.codes));
    }
    complaints
}

fn write(out: &Path, results: &Results) -> Result<()> {
    for suite in &results.suites {
        results::write(out, &format!("{}-time.svg", suite.name), &plot::times(suite)?)?;
        if suite.parameter.is_some() {
            results::write(out, &format!("{}-memory.svg", suite.name), &plot::memory(suite)?)?;
        }
    }
    results::save(out, "results", results, &tables::results(results))
}
