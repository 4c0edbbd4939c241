//! One check on a worker: from a version of a file to findings, with partial results.

use std::sync::Arc;
use std::time::Duration;

use boolprog_check::exclusion::Exclusion;
use boolprog_check::integer::places::Places;
use boolprog_check::report::{Completeness, Iteration, PropertyReport, Reachable, Report, Verdict};
use boolprog_check::{Learned, Observer, Query};
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_ide::{Answer, Findings};

use super::{cache, progress};
use crate::checking::{Job, Trigger};
use crate::panics::contained;
use crate::session::document::Question;
use crate::session::results::{CheckResult, FileResults};

/// Checks the job's version. `None` if there is nothing to check, or nothing new to find. The prover of the settings is
/// started if nothing else decides.
///
/// A panic becomes "unknown: internal error" for every property that has no answer yet.
pub(crate) fn check(job: &Arc<Job>) -> Option<CheckResult> {
    // A panic here is reported by the publisher, which needs the same analysis.
    let is_asked = job.trigger == Trigger::Asked;
    if !is_asked && contained(|| job.version.is_large()).unwrap_or(true) {
        return None;
    }
    let question = contained(|| job.version.question()).ok().flatten()?;
    let wanted = match &job.wish.property {
        Some(id) => Some(index_of(job, id, &question.query.property_ids())?),
        None => None,
    };
    let results = job.results()?;
    if results.is_settled(question.fingerprint, wanted) {
        return None;
    }
    let fingerprint = question.fingerprint;
    let cached = results.finished(fingerprint).filter(|found| found.from_cache).map(|found| &*found.findings);
    let cached = cached.filter(|found| Arc::ptr_eq(&found.layout, &question.layout));
    let (property, mut findings) = begin(&results, question, wanted, cached.filter(|_| !is_asked));
    let quiet = !is_asked && cached.is_some_and(|found| found.answers.iter().all(Option::is_some));
    let is_whole = property.is_none() || findings.answers.len() == 1;
    let query = question.query.asking(property, is_whole && job.shared.cache(&job.version.settings).is_some());
    let limits = limits(job);
    let asked = (0..).zip(query.property_ids()).filter(|(index, _)| property.is_none_or(|asked| asked == *index));
    findings.limits.extend(asked.map(|(_, id)| (id, time(job))));
    let findings = Arc::new(findings);
    let mut partial = Partial { job, limits: &limits, query: &query, fingerprint, findings, quiet };
    partial.change(|_| {});
    let title = || format!("Checking {}", job.version.file_name());
    let _done = (!quiet).then(|| progress::start(&job.shared, job.id, title(), &limits));
    match contained(|| partial.run(&results.learned)) {
        Ok(report) => {
            if is_whole {
                cache::write(job, question, &report);
            }
            partial.learn(&report);
            partial.read_proofs(&report);
            partial.complete(report, property);
        }
        Err(panic) => {
            job.shared.report_panic("a check", &panic);
            Arc::make_mut(&mut partial.findings).break_down();
        }
    }
    if let Some(cached) = cached {
        keep_verdicts(Arc::make_mut(&mut partial.findings), cached);
    }
    Some(partial.found())
}

/// The index of a property among these; says so if it is none of them.
fn index_of(job: &Job, id: &str, ids: &[String]) -> Option<u32> {
    let index = (0..).zip(ids).find(|(_, other)| *other == id).map(|(index, _)| index);
    if index.is_none() {
        job.shared.warn(&format!("there is no property `{id}` to check"));
    }
    index
}

/// The property to decide, and the known findings: those of the cache, or none. Traces refer to ranges of the text that
/// was checked, so only findings with the same layout can be kept next to new ones; otherwise all properties are
/// decided.
fn begin(
    results: &FileResults,
    question: &Question,
    wanted: Option<u32>,
    cached: Option<&Findings>,
) -> (Option<u32>, Findings) {
    let old = results.finished(question.fingerprint).map(|found| &*found.findings);
    let old = old.filter(|old| Arc::ptr_eq(&old.layout, &question.layout));
    match (wanted, old) {
        (Some(property), Some(old)) => {
            let mut findings = old.clone();
            findings.answers.get_mut(property as usize).into_iter().for_each(|answer| *answer = None);
            (Some(property), findings)
        }
        _ => (None, cached.cloned().unwrap_or_else(|| question.nothing_found())),
    }
}

