//! The report as JSON (`boolprog-report/2`, described in `docs/report-format.md`).

use std::borrow::Cow;
use std::sync::Arc;

use boolprog_base::Severity;
use boolprog_base::engine::EngineId;
use boolprog_check::report::{CoverabilitySearch, Iteration, Questions, Reduction, Round, Visible};
use boolprog_check::wording::needs_of;
use boolprog_trace::document::{Head, ProgramKind, PropertyKind, SCHEMA, TraceDocument, can_be_read};
use boolprog_trace::run::SystemRun;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The schema that this version writes and reads.
pub const REPORT_SCHEMA: &str = "boolprog-report/2";

/// Everything one call of `boolprog check` found.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReportDocument {
    /// Schema of the document, [`REPORT_SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The version of the program that wrote it.
    pub version: Cow<'static, str>,
    /// One entry per file, in the order given.
    pub files: Vec<FileDocument>,
}

impl ReportDocument {
    /// The report on these files.
    pub fn new(files: Vec<FileDocument>) -> Self {
        Self { schema: Cow::Borrowed(REPORT_SCHEMA), version: Cow::Borrowed(env!("CARGO_PKG_VERSION")), files }
    }

    /// A report with nothing but one counterexample, or with the path to a program point.
    pub fn of_trace(trace: &Arc<TraceDocument>) -> Self {
        let asked = &trace.property;
        let (line, column) = (asked.range.line, asked.range.column);
        let mut property = PropertyDocument::new(asked.id.clone(), asked.kind, asked.name.clone(), line, column);
        property.file = trace.file(&asked.range).map(str::to_owned);
        property.violated(EngineId::Bounded, EngineId::Bounded, Arc::clone(trace));
        Self::new(vec![FileDocument {
            file: trace.program.clone(),
            program_hash: Some(trace.program_hash.clone()),
            kind: Some(trace.kind),
            threads: Some(trace.threads.clone()),
            properties: vec![property],
            ..FileDocument::default()
        }])
    }

    /// Reads a report of `boolprog check --format json`, or a saved trace as a report on nothing else. Fails with a sentence
    /// for the user, also where a counterexample contradicts itself.
    pub fn read(json: &str) -> Result<Self, String> {
        let unreadable = |error| format!("this is neither a saved trace nor a report: {error}");
        let Head { schema } = serde_json::from_str(json).map_err(unreadable)?;
        if can_be_read(&schema) {
            let read = TraceDocument::read(json).and_then(|trace| trace.walk(|_, _| {}).map(|()| trace));
            let trace = read.map_err(|error| format!("this trace cannot be used: {error}"))?;
            return Ok(Self::of_trace(&Arc::new(trace)));
        }
        if schema != REPORT_SCHEMA {
            return Err(format!("the schema is `{schema}`, but only `{REPORT_SCHEMA}` and `{SCHEMA}` can be read"));
        }
        let report: Self = serde_json::from_str(json).map_err(|error| format!("this is not a report: {error}"))?;
        for property in report.files.iter().flat_map(|file| &file.properties) {
            if let Some(Counterexample::Program(trace)) = &property.trace {
                let walked = trace.walk(|_, _| {});
                walked.map_err(|error| format!("the trace of {} cannot be used: {error}", property.id))?;
            }
        }
        Ok(report)
    }

    /// Keeps the properties with these ids only. Returns the first id that no property has.
    pub fn keep<'a>(&mut self, ids: &'a [String]) -> Result<(), &'a str> {
        let has = |id: &String| self.files.iter().any(|file| file.properties.iter().any(|found| found.id == *id));
        if let Some(stranger) = ids.iter().find(|id| !has(id)) {
            return Err(stranger);
        }
        for file in &mut self.files {
            file.properties.retain(|property| ids.contains(&property.id));
        }
        Ok(())
    }
}

