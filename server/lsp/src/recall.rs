//! Verdicts of an earlier session, from the evidence that it left.
//!
//! They are shown as current: each is a counterexample that was re-executed or a proof that was checked just now, on
//! this very program. What they do not come with is thread states, which a proof may only bound from above, and promises
//! about counterexamples. Where files are checked by themselves, a check in the background adds these.

use std::sync::Arc;

use boolprog_check::evidence::{Doubt, EvidenceDocument};
use boolprog_check::report::Report;
use boolprog_ide::{Answer, Findings, scale};

use super::checking::Job;
use super::document::Question;
use super::known::{self, Found, InLanguage};
use super::panics::contained;
use boolprog_host::limits::Limits;

/// Looks for evidence about the job's version, and at it, for as long as a check may take. Evidence that is none is
/// deleted. Finds nothing if it is known already what it can say.
pub(super) fn recall(job: &Job) -> Option<Found> {
    let settings = &job.version.settings;
    let (cache, capacity) = job.shared.cache(settings)?;
    // A panic here is reported by the publisher, which needs the same analysis.
    let analysed = contained(|| job.version.analysed()).ok().flatten()?;
    if scale::is_large(&analysed.snapshot) {
        return None;
    }
    let question = contained(|| analysed.question()).ok().flatten()?;
    let has_layout = |it: &Findings| Arc::ptr_eq(&it.layout, &question.layout);
    if is_known(job, question.fingerprint, has_layout)? {
        return None;
    }
    let evidence: EvidenceDocument = cache.read(question.fingerprint, capacity)?;
    let limits = Limits::start(settings.time_on_type, settings.memory, job.cancelled.clone());
    match contained(|| evidence.verdicts(&question.unit, &limits)) {
        Ok(Ok(reports)) => {
            let answers = reports.into_iter().map(|report| Some(Answer::Report(Box::new(report)))).collect();
            let findings = Findings { answers, ..analysed.nothing_found(question) };
            let findings = known::Findings::Boolean(Arc::new(findings));
            Some(Found { fingerprint: question.fingerprint, findings, recalled: true })
        }
        Ok(Err(Doubt::Stopped(_))) => None,
        Ok(Err(Doubt::Unfounded(why))) | Err(why) => {
            tracing::info!(why, "saved evidence is dropped");
            cache.remove(question.fingerprint);
            None
        }
    }
}

/// Whether there are findings of a check, or verdicts for the same layout. `None` if nobody wants to know any more.
pub(super) fn is_known<F: InLanguage>(job: &Job, fingerprint: u64, has_layout: impl Fn(&F) -> bool) -> Option<bool> {
    let known = job.known()?;
    let is_same = |found: &Found| found.of::<F>().is_some_and(|it| has_layout(it));
    Some(known.finished(fingerprint).is_some_and(|found| !found.recalled || is_same(found)))
}

/// Saves the evidence of a report on the job's version, if it was about all properties and decided them. A disk that
/// cannot be written costs a line in the log.
pub(super) fn keep(job: &Job, question: &Question, report: &Report) {
    let Some((cache, capacity)) = job.shared.cache(&job.version.settings) else { return };
    let Some(analysed) = job.version.analysed() else { return };
    if scale::is_large(&analysed.snapshot) {
        return;
    }
    let Some(evidence) = EvidenceDocument::of(&question.unit, report) else { return };
    if let Err(error) = cache.write(question.fingerprint, &evidence, capacity) {
        tracing::info!(%error, "evidence is not saved");
    }
}