fn limits(job: &Job) -> Arc<Limits> {
    Arc::new(Limits::start(time(job), job.version.settings.memory, job.cancelled.clone()))
}

/// The time limit of a check.
fn time(job: &Job) -> Duration {
    job.wish.time.unwrap_or_else(|| job.trigger.time(&job.version.settings))
}

/// Verdicts that have evidence are not given up for none.
fn keep_verdicts(findings: &mut Findings, old: &Findings) {
    let is_decided = |answer: &Option<Answer>| {
        matches!(answer.as_ref().and_then(Answer::verdict), Some(Verdict::Violated(_) | Verdict::Proved(_)))
    };
    let answers = findings.answers.iter_mut().chain([&mut findings.values]);
    for (new, old) in answers.zip(old.answers.iter().chain([&old.values])) {
        if is_decided(old) && !is_decided(new) {
            new.clone_from(old);
        }
    }
}

/// Publishes every answer as it comes, unless there are verdicts already.
struct Partial<'a> {
    job: &'a Job,
    limits: &'a Limits,
    query: &'a Query,
    fingerprint: u64,
    findings: Arc<Findings>,
    quiet: bool,
}

impl Partial<'_> {
    fn run(&mut self, known: &Learned) -> Report {
        let query = self.query;
        if let Some(hook) = &self.job.shared.options.before_check {
            hook(self.job.version.document.text());
        }
        let mut prover = prover(&self.job.version.settings.integer.prover);
        query.check_again(known, &mut prover, self.limits, self)
    }

    fn found(&self) -> CheckResult {
        CheckResult { fingerprint: self.fingerprint, findings: Arc::clone(&self.findings), from_cache: false }
    }

    /// Adds to the findings and publishes them; does nothing for a job that was replaced. The findings are copied only
    /// while another thread reads them: a copy for each of many properties would take quadratic time.
    fn change(&mut self, change: impl FnOnce(&mut Findings)) {
        if self.quiet {
            return change(Arc::make_mut(&mut self.findings));
        }
        let job = self.job;
        job.with_check(|check| {
            check.results.partial = None;
            change(Arc::make_mut(&mut self.findings));
            check.results.partial = Some(self.found());
        });
    }

    /// The next version of the program may have the same proofs.
    fn learn(&self, report: &Report) {
        if let Query::Integer(model, _) = self.query {
            self.job.change(|check| check.results.learned.learn(model, report));
        }
    }

    /// Finds out what the proofs say of the places of control, as far as there is time.
    fn read_proofs(&mut self, report: &Report) {
        if let (Query::Boolean(unit, _), Some(certificate)) = (self.query, &report.certificate) {
            Arc::make_mut(&mut self.findings).exclusion = Arc::new(Exclusion::of(unit, certificate));
        }
        if let Query::Integer(model, options) = self.query
            && let Ok(places) = Places::of_report(model, options, report, self.limits)
        {
            Arc::make_mut(&mut self.findings).places = Arc::new(places);
        }
    }

    /// The check is over. If it was about one property only, the others keep their answers.
    fn complete(&mut self, report: Report, property: Option<u32>) {
        let mut reports = report.properties;
        if let (Query::Boolean(..), Some(property)) = (self.query, property) {
            // The verdicts of a report on the other properties of a Boolean program are meaningless.
            reports = reports.drain(..).skip(property as usize).take(1).collect();
        }
        let findings = Arc::make_mut(&mut self.findings);
        findings.add(reports, property);
        findings.gaps = report.statistics.gaps().into();
        findings.time = Some(self.limits.elapsed());
        learn(findings, report.reachable);
    }
}

/// Exact thread states of an earlier check of this program are not given up for others.
fn learn(findings: &mut Findings, reachable: Reachable) {
    if findings.reachable.completeness != Completeness::Exact {
        findings.reachable = Arc::new(reachable);
    }
}

impl Observer for Partial<'_> {
    fn property(&mut self, index: usize, report: &PropertyReport) {
        // A report on one property of an integer program has no others.
        if self.query.asks_for_all() {
            self.change(|findings| {
                if let Some(answer) = findings.answers.get_mut(index) {
                    *answer = Some(report.clone().into());
                }
            });
        }
    }

    fn reachable(&mut self, reachable: &Reachable) {
        self.change(|findings| learn(findings, reachable.clone()));
    }

    fn iteration(&mut self, number: usize, _: &Iteration) {
        self.limits.iteration(number);
    }
}