/// Report on one file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FileDocument {
    /// Its path as given.
    pub file: String,
    /// Hash of its text, as traces carry it. Absent when the file could not be read.
    pub program_hash: Option<String>,
    /// Its text, if it is at hand. No part of the document.
    #[serde(skip)]
    pub text: Option<Arc<str>>,
    /// The diagnostics of the text.
    pub diagnostics: Vec<DiagnosticDocument>,
    /// The kind of program. Absent if the file could not be read or has errors.
    pub kind: Option<ProgramKind>,
    /// The number of threads that start: a number or `*`. Absent for a net whose tokens are no threads, and if the file
    /// could not be read or has errors.
    pub threads: Option<String>,
    /// For which numbers of threads a proof holds, in words. Absent if nothing was checked.
    pub scope: Option<String>,
    /// Options of `boolprog check` that may decide the first unknown property that some may decide, or that check what was not
    /// asked of a C program, in words.
    pub try_next: Option<String>,
    /// Commands that may say more, those of the properties among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
    /// The questions and their answers.
    pub properties: Vec<PropertyDocument>,
    /// Statistics of the check.
    pub statistics: StatisticsDocument,
}

impl FileDocument {
    /// Adds the commands of the properties to those of the file, each once.
    pub fn collect_next(&mut self) {
        for command in self.properties.iter().flat_map(|property| &property.next) {
            if !self.next.contains(command) {
                self.next.push(command.clone());
            }
        }
    }
}

/// A diagnostic. Lines and columns count from 1; columns count UTF-16 units.
#[derive(Debug, Serialize, Deserialize)]
pub struct DiagnosticDocument {
    /// Stable name of the rule.
    pub code: String,
    /// Severity of the diagnostic.
    pub severity: Severity,
    /// Number of the first line.
    pub line: u32,
    /// Number of the first column.
    pub column: u32,
    /// Number of the last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// Message: the problem, its reason, and its fix.
    pub message: String,
    /// The path of the file that it is in, if that is not the file itself but another one of its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Another place that a property is about. Lines and columns count from 1; columns count UTF-16 units.
#[derive(Debug, Serialize, Deserialize)]
pub struct RelatedDocument {
    /// Number of the first line.
    pub line: u32,
    /// Number of the first column.
    pub column: u32,
    /// Its state, as a clause.
    pub message: String,
    /// The path of the file that it is in, if that is not the file itself but another one of its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// One question and its answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct PropertyDocument {
    /// Stable id, unique in the file.
    pub id: String,
    /// Kind of the property.
    pub kind: PropertyKind,
    /// The check, of a C program only: `assertion`, `index`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Cow<'static, str>>,
    /// The asserted expression, the label, or the target, as written; of a C program what holds or is violated, in words.
    pub name: String,
    /// Line of the statement or of the target; 0 for a target that the file does not state.
    pub line: u32,
    /// Column of the statement or of the target; 0 for a target that the file does not state.
    pub column: u32,
    /// The path of the file that it is in, if that is not the file itself but another one of its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Other places that it is about, such as the second access of a data race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedDocument>,
    /// An addition to the verdict: that nothing gets there, or that another reading of the program decides otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Verdict on the property.
    pub verdict: Verdict,
    /// Why it is unknown.
    pub reason: Option<String>,
    /// Commands that may say more about it, chosen by what was tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
    /// The engine that decided it.
    pub engine: Option<Cow<'static, str>>,
    /// The engine that found the counterexample, if the property is violated: usually the same.
    #[serde(default)]
    pub trace_engine: Option<Cow<'static, str>>,
    /// `true` if the evidence was checked independently: a trace re-executed, a certificate accepted.
    pub certified: bool,
    /// Fewest live threads of a violation; of an integer program for any number of instances, those of the counterexample.
    /// `None` for integer programs with a fixed number, and for nets.
    pub threads_needed: Option<u32>,
    /// Fewest steps of a violation with this number of threads.
    pub steps: Option<usize>,
    /// The variables that the verdict depends on, in the order of declaration, if that is known.
    #[serde(default)]
    pub visible_variables: Option<Vec<String>>,
    /// The number of variables of the program, if the visible ones are known.
    #[serde(default)]
    pub variables: Option<usize>,
    /// The number of rounds of localization; 0 if the property was decided without it.
    #[serde(default)]
    pub rounds: usize,
    /// Counterexample, if the property is violated.
    pub trace: Option<Counterexample>,
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It cannot be violated.
    Proved,
    /// It can be violated.
    Violated,
    /// Unknown, with a reason.
    Unknown,
}

impl Verdict {
    /// As it is written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Violated => "violated",
            Self::Unknown => "unknown",
        }
    }
}

