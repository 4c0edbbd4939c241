//! `boolprog invariant`: whether an expression holds in every reachable configuration.

use std::io::{self, Write};

use boolprog_check::Options;
use boolprog_check::condition::{Condition, Scope};
use boolprog_check::invariant::{Invariance, Where, invariant};
use boolprog_check::wording::{self, reason, scope};
use boolprog_trace::document::TraceDocument;
use serde::Serialize;

use super::arguments::{Format, InvariantArguments};
use super::checked::Status;
use super::{json, load, states, traces};
use boolprog_host::limits::cores;

const SCHEMA: &str = "boolprog-invariant/1";

/// The question and its answer, for programs.
#[derive(Debug, Serialize)]
struct InvariantDocument<'a> {
    /// [`SCHEMA`].
    schema: &'static str,
    /// Path of the program as it was given.
    file: &'a str,
    /// The number of threads that start in `main`: a number or `*`.
    threads: String,
    expression: &'a str,
    /// The line where it is asked for; absent if everywhere.
    line: Option<u32>,
    /// `proved`, `violated` or `unknown`, as in reports.
    verdict: &'static str,
    reason: Option<String>,
    engine: Option<&'static str>,
    /// An execution to where it is F.
    trace: Option<&'a TraceDocument>,
}

/// Answers the question. Fails with a sentence for the user.
pub(super) fn answer(arguments: &InvariantArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let InvariantArguments { expression, line, .. } = arguments;
    let limits = arguments.asked.limits.start();
    let (source, unit) = load::boolean(&arguments.asked.file, &arguments.asked.reading, &limits)?;
    let condition = Condition::parse(expression, if line.is_some() { Scope::Visible } else { Scope::Shared })?;
    let sites = line.map(|line| states::sites_on(line, &source, &unit)).unwrap_or_default();
    if let (Some(line), true) = (line, sites.is_empty()) {
        return Err(format!("{}: there is no statement on line {line}.", unit.path));
    }
    if !condition.is_usable(&unit, &sites) {
        return Err(wording::unusable(expression, line.is_some()));
    }
    let place = if line.is_some() { Where::At(&sites) } else { Where::Everywhere };
    let options = Options { jobs: cores(), ..Options::default() };
    let name = wording::exception(expression, line.map(|line| line as usize));
    let answer = invariant(&unit, &condition, place, &name, options, &limits);
    let creates = unit.analysis.program().is_ok_and(|program| program.creates_threads);
    let scope = scope(unit.analysis.reading.threads, creates);
    let written = match arguments.format {
        Format::Text => people(&unit.path, arguments, &scope, &answer, out),
        Format::Json => {
            let threads = unit.analysis.reading.threads.to_string();
            json::write(&InvariantDocument::new(&unit.path, threads, arguments, &answer), out)
        }
    };
    let status = match answer {
        Invariance::Holds { .. } => Status::Proved,
        Invariance::Fails(_) => Status::Violated,
        Invariance::Unknown(_) => Status::Unknown,
    };
    Ok(written.map(|()| status))
}

fn people(
    file: &str,
    arguments: &InvariantArguments,
    scope: &str,
    answer: &Invariance,
    out: &mut impl Write,
) -> io::Result<()> {
    let place = arguments.line.map_or(String::new(), |line| format!(" on line {line}"));
    let asked = format!("{}{place}", arguments.expression);
    match answer {
        Invariance::Holds { engine } => writeln!(out, "{file}: invariant, {scope}: {asked} ({engine})"),
        Invariance::Fails(trace) => {
            writeln!(out, "{file}: not invariant: {asked} - {}", wording::needs(trace))?;
            traces::print_program_trace(trace, out)
        }
        Invariance::Unknown(unknown) => {
            writeln!(out, "{file}: unknown whether invariant: {asked} - {}", reason(unknown))
        }
    }
}

impl<'a> InvariantDocument<'a> {
    fn new(file: &'a str, threads: String, arguments: &'a InvariantArguments, answer: &'a Invariance) -> Self {
        let (verdict, reason, engine, trace) = match answer {
            Invariance::Holds { engine } => ("proved", None, Some(engine.name()), None),
            Invariance::Fails(trace) => ("violated", None, None, Some(trace.as_ref())),
            Invariance::Unknown(unknown) => ("unknown", Some(reason(unknown)), None, None),
        };
        let (expression, line) = (arguments.expression.as_str(), arguments.line);
        Self { schema: SCHEMA, file, threads, expression, line, verdict, reason, engine, trace }
    }
}
