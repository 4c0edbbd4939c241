//! `boolprog replay`: a counterexample as lines of text.

mod execution;
mod print;
mod writes;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_export::lanes::Lanes;
use boolprog_export::report::{Counterexample, ReportDocument};
use boolprog_trace::document::{TraceDocument, program_hash};
use tokio_util::sync::CancellationToken;

use super::arguments::ReplayArguments;
use super::debug::Loader;
use super::load;
use super::output::Plain;
use boolprog_dap::ProgramLoader;

const HAS_CHANGED: &str = "The program has changed since this trace was saved; the old execution is shown.";

/// Prints the requested part. Fails with a sentence for the user.
pub(super) fn run(arguments: &ReplayArguments) -> Result<io::Result<()>, String> {
    let (trace, note) = replayed(arguments)?;
    trace.states().map_err(|problem| format!("this counterexample cannot be replayed: {problem}"))?;
    let report = ReportDocument::of_trace(&trace);
    let Some((_, lanes)) = Lanes::all(&report).next() else {
        return Err("this counterexample cannot be shown".to_owned());
    };
    let mut out = Plain(io::stdout().lock());
    let written = match &arguments.writes {
        Some(variable) => writes::print(&trace, &lanes, variable, &mut out)?,
        None => print::print(&lanes, note.as_deref(), &mut out),
    };
    Ok(written.and_then(|()| out.flush()))
}

/// The counterexample, and a sentence to be printed before it.
fn replayed(arguments: &ReplayArguments) -> Result<(Arc<TraceDocument>, Option<String>), String> {
    let path = &arguments.file;
    let is_saved = path.extension().is_some_and(|extension| extension == "json");
    if is_saved {
        let trace = saved(path, arguments.property.as_deref())?;
        let beside = |program: &str| path.parent().unwrap_or(Path::new("")).join(program);
        let program = arguments.program.clone().unwrap_or_else(|| found(&trace.program, beside(&trace.program)));
        let note = note(&trace, &program).map_err(|why| format!("{}: {why}", path.display()))?;
        return Ok((trace, note));
    }
    let trace = loader().load(path, arguments.property.as_deref(), None);
    Ok((trace.map_err(|why| format!("{}: {why}", path.display()))?, None))
}

fn loader() -> Loader {
    Loader { cancelled: CancellationToken::new() }
}

/// The path of the program of a trace: as recorded, or in the folder of the trace.
fn found(noted: &str, beside: PathBuf) -> PathBuf {
    let noted = PathBuf::from(noted);
    if !noted.exists() && beside.exists() { beside } else { noted }
}

/// The counterexample in a file: the first one, or that of a property.
fn saved(path: &Path, property: Option<&str>) -> Result<Arc<TraceDocument>, String> {
    let named = |why: String| format!("{}: {why}", path.display());
    let source = load::read(path).map_err(named)?;
    let report = ReportDocument::read(source.text()).map_err(named)?;
    let all = report.files.into_iter().flat_map(|file| file.properties);
    let mut asked = all.filter(|found| property.is_none_or(|id| found.id == id));
    let trace = asked.find_map(|found| match found.trace {
        Some(Counterexample::Program(trace)) => Some(trace),
        Some(Counterexample::System(_)) | None => None,
    });
    trace.ok_or_else(|| named("there is no such counterexample in this file.".to_owned()))
}

/// The note on a counterexample whose program is missing or has changed. Fails with a sentence if the program is the same
/// and has no such execution.
fn note(trace: &TraceDocument, program: &Path) -> Result<Option<String>, String> {
    match load::read(program) {
        Ok(source) if program_hash(source.text()) == trace.program_hash => {
            let executed = execution::confirm(trace, program, &source, &*(loader().environment().control)());
            executed.map_err(|why| format!("this is no execution of {}: {why}.", program.display())).map(|()| None)
        }
        Ok(_) => Ok(Some(HAS_CHANGED.to_owned())),
        Err(why) => Ok(Some(format!("{}: {why}", program.display()))),
    }
}

#[cfg(test)]
mod tests;