/// A run that violates a property. It can be by far the largest part of a report, so it is never copied.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Counterexample {
    /// Of a program, Boolean or integer.
    Program(#[serde(serialize_with = "shared")] Arc<TraceDocument>),
    /// Of a thread transition system or a net.
    System(#[serde(serialize_with = "shared")] Arc<SystemRun>),
}

/// Not derived: what serde keeps of a value to try one form and then another has no integers of 128 bits.
impl<'de> Deserialize<'de> for Counterexample {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(reader)?;
        match TraceDocument::deserialize(&value) {
            Ok(trace) => Ok(Self::Program(Arc::new(trace))),
            Err(why) => {
                let run = SystemRun::deserialize(&value).map_err(|_| D::Error::custom(why))?;
                Ok(Self::System(Arc::new(run)))
            }
        }
    }
}

impl From<Arc<TraceDocument>> for Counterexample {
    fn from(trace: Arc<TraceDocument>) -> Self {
        Self::Program(trace)
    }
}

impl From<Arc<SystemRun>> for Counterexample {
    fn from(run: Arc<SystemRun>) -> Self {
        Self::System(run)
    }
}

/// A shared document is written like one that is owned.
fn shared<T: Serialize, S: Serializer>(shared: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(serializer)
}

impl PropertyDocument {
    /// A question that is not answered yet.
    pub fn new(id: String, kind: PropertyKind, name: String, line: u32, column: u32) -> Self {
        Self {
            id,
            kind,
            check: None,
            name,
            line,
            column,
            file: None,
            related: Vec::new(),
            notes: Vec::new(),
            verdict: Verdict::Unknown,
            reason: None,
            next: Vec::new(),
            engine: None,
            trace_engine: None,
            certified: false,
            threads_needed: None,
            steps: None,
            visible_variables: None,
            variables: None,
            rounds: 0,
            trace: None,
        }
    }

    /// As it is listed: `assert !inside`, `label ERROR`, `target 4|20`, `line 12`; a violated check of a C program by what goes
    /// wrong: `assert(inside == 1) fails`.
    pub fn title(&self) -> String {
        match &self.trace {
            Some(Counterexample::Program(trace)) if self.kind == PropertyKind::Check => trace.property.name.clone(),
            _ => self.kind.title(&self.name),
        }
    }

    /// The variables that the answer depends on, if they are known.
    pub fn depends_on(&mut self, visible: Option<&Visible>) {
        self.visible_variables = visible.map(|visible| visible.names.clone());
        self.variables = visible.map(|visible| visible.of);
        self.rounds = visible.map_or(0, |visible| visible.rounds);
    }

    /// The answer: it cannot be violated.
    pub fn proved(&mut self, engine: EngineId, certified: bool) {
        self.verdict = Verdict::Proved;
        self.engine = Some(Cow::Borrowed(engine.name()));
        self.certified = certified;
    }

