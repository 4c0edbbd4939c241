//! Services for the debug adapter: files, and the checker.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::Diagnostic;
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::wording;
use boolprog_check::{Options, Query, Unobserved, integer};
use boolprog_frontend::Program;
use boolprog_program::program::NotThreads;
use boolprog_trace::document::TraceDocument;
use tokio_util::sync::CancellationToken;

use super::arguments::INCLUDED;
use super::input::{Purpose, front_end, suitable};
use super::load::{self, Source, first_error};
use boolprog_dap::{Environment, ProgramLoader};
use boolprog_host::limits::{Limits, cores};
use boolprog_host::linked::Linking;
use boolprog_host::provers::{self, prover};

/// Time limit of the search for a counterexample to debug, and of an answer that executes the program.
const TIME: Duration = Duration::from_mins(1);
/// Memory limit of the same, in bytes.
const MEMORY: usize = 1 << 30;

/// Reads from the file system and checks what it reads.
pub(super) struct Loader {
    pub(super) cancelled: CancellationToken,
}

/// Reads a regular file only: opening a pipe may block forever.
fn read(path: &Path) -> Result<Source, String> {
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err("This is not a file.".to_owned());
    }
    load::read(path)
}

impl ProgramLoader for Loader {
    fn load(
        &self,
        program: &Path,
        property: Option<&str>,
        threads: Option<&str>,
    ) -> Result<Arc<TraceDocument>, String> {
        let source = read(program).map_err(|problem| format!("{}: {problem}", self.absolute(program)))?;
        suitable(program, Purpose::Debug)?;
        let property = property.filter(|id| !id.is_empty());
        let threads = threads.filter(|text| !text.is_empty()).map(str::parse).transpose();
        let threads = threads.map_err(|problem: NotThreads| problem.to_string())?;
        let options = boolprog_frontend::Options {
            threads,
            any_instances: true,
            property: property.map(str::to_owned),
            c: boolprog_frontend::c::Options { files: INCLUDED, ..Default::default() },
            ..Default::default()
        };
        let limits = limits(&self.cancelled);
        let (mut options, text) = (options, source.named(program));
        if front_end(program).machine.is_some() {
            Linking::default().complete(&text, &mut options.c, &limits)?;
        }
        let read = front_end(program).read(&text, &options, &limits);
        let query = match read.map_err(|diagnostics| with_errors(program, &source.with(&options), &diagnostics))?.0 {
            Program::Boolean(unit) => Query::Boolean(unit, Options { jobs: cores(), ..Options::default() }),
            Program::Integer(model) => Query::Integer(model, integer::Options::default()),
            Program::System(_) => return Err("A thread transition system is not replayed.".to_owned()),
        };
        counterexample(&query, property, &limits)
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        read(path).map(|source| source.text().to_string())
    }

    fn environment(&self) -> Environment {
        let cancelled = self.cancelled.clone();
        Environment { included: INCLUDED.0, control: Arc::new(move || Box::new(limits(&cancelled))) }
    }

    fn absolute(&self, path: &Path) -> String {
        if let Some(address) = path.to_str().filter(|text| is_address(text)) {
            return address.to_owned();
        }
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
    }
}

/// The limits of a piece of work, which begins now.
fn limits(cancelled: &CancellationToken) -> Limits {
    Limits::start(TIME, MEMORY, cancelled.clone())
}

/// `true` if this names a text that only the editor has, such as `untitled:Untitled-1`. `C:` is a drive.
fn is_address(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// The errors of a program, as a sentence.
fn with_errors(program: &Path, source: &Source, diagnostics: &[Diagnostic]) -> String {
    format!("The program has errors, the first is {}", first_error(program, source, diagnostics))
}

/// A run that violates the property with this id or name, or any of them. Fails with a sentence for the user.
fn counterexample(query: &Query, property: Option<&str>, limits: &Limits) -> Result<Arc<TraceDocument>, String> {
    let report = query.check(&mut prover(provers::DEFAULT), limits, &mut Unobserved);
    let is_asked = |found: &&PropertyReport| property.is_none_or(|asked| asked == found.id || asked == found.name);
    let mut asked = report.properties.iter().filter(is_asked).peekable();
    if asked.peek().is_none() {
        return Err(match property {
            Some(id) => format!("The program has no property `{id}`."),
            None => "The program asserts nothing and has no error label.".to_owned(),
        });
    }
    let mut undecided = None;
    for found in asked {
        match &found.verdict {
            Verdict::Violated(violation) => return Ok(Arc::clone(violation.trace())),
            Verdict::Unknown(unknown) => undecided = Some(wording::reason(unknown)),
            Verdict::Proved(_) => {}
        }
    }
    Err(match undecided {
        Some(reason) => format!("There is no counterexample to replay. Not everything is decided: {reason}."),
        None => format!("There is no counterexample to replay: this holds {}.", wording::scope_of(query)),
    })
}
