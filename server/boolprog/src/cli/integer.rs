//! Integer programs (`.ip`).

mod abstracted;
mod replayed;
mod run;

use std::path::Path;

use boolprog_export::integer::IterationDocument;
use boolprog_export::report::{Kind, PropertyDocument};
use boolprog_ide::wording::{count, stopped};
use boolprog_integer::explicit::{self, Fault, Findings, Order, Reason, Run};
use boolprog_integer::{InputBound, Instantiation, NotInstantiated, Property, PropertyKind, System, Undefined, syntax};
use boolprog_program::program::Threads;
use boolprog_syntax::{Diagnostic, Severity, Span};

use super::arguments::{CheckArguments, IntegerEngine};
use super::check::{Checked, Status, with_diagnostics};
use super::load::Source;
use crate::limits::Limits;
pub(super) use replayed::counterexample;
use run::document;

/// Whether a file is read here.
pub(super) fn is_integer_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ip")
}

/// Checks the properties of a file with one engine.
pub(super) fn check(
    name: &str,
    source: Source,
    engine: IntegerEngine,
    arguments: &CheckArguments,
    limits: &Limits,
) -> Checked {
    let threads = match arguments.reading.threads {
        Some(Threads::Exactly(threads)) => u16::try_from(threads).ok(),
        Some(Threads::Any) | None => None,
    };
    let options = Instantiation { threads, on_range: arguments.integers.range.into() };
    let (system, diagnostics) = match read(&source, options) {
        Ok(read) => read,
        Err(diagnostics) => return with_diagnostics(name, source, diagnostics),
    };
    let mut checked = with_diagnostics(name, source, diagnostics);
    checked.document.threads = Some(system.instances.len().to_string());
    checked.document.scope = Some(scope(&system));
    let search = |order| {
        let options = explicit::Options { order, inputs: InputBound(arguments.integers.input_bound), depth: None };
        Decided::from(explicit::search(&system, options, limits))
    };
    let decided = match engine {
        IntegerEngine::Explicit => search(Order::BreadthFirst),
        IntegerEngine::RandomDfs => search(Order::RandomDepthFirst { seed: arguments.integers.seed }),
        IntegerEngine::Abstracting(engine) => abstracted::decide(&system, engine, &arguments.integers, limits),
    };
    report(&mut checked, &system, decided, engine);
    checked
}

/// What an engine says.
struct Decided {
    /// One verdict per property, in order.
    verdicts: Vec<Verdict>,
    /// Whether every value exists. Told only where nothing else is asked.
    values: Verdict,
    /// The first run on which something has no value.
    fault: Option<Fault>,
    /// The iterations of a search that refines.
    iterations: Vec<IterationDocument>,
}

/// What an engine says of one property.
#[derive(Clone)]
enum Verdict {
    /// It cannot be violated, as a checker confirms.
    Proved,
    /// The last state of this run violates it.
    Violated(Run),
    /// Not decided, and why.
    Unknown(String),
    /// The engine contradicts its checker, and how.
    Failed(String),
}

impl From<Findings> for Decided {
    fn from(findings: Findings) -> Self {
        let verdict = |verdict| match verdict {
            explicit::Verdict::Proved => Verdict::Proved,
            explicit::Verdict::Violated(run) => Verdict::Violated(run),
            explicit::Verdict::Unknown(Reason::Unverified) => {
                Verdict::Failed("the reachable states are not all found".to_owned())
            }
            explicit::Verdict::Unknown(reason) => Verdict::Unknown(worded(reason)),
        };
        let verdicts = findings.verdicts.into_iter().map(verdict).collect();
        let values = findings.incomplete.map_or(Verdict::Proved, |reason| verdict(explicit::Verdict::Unknown(reason)));
        Self { verdicts, values, fault: findings.fault, iterations: Vec::new() }
    }
}