    /// The answer: it can be violated, as a counterexample of `trace_engine` shows that was executed again.
    pub fn violated(&mut self, engine: EngineId, trace_engine: EngineId, counterexample: impl Into<Counterexample>) {
        let trace = counterexample.into();
        let (threads, steps) = match &trace {
            Counterexample::Program(trace) if trace.has_fixed_instances() => (None, trace.steps.len()),
            Counterexample::Program(trace) => (Some(trace.threads_needed), trace.steps.len()),
            Counterexample::System(run) => (run.threads_needed(), run.length()),
        };
        self.verdict = Verdict::Violated;
        self.engine = Some(Cow::Borrowed(engine.name()));
        self.trace_engine = Some(Cow::Borrowed(trace_engine.name()));
        self.certified = true;
        self.threads_needed = threads;
        self.steps = Some(steps);
        self.trace = Some(trace);
    }

    /// The size of a counterexample: `needs 2 threads, 7 steps`.
    pub fn needs(&self) -> String {
        let is_shortest = match &self.trace {
            Some(Counterexample::Program(trace)) => !trace.guarantee.is_empty(),
            Some(Counterexample::System(run)) => matches!(**run, SystemRun::Threads(_)),
            None => true,
        };
        let noun = match &self.trace {
            Some(Counterexample::Program(trace)) => trace.kind.actor(),
            Some(Counterexample::System(_)) | None => "thread",
        };
        needs_of(self.threads_needed.map(|number| (number, noun)), self.steps.unwrap_or_default(), is_shortest)
    }
}

/// Figures of one file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StatisticsDocument {
    /// Reachable thread states, if known exactly.
    pub thread_states: Option<u64>,
    /// Size of the minimal coverability set, if it was computed.
    pub maximal_markings: Option<u64>,
    /// The searches that computed a coverability set.
    #[serde(default)]
    pub coverability: Vec<CoverabilityDocument>,
    /// Shared states of the explored system.
    pub shared_states: u64,
    /// Local states of the explored system.
    pub local_states: u64,
    /// Reduction of the program, if proofs were tried on the reduced one.
    pub reduction: Option<Reduction>,
    /// The most different states that a search of all states of an integer program met; `None` if there was no such
    /// search.
    pub states: Option<u64>,
    /// The seed of random choices in the check of an integer program; `None` if there were none.
    pub seed: Option<u64>,
    /// The iterations of a search under abstraction; only integer programs have some.
    pub iterations: Vec<IterationDocument>,
    /// The rounds of localization; only wide Boolean programs have some.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// The questions to the prover about any number of instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prover: Option<ProverDocument>,
    /// Wall-clock time, reading included.
    pub seconds: f64,
    /// The most memory the engines held.
    pub peak_bytes: usize,
}

/// A search that computed a coverability set.
#[derive(Debug, Serialize, Deserialize)]
pub struct CoverabilityDocument {
    /// Engine that searched.
    pub engine: Cow<'static, str>,
    /// `true` if the set is that of the reduced program.
    pub reduced: bool,
    /// Number of nodes inserted.
    pub nodes: u64,
    /// Number of nodes whose steps were taken.
    pub expanded: u64,
    /// Size of the set.
    pub maximal_markings: u64,
}

impl From<CoverabilitySearch> for CoverabilityDocument {
    fn from(search: CoverabilitySearch) -> Self {
        let CoverabilitySearch { engine, is_reduced, nodes, expanded, maximal_markings } = search;
        let engine = Cow::Borrowed(engine.name());
        Self { engine, reduced: is_reduced, nodes, expanded, maximal_markings }
    }
}

/// The work of the prover in one check.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProverDocument {
    /// Number of questions.
    #[serde(flatten)]
    pub questions: Questions,
    /// Time spent waiting for the prover, the check of proofs included.
    pub seconds: f64,
}

/// One iteration of a search under abstraction.
#[derive(Debug, Serialize, Deserialize)]
pub struct IterationDocument {
    /// Statistics and predicates.
    #[serde(flatten)]
    pub iteration: Iteration,
    /// Time spent waiting for the prover.
    pub prover_seconds: f64,
}
