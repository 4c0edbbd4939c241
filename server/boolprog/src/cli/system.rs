//! Thread transition systems from files.

use std::path::Path;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_certificate::document::{QuestionDocument, TARGET};
use boolprog_certificate::run::Run;
use boolprog_check::certificate;
use boolprog_check::decide::{Decision, Outcome, decide};
use boolprog_explore::format::{
    FormatError, parse_initial, parse_spec, parse_target, parse_tts, show_initial, show_target, standard,
};
use boolprog_explore::tts::{Count, Effect, Initial, ThreadSystem, Tts};
use boolprog_export::report::{Counterexample, PropertyDocument};
use boolprog_export::run::{RunDocument, RunStep};
use boolprog_trace::document::PropertyKind;

use super::arguments::CheckArguments;
use super::check::{Checked, Status, options_of, with_diagnostics};
use super::input::Content;
use super::load::{Source, read};
use boolprog_host::limits::Limits;

/// Checks a `.tts` file against the target given, or the one in the `.prop` file beside it; a `.spec` file against the
/// target given, or its own.
pub(super) fn check(path: &Path, source: Source, arguments: &CheckArguments, limits: &Limits) -> Checked {
    let name = path.display().to_string();
    let System { mut tts, init, target } =
        match load(path, &source, arguments.init.as_deref(), arguments.target.as_deref()) {
            Ok(system) => system,
            Err(Refusal { code, span, message }) => {
                let diagnostic = Diagnostic::new(code, Severity::Error, span, message);
                return with_diagnostics(&name, source, vec![diagnostic]);
            }
        };
    let mut checked = with_diagnostics(&name, source, Vec::new());
    checked.document.threads = Some(started(tts.initial()));
    let scope = match tts.initial().count {
        Count::Any if !tts.initial().pool.is_empty() => "for any number of threads".to_owned(),
        _ => "for the threads it starts with and any number they create".to_owned(),
    };
    checked.document.scope = Some(scope);
    let decision = decide(&mut tts, &[0], options_of(arguments), limits, &mut |_, _| {});
    report(&mut checked, &mut tts, &target, &decision);
    if arguments.certificate.is_some() {
        let question = QuestionDocument::System { init, target };
        let proven = (&[TARGET.to_owned()][..], &*decision.proven());
        checked.certificate =
            certificate::document(&tts, (&name, checked.source.text()), question, proven).map(Box::new);
    }
    checked
}

/// A system with its question.
pub(super) struct System {
    /// The system.
    pub tts: Tts,
    /// Where its threads start, as written.
    pub init: String,
    /// What must not be reached.
    pub target: String,
}

/// Why a system is not checked.
pub(super) struct Refusal {
    code: &'static str,
    span: Span,
    /// What is wrong.
    pub message: String,
}

fn is_net(path: &Path) -> bool {
    Content::of(path) == Content::PetriNet
}

/// Reads the system, where it starts, and what it must not reach. A `.spec` file says both itself; what is given goes
/// before.
pub(super) fn load(path: &Path, source: &Source, init: Option<&str>, target: Option<&str>) -> Result<System, Refusal> {
    let parse = if is_net(path) { parse_spec } else { parse_tts };
    let tts = parse(source.text()).map_err(|error| in_file(&error, source.text()))?;
    let (tts, own) = if is_net(path) { net(&tts)? } else { (tts, None) };
    let init = match (init, &own) {
        (Some(init), _) => init.to_owned(),
        (None, Some((own, _))) => own.clone(),
        (None, None) => "0/0".to_owned(),
    };
    let written = match (target, own) {
        (None, Some((_, own))) => own,
        _ => target_text(path, target)?,
    };
    let initial = parse_initial(&init).map_err(|error| elsewhere("initial configuration", &error.to_string()))?;
    let target = parse_target(&written).map_err(|error| elsewhere("target", &error.to_string()))?;
    let shown = show_target(&target);
    let tts = tts.with_initial(initial).map_err(|error| elsewhere("initial configuration", &error.to_string()))?;
    let tts = tts.with_targets(vec![target]).map_err(|error| elsewhere("target", &error.to_string()))?;
    Ok(System { tts, init, target: shown })
}