/// The system of a text with hints and warnings, or errors.
fn read(source: &Source, options: Instantiation) -> Result<(System, Vec<Diagnostic>), Vec<Diagnostic>> {
    let parsed = syntax::parse(source.text());
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.is_empty() {
        diagnostics = boolprog_integer::check(&parsed.file);
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    boolprog_integer::instantiate(&parsed.file, &options).map(|system| (system, diagnostics)).map_err(refused)
}

fn refused(why: NotInstantiated) -> Vec<Diagnostic> {
    let message = match why {
        NotInstantiated::Errors(diagnostics) => return diagnostics,
        NotInstantiated::ThreadsNeeded(ref process) => {
            format!("Process `{process}` has any number of instances. Say how many to look at, such as --threads 2.")
        }
        NotInstantiated::TooManyInstances | NotInstantiated::TooManyTransitions => {
            format!("This is too large: {why}.")
        }
    };
    vec![Diagnostic::new("arguments", Severity::Error, Span::empty(0), message)]
}

/// For which programs a proof holds, as words behind "holds".
fn scope(system: &System) -> String {
    let replicated = system.processes.iter().enumerate().filter(|(_, process)| process.replicated);
    let counts = replicated.map(|(index, process)| {
        let instances = system.instances.iter().filter(|instance| usize::from(instance.process) == index).count();
        format!("{} of {}", count(instances as u64, "instance"), process.name)
    });
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() { "in every reachable state".to_owned() } else { format!("with {}", counts.join(", ")) }
}

/// The kind of a property in reports.
const fn kind(property: &Property) -> Kind {
    match property.kind {
        PropertyKind::Error => Kind::Error,
        PropertyKind::Invariant => Kind::Invariant,
    }
}

/// The stable id of a property.
fn id(property: &Property) -> String {
    format!("{}-{}", kind(property).name(), property.name)
}

fn report(checked: &mut Checked, system: &System, decided: Decided, engine: IntegerEngine) {
    for (index, (property, verdict)) in system.properties.iter().zip(decided.verdicts).enumerate() {
        let (line, column) = checked.source.line_and_column(property.span.start);
        let answer = PropertyDocument::new(id(property), kind(property), property.name.to_string(), line, column);
        let verdict = match verdict {
            Verdict::Violated(run) => match explicit::replay(system, &run, index) {
                Ok(()) => Verdict::Violated(run),
                Err(why) => Verdict::Failed(why.to_string()),
            },
            other => other,
        };
        push(checked, system, answer, verdict, engine);
    }
    if let Some(fault) = &decided.fault {
        let answer = faulty(&checked.source, system, fault, engine);
        checked.document.properties.push(answer);
        checked.status = checked.status.max(Status::Violated);
    } else if system.properties.is_empty() {
        // Where nothing else is asked, that is.
        let answer = PropertyDocument::new("value-1".to_owned(), Kind::Value, "every value exists".to_owned(), 1, 1);
        push(checked, system, answer, decided.values, engine);
    }
    checked.document.statistics.iterations = decided.iterations;
}

/// Adds what is known about a property.
fn push(checked: &mut Checked, system: &System, mut answer: PropertyDocument, verdict: Verdict, engine: IntegerEngine) {
    let status = match verdict {
        Verdict::Proved => {
            answer.proved(engine.name(), true);
            Status::Proved
        }
        Verdict::Violated(run) => {
            answer.violated_by(engine.name(), document(system, &checked.source, &run));
            Status::Violated
        }
        Verdict::Failed(why) => {
            answer.reason = Some(format!("{}: {why}", boolprog_ide::wording::INTERNAL_ERROR));
            Status::Internal
        }
        Verdict::Unknown(reason) => {
            answer.reason = Some(reason);
            Status::Unknown
        }
    };
    checked.status = checked.status.max(status);
    checked.document.properties.push(answer);
}

/// The violation that a value does not exist.
fn faulty(source: &Source, system: &System, fault: &Fault, engine: IntegerEngine) -> PropertyDocument {
    let name = match fault.undefined {
        Undefined::Overflow => "an integer needs more than 64 bits".to_owned(),
        Undefined::DivisionByZero => "a division by zero".to_owned(),
        Undefined::OutOfRange(variable) => {
            let variable = system.variable(variable);
            let (low, high) = variable.sort.bounds().unwrap_or_default();
            format!("{} leaves its range {low}..{high}", variable.name)
        }
    };
    let transition = fault.transition.as_ref().map(|(transition, _)| &system.transitions[*transition as usize]);
    let (line, column) = source.line_and_column(transition.map_or(0, |transition| transition.span.start));
    let mut answer = PropertyDocument::new("value-1".to_owned(), Kind::Value, name, line, column);
    let mut run = document(system, source, &fault.run);
    if let Some((transition, inputs)) = &fault.transition {
        let transition = &system.transitions[*transition as usize];
        run.steps.push(run::step(system, source, transition, inputs, Vec::new()));
    }
    answer.violated_by(engine.name(), run);
    answer
}

/// Why nothing is known.
fn worded(reason: Reason) -> String {
    match reason {
        Reason::Stopped(stop) => stopped(stop).to_owned(),
        Reason::Depth(depth) => format!("no violation in {}", count(depth, "step")),
        Reason::Inputs(bound) => format!("inputs without a range were tried from -{bound} to {bound} only"),
        Reason::Fault => "some runs end because a value does not exist".to_owned(),
        Reason::Unverified => "the reachable states are not all found".to_owned(),
    }
}
