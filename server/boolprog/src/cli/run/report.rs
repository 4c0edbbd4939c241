//! The report of an execution: words for people, JSON for programs.

use std::io::{self, Write};

use boolprog_machine::fault::{Fault, Position};
use boolprog_machine::inspect::Activation;
use boolprog_machine::machine::{Ended, Machine};
use boolprog_machine::thread::{Status, ThreadId};
use boolprog_trace::document::ScheduleDocument;
use serde::{Deserialize, Serialize};

use super::Task;
use super::execution::{Execution, Source};
use super::last::{self, Begun};

/// The form of the document.
const SCHEMA: &str = "boolprog-run/1";

/// Writes how an execution has ended, unless the program has ended by itself.
pub(super) fn text(task: &Task<'_>, execution: &Execution, out: &mut impl Write) -> io::Result<()> {
    io::stdout().flush()?;
    if execution.runs > 1 && !execution.output.is_empty() {
        io::stdout().write_all(&execution.output)?;
    }
    match &execution.ended {
        Ended::Exit(_) if execution.runs > 1 => {
            let runs = execution.runs;
            writeln!(out, "boolprog: {runs} executions break no rule; others may. `boolprog check` answers for all.")
        }
        Ended::Exit(_) => Ok(()),
        Ended::Quiet => writeln!(out, "boolprog: the execution ends here, because an assumption does not hold."),
        Ended::Stopped(stop) => {
            writeln!(out, "boolprog: the execution is not finished: {stop}. See --timeout and --memory.")
        }
        Ended::Blocked => writeln!(out, "boolprog: the execution cannot go on as the schedule says."),
        Ended::Fault(fault) => broken(task, execution, fault, out),
    }
}

fn broken(task: &Task<'_>, execution: &Execution, fault: &Fault, out: &mut impl Write) -> io::Result<()> {
    let number = |thread: ThreadId| thread.0 + 1;
    writeln!(out, "{}: {fault}", line(task, fault.position))?;
    if let Source::Seed(seed) = execution.source {
        writeln!(out, "  in thread {}, with --seed {seed}", number(fault.thread))?;
    }
    let Some(machine) = &execution.machine else { return Ok(()) };
    writeln!(out, "threads:")?;
    for (thread, status) in machine.threads().filter(|(_, status)| *status != Status::Ended) {
        let calls = own(machine, thread);
        let state = match status {
            Status::Waiting { .. } => " waits",
            _ if calls.is_empty() => " is about to begin or to end",
            _ => "",
        };
        writeln!(out, "  T{}{state}", number(thread))?;
        for activation in calls {
            let name = &task.program.function(activation.function).name;
            writeln!(out, "    {name}  {}", shown(task, activation.position))?;
        }
    }
    writeln!(out, "last statements:")?;
    for Begun { thread, position } in last::statements(task, execution) {
        writeln!(out, "  T{}  {}", number(thread), shown(task, position))?;
    }
    Ok(())
}

/// The calls of a thread in the program, innermost first.
fn own(machine: &Machine, thread: ThreadId) -> Vec<Activation> {
    machine.activations(thread).into_iter().filter(|activation| !activation.is_hidden).rev().collect()
}

/// `path:line:column`
fn line(task: &Task<'_>, position: Position) -> String {
    let at = task.program.position(position);
    format!("{}:{}:{}", at.path, at.line, at.column)
}

/// The line of a place, with its text.
fn shown(task: &Task<'_>, position: Position) -> String {
    let at = task.program.position(position);
    let file = task.program.unit(position.unit).sources.files.get(position.place.file.0 as usize);
    let line = file.and_then(|file| file.text.lines().nth(at.line as usize - 1)).unwrap_or_default();
    let is_main = at.path == task.arguments.file.display().to_string();
    let named = if is_main { String::new() } else { format!("{}, ", at.path) };
    format!("{named}line {}: {}", at.line, cut(line.trim()))
}

/// A line, cut where it is long.
fn cut(line: &str) -> String {
    const LONGEST: usize = 80;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// The part of a document that repeats an execution.
#[derive(Deserialize)]
struct Repeated {
    schedule: ScheduleDocument,
}

/// The execution in a document: a counterexample, or what [`json`] has written.
pub(super) fn read_schedule(text: &str) -> Result<ScheduleDocument, String> {
    let document: Result<Repeated, _> = serde_json::from_str(text);
    let refused = |error| format!("This is neither a counterexample of a C program nor an execution: {error}.");
    document.map(|document| document.schedule).map_err(refused)
}

/// An execution as a document.
#[derive(Serialize)]
struct RunDocument<'a> {
    schema: &'static str,
    program: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    runs: u64,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultDocument<'a>>,
    output: std::borrow::Cow<'a, str>,
    steps: u64,
    threads: Vec<ThreadDocument>,
    schedule: ScheduleDocument,
}

#[derive(Serialize)]
struct FaultDocument<'a> {
    kind: &'static str,
    rule: &'a str,
    message: &'a str,
    thread: u32,
    #[serde(flatten)]
    place: PlaceDocument,
}

#[derive(Serialize)]
struct PlaceDocument {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct ThreadDocument {
    thread: u32,
    state: &'static str,
    stack: Vec<FrameDocument>,
}

#[derive(Serialize)]
struct FrameDocument {
    function: String,
    #[serde(flatten)]
    place: PlaceDocument,
}

/// Writes an execution as JSON.
pub(super) fn json(task: &Task<'_>, execution: &Execution, out: &mut impl Write) -> io::Result<()> {
    let (ended, status, fault) = match &execution.ended {
        Ended::Exit(status) => ("exit", Some(*status), None),
        Ended::Fault(fault) => ("fault", None, Some(fault)),
        Ended::Blocked => ("blocked", None, None),
        Ended::Quiet => ("assumption", None, None),
        Ended::Stopped(_) => ("limit", None, None),
    };
    let fault = fault.map(|fault| FaultDocument {
        kind: fault.kind.name(),
        rule: fault.rule,
        message: &fault.message,
        thread: fault.thread.0 + 1,
        place: place(task, fault.position),
    });
    let document = RunDocument {
        schema: SCHEMA,
        program: task.arguments.file.display().to_string(),
        seed: if let Source::Seed(seed) = execution.source { Some(seed) } else { None },
        runs: execution.runs,
        ended,
        status,
        fault,
        output: String::from_utf8_lossy(&execution.output),
        steps: execution.record.steps(),
        threads: execution.machine.as_ref().map_or_else(Vec::new, |machine| threads(task, machine)),
        schedule: ScheduleDocument::new(
            &execution.record,
            task.options,
            task.program.target(),
            execution.machine.as_ref(),
        ),
    };
    crate::cli::json::write(&document, out)
}

fn threads(task: &Task<'_>, machine: &Machine) -> Vec<ThreadDocument> {
    let thread = |(thread, status): (ThreadId, Status)| ThreadDocument {
        thread: thread.0 + 1,
        state: match status {
            Status::Ready => "ready",
            Status::Waiting { .. } => "waiting",
            Status::Ended => "ended",
        },
        stack: own(machine, thread)
            .into_iter()
            .map(|activation| FrameDocument {
                function: task.program.function(activation.function).name.to_string(),
                place: place(task, activation.position),
            })
            .collect(),
    };
    machine.threads().map(thread).collect()
}

fn place(task: &Task<'_>, position: Position) -> PlaceDocument {
    let at = task.program.position(position);
    PlaceDocument { file: at.path.to_string(), line: at.line, column: at.column }
}
