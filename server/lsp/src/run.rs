//! One check on a worker: from a version of a file to findings, with partial results on the way.

use std::sync::Arc;

use boolprog_check::report::{Completeness, PropertyReport, Reachable, Report, Verdict};
use boolprog_check::{Observer, Unit};
use boolprog_ide::{Answer, Findings, scale};

use super::checking::{Job, Trigger};
use super::document::{Analysed, Question};
use super::known::{self, Found, Known};
use super::panics::contained;
use super::{progress, recall};
use boolprog_host::limits::Limits;

/// Checks the job's version. `None` if there is nothing to check, or nothing new to find.
///
/// A panic becomes "unknown: internal error" for every property that has no answer yet.
pub(super) fn check(job: &Arc<Job>) -> Option<Found> {
    // A panic here is reported by the publisher, which needs the same analysis.
    let analysed = contained(|| job.version.analysed()).ok().flatten()?;
    if job.trigger != Trigger::Asked && scale::is_large(&analysed.snapshot) {
        return None;
    }
    let question = contained(|| analysed.question()).ok().flatten()?;
    let asked = asked_for(job, analysed)?;
    let known = job.known()?;
    if known.is_settled(question.fingerprint, asked) {
        return None;
    }
    let (property, findings) = begin(&known, analysed, question, asked);
    let certificate = property.is_none() && job.shared.cache(&job.version.settings).is_some();
    let options = boolprog_check::Options { property, certificate, ..question.options };
    let recalled = known.finished(question.fingerprint).filter(|found| found.recalled);
    let quiet = recalled.is_some() && job.trigger != Trigger::Asked;
    let limits = limits(job);
    let mut partial = Partial { job, fingerprint: question.fingerprint, findings, quiet };
    partial.publish();
    let title = || format!("Checking {}", job.version.file_name());
    let _done = (!quiet).then(|| progress::start(&job.shared, job.id, title(), &limits));
    let report = contained(|| run(job, analysed, &question.unit, options, &limits, &mut partial));
    match report {
        Ok(report) => {
            recall::keep(job, question, &report);
            partial.complete(report, property);
        }
        Err(panic) => {
            job.shared.report_panic("a check", &panic);
            partial.break_down();
        }
    }
    if let Some(recalled) = recalled.and_then(Found::of) {
        partial.keep_verdicts(recalled);
    }
    Some(partial.found())
}

/// The index of the only property that the job asks for, `Some(None)` if it asks for all; `None` if there is no such
/// property.
#[expect(clippy::option_option, reason = "no property is asked for by name, or one that does not exist")]
fn asked_for(job: &Job, analysed: &Analysed) -> Option<Option<u32>> {
    let Some(id) = &job.wish.property else { return Some(None) };
    index_of(job, id, &boolprog_check::property_ids(&analysed.snapshot.properties)).map(Some)
}

/// The index of a property among these; says so if it is none of them.
pub(super) fn index_of(job: &Job, id: &str, ids: &[String]) -> Option<u32> {
    let index = (0..).zip(ids).find(|(_, other)| *other == id).map(|(index, _)| index);
    if index.is_none() {
        job.shared.warn(&format!("there is no property `{id}` to check"));
    }
    index
}

/// Which property is decided, and what is known already. Traces speak of ranges of the text that was checked, so only
/// findings with the layout of this one can be kept beside new ones; else all properties are decided.
fn begin(known: &Known, analysed: &Analysed, question: &Question, asked: Option<u32>) -> (Option<u32>, Findings) {
    let old = known.finished(question.fingerprint).and_then(Found::of::<Findings>);
    let old = old.filter(|old| Arc::ptr_eq(&old.layout, &question.layout));
    match (asked, old) {
        (Some(property), Some(old)) => {
            let mut findings = Findings::clone(old);
            findings.answers.get_mut(property as usize).into_iter().for_each(|answer| *answer = None);
            (Some(property), findings)
        }
        _ => (None, analysed.nothing_found(question)),
    }
}

/// Those of a check.
pub(super) fn limits(job: &Job) -> Arc<Limits> {
    let settings = &job.version.settings;
    let time = job.wish.time.unwrap_or_else(|| job.trigger.time(settings));
    Arc::new(Limits::start(time, settings.memory, job.cancelled.clone()))
}

fn run(
    job: &Job,
    analysed: &Analysed,
    unit: &Unit,
    options: boolprog_check::Options,
    limits: &Limits,
    partial: &mut Partial,
) -> Report {
    if let Some(hook) = &job.shared.options.before_check {
        hook(&analysed.snapshot.text);
    }
    boolprog_check::check(unit, options, limits, partial)
}

/// Publishes every answer as it comes, unless there are verdicts already.
struct Partial<'a> {
    job: &'a Job,
    fingerprint: u64,
    findings: Findings,
    quiet: bool,
}

impl Partial<'_> {
    fn found(&self) -> Found {
        let findings = known::Findings::Boolean(Arc::new(self.findings.clone()));
        Found { fingerprint: self.fingerprint, findings, recalled: false }
    }

    fn publish(&self) {
        if !self.quiet {
            self.job.found(self.found());
        }
    }

    /// Verdicts that have evidence are not given up for none.
    fn keep_verdicts(&mut self, old: &Findings) {
        let decided = |answer: &Option<Answer>| {
            matches!(answer.as_ref().and_then(Answer::verdict), Some(Verdict::Violated(_) | Verdict::Proved(_)))
        };
        if Arc::ptr_eq(&old.layout, &self.findings.layout) {
            let answers = self.findings.answers.iter_mut().zip(&old.answers);
            let lost = answers.filter(|(new, old)| decided(old) && !decided(new));
            lost.for_each(|(new, old)| new.clone_from(old));
        }
    }

    /// The check is over. If it was about one property only, the others keep their answers.
    fn complete(&mut self, report: Report, property: Option<u32>) {
        for (index, (answer, report)) in (0..).zip(self.findings.answers.iter_mut().zip(report.properties)) {
            if property.is_none_or(|only| only == index) {
                *answer = Some(Answer::Report(Box::new(report)));
            }
        }
        self.learn(report.reachable);
    }

    /// The check broke down: what has no answer gets none.
    fn break_down(&mut self) {
        self.findings.answers.iter_mut().filter(|answer| answer.is_none()).for_each(|answer| {
            *answer = Some(Answer::InternalError);
        });
    }

    /// Exact thread states of an earlier check of this program are not given up for others.
    fn learn(&mut self, reachable: Reachable) {
        if self.findings.reachable.completeness != Completeness::Exact {
            self.findings.reachable = Arc::new(reachable);
        }
    }
}

impl Observer for Partial<'_> {
    fn property(&mut self, index: usize, report: &PropertyReport) {
        if let Some(answer) = self.findings.answers.get_mut(index) {
            *answer = Some(Answer::Report(Box::new(report.clone())));
            self.publish();
        }
    }

    fn reachable(&mut self, reachable: &Reachable) {
        self.learn(reachable.clone());
        self.publish();
    }
}
