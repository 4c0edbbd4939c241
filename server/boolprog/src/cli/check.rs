//! One file: read, checked, and put into a document.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_certificate::document::CertificateDocument;
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Effort, Options, Query};
use boolprog_export::report::{self, FileDocument, PropertyDocument, ReductionDocument};
use boolprog_trace::document::program_hash;

use super::arguments::{CheckArguments, CheckFormat, EngineChoice, merge_bisimilar, reductions};
use super::clock::Clock;
use super::input::{Content, Purpose, suitable};
use super::integer::{self, Notation};
use super::load::{Source, read, unit};
use super::progress::Watched;
use super::system;
use boolprog_host::limits::{Limits, cores};
use boolprog_host::provers::prover;
use boolprog_ide::wording;

/// What a check came to, from best to worst: the exit code is that of the worst file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Status {
    /// Everything is proved.
    Proved,
    /// Something is not decided.
    Unknown,
    /// Something can be violated.
    Violated,
    /// A file could not be read or has errors.
    BadInput,
    /// The program itself failed.
    Internal,
}

impl Status {
    /// The exit code of the process.
    pub(super) fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Unknown => 2,
            Self::BadInput => 3,
            Self::Internal => 4,
        }
    }
}

/// One checked file.
#[derive(Debug)]
pub(super) struct Checked {
    /// The result.
    pub status: Status,
    /// The text, for excerpts; empty if it could not be read.
    pub source: Source,
    /// The diagnostics of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The report.
    pub document: FileDocument,
    /// The proofs, if they were asked for and there are any.
    pub certificate: Option<Box<CertificateDocument>>,
}

impl Checked {
    /// Ids of the properties that are proved, but not by the certificate.
    pub(super) fn unsaved(&self) -> Vec<&str> {
        let saved = self.certificate.as_ref().map(|certificate| certificate.properties()).unwrap_or_default();
        let proved = self.document.properties.iter().filter(|property| property.verdict == report::Verdict::Proved);
        proved.map(|property| property.id.as_str()).filter(|id| !saved.contains(id)).collect()
    }

    /// Why the certificate leaves out what is proved, as a clause. Of a Boolean program it should leave out nothing.
    pub(super) fn unsaved_why(&self) -> &'static str {
        match Content::of(Path::new(&self.document.file)).notation() {
            None => "an error in boolprog, please report it",
            Some(Notation::Own) => "it is the search of all states; `--engine alpha` looks for one that can be saved",
            Some(_) => "certificates are about the language itself; convert the file to .ip first",
        }
    }
}

/// Reads and checks a file. Never fails: what goes wrong becomes a diagnostic.
pub(super) fn check_file(path: &Path, arguments: &CheckArguments) -> Checked {
    let name = path.display().to_string();
    let watched = Watched::start(&name, arguments.limits.start());
    let result = catch_unwind(AssertUnwindSafe(|| check_content(path, &name, arguments, watched.limits())));
    let mut checked = result.unwrap_or_else(|_| {
        let message = "Checking this file failed because of an error in boolprog. Please report it.";
        Checked { status: Status::Internal, ..failed(&name, "internal", message.to_owned()) }
    });
    checked.document.statistics.seconds = watched.limits().elapsed().as_secs_f64();
    checked.document.statistics.peak_bytes = watched.limits().peak_bytes();
    checked
}

/// Reads a file and checks it as what it holds.
fn check_content(path: &Path, name: &str, arguments: &CheckArguments, limits: &Limits) -> Checked {
    let source = match read(path) {
        Ok(source) => source,
        Err(why) => return failed(name, "unreadable", why),
    };
    let content = match suitable(path, Purpose::Check) {
        Ok(content) => content,
        Err(why) => return failed(name, "no-program", why),
    };
    let EngineChoice(engine) = arguments.engine;
    if content.notation().is_some() {
        if engine.is_some_and(|engine| !engine.is_for_integers()) {
            return failed(name, "arguments", "This engine is for Boolean programs; see --engine.".to_owned());
        }
        return integer::check(name, source, engine, arguments, limits);
    }
    if engine.is_some_and(EngineId::is_for_integers) {
        return failed(name, "arguments", "This engine is for integer programs; see --engine.".to_owned());
    }
    match content {
        Content::TransitionSystem | Content::PetriNet => system::check(path, source, arguments, limits),
        _ => check_program(name, source, arguments, limits),
    }
}

