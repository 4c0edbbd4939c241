//! One check of an integer program on a worker: from a version of a file to findings.

use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_check::integer::{Iteration, Observer, PropertyReport, Report, Verdict, check as decide};
use boolprog_ide::integer::Findings;
use boolprog_ide::{Answer, wording};
use boolprog_trace::document::PropertyKind;

use super::checking::{Job, Trigger};
use super::document::{IntegerQuestion, Modelled};
use super::known::{self, Found, Known};
use super::panics::contained;
use super::run::{index_of, limits};
use super::{progress, recall_integer};
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;

/// Checks the job's version. `None` if there is nothing to check, or nothing new to find. The prover of the settings is
/// started if nothing else decides.
///
/// A panic becomes "unknown: internal error" for every property that has no answer yet.
pub(super) fn check(job: &Arc<Job>) -> Option<Found> {
    // A panic here is reported by the publisher, which needs the same analysis.
    let modelled = contained(|| job.version.modelled()).ok().flatten()?;
    let question = modelled.question.as_ref()?;
    let asked = match &job.wish.property {
        Some(id) => Some(index_of(job, id, &ids(modelled))?),
        None => None,
    };
    let known = job.known()?;
    if known.is_settled(question.fingerprint, asked) {
        return None;
    }
    let recalled = known.finished(question.fingerprint).filter(|found| found.recalled).and_then(Found::of::<Findings>);
    let recalled = recalled.filter(|found| Arc::ptr_eq(&found.layout, &question.layout));
    let (property, mut findings) = begin(&known, modelled, question, asked);
    let is_asked = job.trigger == Trigger::Asked;
    if let Some(recalled) = recalled.filter(|_| !is_asked) {
        findings = Findings::clone(recalled);
    }
    let quiet = !is_asked && recalled.is_some_and(|found| found.answers.iter().all(Option::is_some));
    let limits = limits(job);
    if !quiet {
        job.found(found(question, &findings));
    }
    let title = || format!("Checking {}", job.version.file_name());
    let _done = (!quiet).then(|| progress::start(&job.shared, job.id, title(), &limits));
    let report = contained(|| {
        job.shared.options.before_check.iter().for_each(|hook| hook(&modelled.snapshot.text));
        let options = boolprog_check::integer::Options { property, ..question.options };
        let mut prover = prover(&job.version.settings.integer.prover);
        decide(&question.model, &options, &mut prover, &*limits, &mut Shown(&limits))
    });
    let mut findings = match report {
        Ok(report) => {
            if property.is_none() {
                recall_integer::keep(job, question, &report);
            }
            complete(findings, report, property)
        }
        Err(panic) => {
            job.shared.report_panic("a check", &panic);
            broken(findings)
        }
    };
    if let Some(recalled) = recalled {
        keep_verdicts(&mut findings, recalled);
    }
    Some(found(question, &findings))
}

/// Verdicts that have evidence are not given up for none.
fn keep_verdicts(findings: &mut Findings, old: &Findings) {
    let is_decided = |answer: &Option<Answer<PropertyReport>>| {
        let report = answer.as_ref().and_then(Answer::report);
        report.is_some_and(|report| !matches!(report.verdict, Verdict::Unknown(_)))
    };
    let answers = findings.answers.iter_mut().chain([&mut findings.values]);
    let lost = answers.zip(old.answers.iter().chain([&old.values]));
    lost.filter(|(new, old)| is_decided(old) && !is_decided(new)).for_each(|(new, old)| new.clone_from(old));
}

fn ids(modelled: &Modelled) -> Vec<String> {
    modelled.snapshot.properties.iter().map(boolprog_ide::integer::Property::id).collect()
}

fn found(question: &IntegerQuestion, findings: &Findings) -> Found {
    let findings = known::Findings::Integer(Arc::new(findings.clone()));
    Found { fingerprint: question.fingerprint, findings, recalled: false }
}

/// Which property is decided, and what is known already. Traces speak of ranges of the text that was checked, so only
/// findings with the layout of this one can be kept beside new ones; else all properties are decided.
fn begin(
    known: &Known,
    modelled: &Modelled,
    question: &IntegerQuestion,
    asked: Option<u32>,
) -> (Option<u32>, Findings) {
    let old = known.finished(question.fingerprint).and_then(Found::of::<Findings>);
    let old = old.filter(|old| Arc::ptr_eq(&old.layout, &question.layout));
    match (asked, old) {
        (Some(property), Some(old)) => {
            let mut findings = Findings::clone(old);
            findings.answers.get_mut(property as usize).into_iter().for_each(|answer| *answer = None);
            (Some(property), findings)
        }
        _ => (None, modelled.snapshot.nothing_found(Arc::clone(&question.layout))),
    }
}

/// The check is over. If it was about one property only, the others keep their answers.
fn complete(mut findings: Findings, report: Report, property: Option<u32>) -> Findings {
    findings.scope = wording::integer::scope(&report.replicated);
    findings.gaps = report.statistics.gaps().into();
    let (values, stated): (Vec<_>, Vec<_>) =
        report.properties.into_iter().partition(|it| it.kind == PropertyKind::Value);
    let answer = |report: PropertyReport| Some(Answer::Report(Box::new(report)));
    let asked = findings.answers.iter_mut().skip(property.unwrap_or(0) as usize);
    for (known, report) in asked.zip(stated) {
        *known = answer(report);
    }
    findings.values = values.into_iter().next().and_then(answer).or(findings.values);
    findings
}

/// The check broke down: what has no answer gets none.
fn broken(mut findings: Findings) -> Findings {
    for answer in findings.answers.iter_mut().filter(|answer| answer.is_none()) {
        *answer = Some(Answer::InternalError);
    }
    findings
}

/// Shows iterations while people wait.
pub(super) struct Shown<'a>(pub(super) &'a Limits);

impl Observer for Shown<'_> {
    fn engine(&mut self, _: EngineId) {}

    fn iteration(&mut self, number: usize, _: &Iteration) {
        self.0.iteration(number);
    }

    fn property(&mut self, _: usize, _: &PropertyReport) {}
}
