//! `boolprog replay`: a counterexample on the terminal, forwards and backwards.

mod keys;
mod print;
mod screen;
mod terminal;
mod view;
mod writes;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_export::report::ReportDocument;
use boolprog_trace::document::{SCHEMA, TraceDocument, program_hash};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::arguments::ReplayArguments;
use super::debug::Loader;
use super::load;
use boolprog_dap::ProgramLoader;
use view::View;

const HAS_CHANGED: &str = "The program has changed since this trace was saved; this is how it was.";

/// Replays what was asked for until somebody has seen enough, or prints it. Fails with a sentence for people.
pub(super) fn run(arguments: &ReplayArguments) -> Result<io::Result<()>, String> {
    let Replayed { trace, text, note } = replayed(arguments)?;
    let states = trace.states().map_err(|problem| format!("this counterexample cannot be replayed: {problem}"))?;
    let report = ReportDocument::of_trace(&trace);
    let Some((_, lanes)) = report.counterexamples().next() else {
        return Err("this counterexample cannot be shown".to_owned());
    };
    if let Some(variable) = &arguments.writes {
        let mut out = io::stdout().lock();
        return writes::print(&trace, &lanes, variable, &mut out).map(|written| written.and_then(|()| out.flush()));
    }
    if arguments.print || !io::stdout().is_terminal() {
        let mut out = io::stdout().lock();
        return Ok(print::print(&lanes, note.as_deref(), &mut out).and_then(|()| out.flush()));
    }
    let mut view = View::new(&trace, lanes, states, text.as_deref(), note);
    view.go_to(arguments.step);
    Ok(terminal::show(&mut view))
}

/// What is replayed.
struct Replayed {
    trace: Arc<TraceDocument>,
    /// The text of its program, if it is still that one.
    text: Option<String>,
    /// What somebody has to know of the trace, as a sentence.
    note: Option<String>,
}

fn replayed(arguments: &ReplayArguments) -> Result<Replayed, String> {
    let path = &arguments.file;
    let is_saved = path.extension().is_some_and(|extension| extension == "json");
    if is_saved {
        let trace = saved(path, arguments.property.as_deref())?;
        let beside = |program: &str| path.parent().unwrap_or(Path::new("")).join(program);
        let program = arguments.program.clone().unwrap_or_else(|| found(&trace.program, beside(&trace.program)));
        return Ok(with_text(trace, &program));
    }
    let loader = Loader { cancelled: CancellationToken::new() };
    let trace = loader.load(path, arguments.property.as_deref(), None);
    let trace = trace.map_err(|why| format!("{}: {why}", path.display()))?;
    let text = loader.read(path).ok().filter(|text| program_hash(text) == trace.program_hash);
    Ok(Replayed { trace, text, note: None })
}

/// Where the program of a trace is: where the trace says, or from there on beside the trace.
fn found(noted: &str, beside: PathBuf) -> PathBuf {
    let noted = PathBuf::from(noted);
    if !noted.exists() && beside.exists() { beside } else { noted }
}

/// The counterexample in a file: it is saved alone, or part of a report.
fn saved(path: &Path, property: Option<&str>) -> Result<Arc<TraceDocument>, String> {
    let named = |why: String| format!("{}: {why}", path.display());
    let source = load::read(path).map_err(named)?;
    let no_trace = |error: serde_json::Error| named(format!("this is no saved counterexample: {error}"));
    let document: Value = serde_json::from_str(source.text()).map_err(no_trace)?;
    let trace = if document["schema"] == SCHEMA {
        document
    } else {
        let missing = || named("there is no such counterexample in this file.".to_owned());
        in_report(document, property).ok_or_else(missing)?
    };
    serde_json::from_value(trace).map(Arc::new).map_err(no_trace)
}

/// The first counterexample of a report, or that of a property.
fn in_report(mut report: Value, property: Option<&str>) -> Option<Value> {
    let files = report.get_mut("files")?.as_array_mut()?;
    let mut properties = files.iter_mut().filter_map(|file| file.get_mut("properties")?.as_array_mut()).flatten();
    let is_asked = |found: &Value| property.is_none_or(|id| found["id"] == id) && found["trace"]["schema"] == SCHEMA;
    properties.find(|found| is_asked(found)).map(|found| found["trace"].take())
}

/// The counterexample with the text of its program; without it, and with a note, if the program is another one now.
fn with_text(trace: Arc<TraceDocument>, program: &Path) -> Replayed {
    let (text, note) = match load::read(program) {
        Ok(source) if program_hash(source.text()) == trace.program_hash => (Some(source.into_text()), None),
        Ok(_) => (None, Some(HAS_CHANGED.to_owned())),
        Err(why) => (None, Some(format!("{}: {why}", program.display()))),
    };
    Replayed { trace, text, note }
}

#[cfg(test)]
mod tests;