/// How thoroughly to check.
pub(super) fn options_of(arguments: &CheckArguments) -> Options {
    // Text says nothing of the thread states.
    let is_text = arguments.baseline.is_none() && matches!(arguments.format, CheckFormat::Text | CheckFormat::Short);
    Options {
        thread_states: if is_text { Effort::None } else { Effort::Number },
        certificate: arguments.certificate.is_some(),
        engine: arguments.engine.0,
        depth_limit: arguments.depth,
        jobs: arguments.jobs.unwrap_or_else(cores),
        reductions: reductions(&arguments.no_reduce),
        merge_bisimilar: merge_bisimilar(&arguments.no_reduce),
        ..Options::default()
    }
}

/// A file without a report.
fn failed(name: &str, code: &'static str, message: String) -> Checked {
    let diagnostic = Diagnostic::new(code, Severity::Error, Span::empty(0), message);
    let mut checked = with_diagnostics(name, Source::default(), vec![diagnostic]);
    (checked.document.program_hash, checked.document.text) = (None, None);
    checked
}

/// A file with diagnostics and, so far, nothing else.
pub(super) fn with_diagnostics(name: &str, source: Source, diagnostics: Vec<Diagnostic>) -> Checked {
    let errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let document = FileDocument {
        file: name.to_owned(),
        program_hash: Some(program_hash(source.text())),
        text: Some(Arc::from(source.text())),
        diagnostics: source.diagnostics(&diagnostics),
        ..FileDocument::default()
    };
    let status = if errors { Status::BadInput } else { Status::Proved };
    Checked { status, source, diagnostics, document, certificate: None }
}

fn check_program(name: &str, source: Source, arguments: &CheckArguments, limits: &Limits) -> Checked {
    let (unit, diagnostics) = unit(name, &source, &arguments.reading.options());
    let mut checked = with_diagnostics(name, source, diagnostics);
    checked.document.threads = Some(unit.analysis.reading.threads.to_string());
    if checked.status == Status::BadInput {
        return checked;
    }
    check_query(&mut checked, &Query::Boolean(unit, options_of(arguments)), &arguments.integers.prover, limits);
    checked
}

/// Checks a program of either kind.
pub(super) fn check_query(checked: &mut Checked, query: &Query, command: &str, limits: &Limits) {
    checked.document.threads = Some(query.threads());
    checked.document.scope = Some(wording::scope_of(query));
    let mut clock = Clock::default();
    let mut prover = clock.around(prover(command));
    let report = query.check(&mut prover, limits, &mut clock);
    fill(checked, &report);
    checked.document.statistics.iterations = clock.into_iterations();
    checked.certificate = report.certificate;
}

fn fill(checked: &mut Checked, report: &Report) {
    for property in &report.properties {
        let (line, column) = checked.source.line_and_column(property.span.start);
        let mut document =
            PropertyDocument::new(property.id.clone(), property.kind, property.name.clone(), line, column);
        let status = answer(&mut document, &property.verdict);
        checked.status = checked.status.max(status);
        checked.document.properties.push(document);
    }
    let statistics = &mut checked.document.statistics;
    statistics.thread_states = report.statistics.thread_states;
    statistics.maximal_markings = report.statistics.maximal_markings;
    statistics.shared_states = report.statistics.shared_states;
    statistics.local_states = report.statistics.local_states;
    statistics.reduction = report.statistics.reduction.map(ReductionDocument::from);
}

/// Puts a verdict into the document of its property.
fn answer(document: &mut PropertyDocument, verdict: &Verdict) -> Status {
    match verdict {
        Verdict::Proved(proof) => {
            document.proved(proof.engine(), proof.certified());
            Status::Proved
        }
        Verdict::Violated(violation) => {
            document.violated_by(violation.engine(), violation.trace());
            Status::Violated
        }
        Verdict::Unknown(unknown) => {
            document.reason = Some(wording::reason(unknown));
            if unknown.is_internal() { Status::Internal } else { Status::Unknown }
        }
    }
}
