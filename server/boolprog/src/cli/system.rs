//! Thread transition systems: their question, and the check.

use std::path::Path;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_certificate::document::{QuestionDocument, TARGET};
use boolprog_certificate::run::Run;
use boolprog_check::certificate;
use boolprog_check::decide::{Decision, Outcome, decide};
use boolprog_explore::tts::{Count, Effect, Initial, ThreadSystem, Tts};
use boolprog_export::report::{Counterexample, PropertyDocument};
use boolprog_export::run::{RunDocument, RunStep};
use boolprog_frontend::System;
use boolprog_trace::document::{ProgramKind, PropertyKind};

use super::arguments::CheckArguments;
use super::checked::{Checked, Status};
use super::load::read;
use boolprog_host::limits::Limits;

/// Default initial configuration.
const ANYWHERE: &str = "0/0";

/// Checks a system against the given target, its own, or the one in the `.prop` file next to it.
pub(super) fn check(checked: &mut Checked, path: &Path, system: System, arguments: &CheckArguments, limits: &Limits) {
    let asked = asked(path, system, arguments.init.as_deref(), arguments.target.as_deref());
    let (mut tts, init, target) = match asked {
        Ok(asked) => asked,
        Err(why) => return checked.add(Diagnostic::new("arguments", Severity::Error, Span::empty(0), why)),
    };
    checked.document.kind = Some(ProgramKind::System);
    checked.document.threads = Some(started(tts.initial()));
    let scope = match tts.initial().count {
        Count::Any if !tts.initial().pool.is_empty() => "for any number of threads".to_owned(),
        _ => "for the threads it starts with and any number they create".to_owned(),
    };
    checked.document.scope = Some(scope);
    let decision = decide(&mut tts, &[0], arguments.options(), limits, &mut |_, _| {});
    report(checked, &mut tts, &target, &decision);
    if arguments.certificate.is_some() {
        let question = QuestionDocument::System { init, target };
        let proven = (&[TARGET.to_owned()][..], &*decision.proven());
        let text = (checked.document.file.as_str(), &**checked.source.text());
        checked.certificate = certificate::document(&tts, text, question, proven).map(Box::new);
    }
}

/// The system with its start and its target, and both as written: arguments take precedence over the file. Fails with a
/// sentence for the user.
pub(super) fn asked(
    path: &Path,
    system: System,
    init: Option<&str>,
    target: Option<&str>,
) -> Result<(Tts, String, String), String> {
    let init = init.map(str::to_owned).or_else(|| system.init.clone()).unwrap_or_else(|| ANYWHERE.to_owned());
    let target = match (target, &system.target) {
        (None, Some(own)) => own.clone(),
        _ => target_text(path, target)?,
    };
    let (tts, target) = system.asking(&init, &target)?;
    Ok((tts, init, target))
}

fn target_text(path: &Path, target: Option<&str>) -> Result<String, String> {
    let file = match target {
        Some(text) if Path::new(text).extension().is_none_or(|extension| extension != "prop") => {
            return Ok(text.to_owned());
        }
        Some(file) => Path::new(file).to_owned(),
        None => path.with_extension("prop"),
    };
    let text = read(&file).map_err(|why| {
        let file = file.display();
        format!("The target cannot be used: {file}: {why} Give a target with --target \"4|20\".")
    })?;
    Ok(text.text().to_string())
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
                property.reason = Some(boolprog_check::wording::reason(unknown));
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
