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

use boolprog_check::Unit;
use boolprog_check::integer::Source;
use boolprog_export::report::ReportDocument;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Severity;
use boolprog_trace::document::{PropertyKind, SCHEMA, TraceDocument, program_hash};
use boolprog_trace::retrace::Retraced;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::arguments::ReplayArguments;
use super::debug::Loader;
use super::load;
use boolprog_dap::ProgramLoader;
use view::View;

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
        return Ok(brought_up_to_date(trace, &program));
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

/// The counterexample as the program is now, if it can still be executed; else as it was, and what became of it.
fn brought_up_to_date(trace: Arc<TraceDocument>, program: &Path) -> Replayed {
    let as_it_was = |trace, note: String| Replayed { trace, text: None, note: Some(note) };
    let source = match load::read(program) {
        Ok(source) => source,
        Err(why) => return as_it_was(trace, format!("{}: {why}", program.display())),
    };
    if program_hash(source.text()) == trace.program_hash {
        return Replayed { trace, text: Some(source.into_text()), note: None };
    }
    let became = if trace.is_of_integer_program() {
        Source::read(source.text().into()).map(|program| program.retrace(&trace))
    } else {
        present(&source, &trace).map(|unit| boolprog_check::retrace(&unit, &trace))
    };
    match became {
        None => as_it_was(trace, "The program has errors now; this is how it was.".to_owned()),
        Some(Ok(Retraced::StillFails(fresh))) => {
            let note = Some(format!("The program has changed. {}", Retraced::StillFails(fresh.clone())));
            Replayed { trace: fresh.into(), text: Some(source.into_text()), note }
        }
        Some(Ok(became)) => as_it_was(trace, format!("The program has changed. {became} This is how it was.")),
        Some(Err(problem)) => {
            as_it_was(trace, format!("The program has changed, and the trace is damaged: {problem}."))
        }
    }
}

/// A Boolean program as it is now; `None` if it has errors.
fn present(source: &load::Source, trace: &TraceDocument) -> Option<Unit> {
    let error_labels = (trace.property.kind == PropertyKind::Label).then(|| trace.property.name.as_str().into());
    let reading = ReadingOptions {
        threads: trace.threads.parse().ok(),
        error_labels: error_labels.into_iter().collect(),
        ..ReadingOptions::default()
    };
    let (unit, diagnostics) = load::unit(&trace.program, source, &reading);
    let has_errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    (!has_errors).then_some(unit)
}

#[cfg(test)]
mod tests;
