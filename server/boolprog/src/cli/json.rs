//! The report as JSON (`boolprog-report/1`, described in `docs/report-format.md`).

use std::sync::Arc;

use boolprog_check::report::{Reduction, Size};
use boolprog_trace::document::TraceDocument;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The schema that this version writes.
pub(super) const SCHEMA: &str = "boolprog-report/1";

/// Everything one call of `boolprog check` found.
#[derive(Debug, Serialize)]
pub(super) struct ReportDocument {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// One entry per file, in the order given.
    pub files: Vec<FileDocument>,
}

/// One file.
#[derive(Debug, Serialize)]
pub(super) struct FileDocument {
    /// Its path as given.
    pub file: String,
    /// What is wrong with the text.
    pub diagnostics: Vec<DiagnosticDocument>,
    /// How many threads start: a number or `*`. Absent when the file could not be read.
    pub threads: Option<String>,
    /// The questions and their answers.
    pub properties: Vec<PropertyDocument>,
    /// Figures.
    pub statistics: StatisticsDocument,
}

/// A diagnostic. Lines and columns count from 1; columns count UTF-16 units.
#[derive(Debug, Serialize)]
pub(super) struct DiagnosticDocument {
    /// Stable name of the rule.
    pub code: String,
    /// `error`, `warning`, `information` or `hint`.
    pub severity: &'static str,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
    /// What happened, why, and what to do.
    pub message: String,
}

/// One question and its answer.
#[derive(Debug, Serialize)]
pub(super) struct PropertyDocument {
    /// Stable id, unique in the file.
    pub id: String,
    /// `assert`, `label` or `target`.
    pub kind: &'static str,
    /// The asserted expression, the label, or the target, as written.
    pub name: String,
    /// Line of the statement; 0 for a target.
    pub line: u32,
    /// Column of the statement; 0 for a target.
    pub column: u32,
    /// `proved`, `violated` or `unknown`.
    pub verdict: &'static str,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// The engine that decided it.
    pub engine: Option<&'static str>,
    /// Whether the evidence was checked independently: a trace re-executed, a certificate accepted.
    pub certified: bool,
    /// Fewest live threads of a violation.
    pub threads_needed: Option<u32>,
    /// Fewest steps of a violation with so many threads.
    pub steps: Option<usize>,
    /// The counterexample.
    pub trace: Option<Counterexample>,
}

/// A run that violates a property. It can be by far the largest part of a report, so nobody copies it.
#[derive(Debug)]
pub(super) enum Counterexample {
    /// Of a program.
    Program(Arc<TraceDocument>),
    /// Of a thread transition system.
    System(Value),
}

impl Serialize for Counterexample {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Program(trace) => trace.as_ref().serialize(serializer),
            Self::System(run) => run.serialize(serializer),
        }
    }
}

impl PropertyDocument {
    /// A question that is not answered yet.
    pub(super) fn new(id: String, kind: &'static str, name: String, line: u32, column: u32) -> Self {
        Self {
            id,
            kind,
            name,
            line,
            column,
            verdict: "unknown",
            reason: None,
            engine: None,
            certified: false,
            threads_needed: None,
            steps: None,
            trace: None,
        }
    }

    /// The answer: it cannot be violated.
    pub(super) fn proved(&mut self, engine: &'static str, certified: bool) {
        self.verdict = "proved";
        self.engine = Some(engine);
        self.certified = certified;
    }

    /// The answer: it can be violated, as a re-executed trace shows.
    pub(super) fn violated(&mut self, threads_needed: u32, steps: usize, trace: Counterexample) {
        self.verdict = "violated";
        self.engine = Some("bounded");
        self.certified = true;
        self.threads_needed = Some(threads_needed);
        self.steps = Some(steps);
        self.trace = Some(trace);
    }
}

/// Figures of one file.
#[derive(Debug, Default, Serialize)]
pub(super) struct StatisticsDocument {
    /// Reachable thread states, if known exactly.
    pub thread_states: Option<u64>,
    /// Size of the minimal coverability set, if it was computed.
    pub maximal_markings: Option<u64>,
    /// Shared states of the explored system.
    pub shared_states: u64,
    /// Local states of the explored system.
    pub local_states: u64,
    /// What the reductions made of the program, if proofs were tried on what they left.
    pub reduction: Option<ReductionDocument>,
    /// Wall-clock time, reading included.
    pub seconds: f64,
    /// The most memory the engines held.
    pub peak_bytes: usize,
}

/// What became of a program that was reduced.
#[derive(Debug, Serialize)]
pub(super) struct ReductionDocument {
    /// How large it is.
    pub before: SizeDocument,
    /// How large what is left is.
    pub after: SizeDocument,
    /// Reachable thread states of what is left, if known exactly.
    pub thread_states: Option<u64>,
}

/// How large a program is.
#[derive(Debug, Serialize)]
pub(super) struct SizeDocument {
    /// Locations that control can get to.
    pub locations: u32,
    /// Shared bits.
    pub shared_bits: u32,
    /// The most local bits at a location.
    pub local_bits: u32,
}

impl From<Reduction> for ReductionDocument {
    fn from(reduction: Reduction) -> Self {
        let size = |Size { locations, shared_bits, local_bits }| SizeDocument { locations, shared_bits, local_bits };
        Self { before: size(reduction.before), after: size(reduction.after), thread_states: reduction.thread_states }
    }
}