/// A net with its start and its target as they are written for transition systems.
fn net(tts: &Tts) -> Result<(Tts, Option<(String, String)>), Refusal> {
    let tts = standard(tts).map_err(|error| elsewhere("target", &error.to_string()))?;
    let own = show_initial(&tts.initial).zip(tts.targets.first().map(show_target));
    Ok((tts, own))
}

fn target_text(path: &Path, target: Option<&str>) -> Result<String, Refusal> {
    let file = match target {
        Some(text) if Path::new(text).extension().is_none_or(|extension| extension != "prop") => {
            return Ok(text.to_owned());
        }
        Some(file) => Path::new(file).to_owned(),
        None => path.with_extension("prop"),
    };
    let text = read(&file).map_err(|why| {
        elsewhere("target", &format!("{}: {why} Give a target with --target \"4|20\"", file.display()))
    })?;
    Ok(text.text().to_owned())
}

fn in_file(error: &FormatError, text: &str) -> Refusal {
    let start = text.split_inclusive('\n').take(error.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let line = text[start..].lines().next().unwrap_or_default();
    let span = Span::new(start as u32, (start + line.len()) as u32);
    Refusal { code: "format", span, message: format!("{}.", error.problem) }
}

fn elsewhere(what: &str, why: &str) -> Refusal {
    let message = format!("The {what} cannot be used: {why}.");
    Refusal { code: "arguments", span: Span::empty(0), message }
}

fn started(initial: &Initial) -> String {
    match initial.count {
        _ if initial.pool.is_empty() => initial.fixed.len().to_string(),
        Count::Any => "*".to_owned(),
        Count::Exactly(count) => (initial.fixed.len() as u64 + u64::from(count)).to_string(),
    }
}

fn report(checked: &mut Checked, tts: &mut Tts, target: &str, decision: &Decision) {
    for (_, outcome) in &decision.outcomes {
        let mut property = PropertyDocument::new(TARGET.to_owned(), PropertyKind::Target, target.to_owned(), 0, 0);
        let status = match outcome {
            Outcome::Proved { engine, .. } => {
                property.proved(*engine, true);
                Status::Proved
            }
            Outcome::Violated { engine, found } => {
                let counterexample = Counterexample::System(run(tts, &found.run));
                property.violated(*engine, found.threads, found.run.steps.len(), counterexample);
                Status::Violated
            }
            Outcome::Unknown(unknown) => {
                property.reason = Some(boolprog_ide::wording::reason(unknown));
                Status::Unknown
            }
        };
        checked.status = checked.status.max(status);
        checked.document.properties.push(property);
    }
    let statistics = &mut checked.document.statistics;
    let exact = decision.rows.completeness == boolprog_check::report::Completeness::Exact;
    statistics.thread_states = exact.then_some(decision.rows.states.len() as u64);
    statistics.maximal_markings = decision.maximal_markings;
    statistics.shared_states = decision.shared_states;
    statistics.local_states = decision.local_states;
}

/// The run as a document; threads count from 1.
fn run(tts: &Tts, run: &Run) -> RunDocument {
    let mut threads = run.threads.len() as u32;
    let mut document = RunDocument::new(run.shared.0, run.threads.iter().map(|local| local.0).collect());
    for step in &run.steps {
        let transition = tts.transition(step.transition);
        let mut changed = vec![(step.thread + 1, transition.to_local.map(|local| local.0))];
        changed.extend(step.moved.iter().map(|(thread, local)| (thread + 1, Some(local.0))));
        if let Effect::Create(local) = transition.effect {
            threads += 1;
            changed.push((threads, Some(local.0)));
        }
        document.steps.push(RunStep {
            thread: step.thread + 1,
            line: transition.origin + 1,
            shared: transition.to_shared.0,
            threads: changed,
        });
    }
    document
}
