//! One check on a worker: from a version of a file to findings, with partial results on the way.

use std::sync::Arc;

use boolprog_check::Observer;
use boolprog_check::report::{PropertyReport, Reachable, Report};
use boolprog_ide::{Answer, Findings, scale};

use super::checking::{Job, Trigger};
use super::document::{Analysed, Question};
use super::known::Found;
use super::panics::contained;
use super::progress;
use crate::limits::Limits;

/// Checks the job's version. `None` if there is nothing to check, or nothing new to find.
///
/// A panic becomes "unknown: internal error" for every property that has no answer yet.
pub(super) fn check(job: &Arc<Job>) -> Option<Found> {
    // A panic here is reported by the publisher, which needs the same analysis.
    let analysed = contained(|| job.version.analysed()).ok().flatten()?;
    let question = analysed.question.as_ref()?;
    let too_large = job.trigger != Trigger::Asked && scale::is_large(&analysed.snapshot);
    if too_large || job.known()?.is_settled(question.fingerprint) {
        return None;
    }
    let limits = limits(job);
    let mut partial = Partial { job, fingerprint: question.fingerprint, findings: analysed.nothing_found(question) };
    partial.publish();
    let _done = show_progress(job, &limits);
    let report = contained(|| run(job, analysed, question, &limits, &mut partial));
    let findings = match report {
        Ok(report) => {
            Findings { answers: answers(report.properties), reachable: Arc::new(report.reachable), ..partial.findings }
        }
        Err(panic) => {
            job.shared.report_panic("a check", &panic);
            broken(partial.findings)
        }
    };
    Some(Found { fingerprint: question.fingerprint, findings: Arc::new(findings) })
}

fn limits(job: &Job) -> Arc<Limits> {
    let settings = &job.version.settings;
    Arc::new(Limits::start(job.trigger.time(settings), settings.memory, job.cancelled.clone()))
}

/// Progress is shown until the guard is dropped.
fn show_progress(job: &Job, limits: &Arc<Limits>) -> tokio_util::sync::DropGuard {
    let done = tokio_util::sync::CancellationToken::new();
    if job.shared.features().progress {
        let name = job.version.file_name().to_owned();
        tokio::spawn(progress::show(Arc::clone(&job.shared), job.id, name, Arc::clone(limits), done.clone()));
    }
    done.drop_guard()
}

fn run(job: &Job, analysed: &Analysed, question: &Question, limits: &Limits, partial: &mut Partial) -> Report {
    if let Some(hook) = &job.shared.options.before_check {
        hook(&analysed.snapshot.text);
    }
    boolprog_check::check(&question.unit, question.options, limits, partial)
}

fn answers(reports: Vec<PropertyReport>) -> Vec<Option<Answer>> {
    reports.into_iter().map(|report| Some(Answer::Report(Box::new(report)))).collect()
}

fn broken(findings: Findings) -> Findings {
    let answers = findings.answers.into_iter().map(|answer| Some(answer.unwrap_or(Answer::InternalError)));
    Findings { answers: answers.collect(), ..findings }
}

/// Publishes every answer as it comes.
struct Partial<'a> {
    job: &'a Job,
    fingerprint: u64,
    findings: Findings,
}

impl Partial<'_> {
    fn publish(&self) {
        self.job.found(Found { fingerprint: self.fingerprint, findings: Arc::new(self.findings.clone()) });
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
        self.findings.reachable = Arc::new(reachable.clone());
        self.publish();
    }
}
