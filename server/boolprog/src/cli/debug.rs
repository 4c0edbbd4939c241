//! What the debug adapter needs of files and of the checker.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::Severity;
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Options, Unobserved};
use boolprog_ide::wording;
use boolprog_program::program::{NotThreads, Threads};
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::document::TraceDocument;
use tokio_util::sync::CancellationToken;

use super::input::{Purpose, suitable};
use super::integer;
use super::load::{self, Source};
use boolprog_dap::ProgramLoader;
use boolprog_host::limits::{Limits, cores};

/// How long a debug session waits for its counterexample.
const TIME: Duration = Duration::from_secs(60);
/// How much memory the search for it may hold, in bytes.
const MEMORY: usize = 1 << 30;

/// Reads from the file system and checks what it reads.
pub(super) struct Loader {
    /// Ends a check.
    pub(super) cancelled: CancellationToken,
}

/// Reads a file, and nothing else: whoever opens a pipe may wait for ever.
fn read(path: &Path) -> Result<Source, String> {
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err("This is no file.".to_owned());
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
        let content = suitable(program, Purpose::Debug)?;
        let property = property.filter(|id| !id.is_empty());
        let threads = threads.filter(|text| !text.is_empty()).map(str::parse).transpose();
        let threads = threads.map_err(|problem: NotThreads| problem.to_string())?;
        if content.notation().is_some() {
            let instances = match threads {
                Some(Threads::Exactly(threads)) => u16::try_from(threads).ok(),
                Some(Threads::Any) | None => None,
            };
            let limits = Limits::start(TIME, MEMORY, self.cancelled.clone());
            return integer::counterexample(&program.display().to_string(), &source, property, instances, &limits);
        }
        let reading = ReadingOptions { threads, ..ReadingOptions::default() };
        let (unit, diagnostics) = load::unit(&program.display().to_string(), &source, &reading);
        if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(cannot_check(&source, error));
        }
        let limits = Limits::start(TIME, MEMORY, self.cancelled.clone());
        let report =
            boolprog_check::check(&unit, Options { jobs: cores(), ..Options::default() }, &limits, &mut Unobserved);
        let creates_threads = unit.analysis.any_form().is_some_and(|program| program.creates_threads);
        counterexample(&report, property, creates_threads)
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        read(path).map(Source::into_text)
    }

    fn absolute(&self, path: &Path) -> String {
        if let Some(address) = path.to_str().filter(|text| is_address(text)) {
            return address.to_owned();
        }
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
    }
}

/// Whether this names a text that only the editor knows, such as `untitled:Untitled-1`. `C:` is a drive.
fn is_address(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    text.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

fn cannot_check(source: &Source, error: &boolprog_base::Diagnostic) -> String {
    let (line, column) = source.line_and_column(error.span.start);
    format!("The program has errors, the first in line {line}, column {column}: {}", error.message)
}

fn counterexample(
    report: &Report,
    property: Option<&str>,
    creates_threads: bool,
) -> Result<Arc<TraceDocument>, String> {
    let mut asked = report.properties.iter().filter(|found| property.is_none_or(|id| id == found.id)).peekable();
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
        None => format!(
            "There is no counterexample to replay: this holds {}.",
            wording::scope(report.threads, creates_threads)
        ),
    })
}
