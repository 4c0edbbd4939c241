//! Verdicts of an earlier session, from its evidence.
//!
//! They are shown as current: each is a counterexample that was re-executed or a proof that was checked just now, on
//! this very program. They lack thread states (a proof may only bound them from above), guarantees about
//! counterexamples, and facts without evidence. If files are checked automatically, a check in the background adds
//! these. Restored proofs of integer programs help the next check as those of this session do.

use std::sync::Arc;

use boolprog_check::Query;
use boolprog_check::evidence::{Doubt, EvidenceDocument};
use boolprog_check::exclusion::Exclusion;
use boolprog_check::integer::places::Places;
use boolprog_check::report::Report;
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_ide::{Answer, Findings};

use crate::checking::Job;
use crate::panics::contained;
use crate::session::document::Question;
use crate::session::results::CheckResult;

/// Looks for evidence about the job's version and checks it, within the time limit of a check. The prover of the
/// settings is started if a proof needs one. Invalid evidence is deleted. Returns `None` if its verdicts are known
/// already.
pub(crate) fn read(job: &Job) -> Option<CheckResult> {
    let settings = &job.version.settings;
    let (cache, capacity) = job.shared.cache(settings)?;
    // A panic here is reported by the publisher, which needs the same analysis.
    if contained(|| job.version.is_large()).unwrap_or(true) {
        return None;
    }
    let question = contained(|| job.version.question()).ok().flatten()?;
    let fingerprint = question.fingerprint;
    if is_known(job, question)? {
        return None;
    }
    let evidence: EvidenceDocument = cache.read(fingerprint, capacity)?;
    let certificate = evidence.certificate.clone();
    let limits = Limits::start(settings.time_on_type, settings.memory, job.cancelled.clone());
    let mut prover = prover(&settings.integer.prover);
    let verdicts = match contained(|| evidence.verdicts(&question.query, &mut prover, &limits)) {
        Ok(Ok(verdicts)) => verdicts,
        Ok(Err(Doubt::Stopped(_))) => return None,
        Ok(Err(Doubt::Unfounded(why))) | Err(why) => {
            tracing::info!(why, "saved evidence is dropped");
            cache.remove(fingerprint);
            return None;
        }
    };
    if let Query::Integer(model, _) = &question.query {
        let certificate = certificate.as_deref();
        job.change(|check| check.results.learned.restore(model, &verdicts.properties, certificate));
    }
    let from_cache = !verdicts.is_complete;
    let answer = |report: Option<_>| report.map(Answer::from);
    let answers = verdicts.properties.into_iter().map(answer).collect();
    let values = answer(verdicts.values);
    let places = match (&question.query, &certificate) {
        (Query::Integer(model, _), Some(certificate)) => Places::of_certificate(model, certificate, &limits),
        _ => Ok(Places::default()),
    };
    let exclusion = match (&question.query, &certificate) {
        (Query::Boolean(unit, _), Some(certificate)) => Exclusion::of(unit, certificate),
        _ => Exclusion::default(),
    };
    let (places, exclusion) = (Arc::new(places.unwrap_or_default()), Arc::new(exclusion));
    let findings = Findings { answers, values, places, exclusion, ..question.nothing_found() };
    findings.answered().next()?;
    Some(CheckResult { fingerprint, findings: Arc::new(findings), from_cache })
}

/// Returns `true` if there are findings of a check, or verdicts for the same layout. `None` if the job has been
/// replaced.
fn is_known(job: &Job, question: &Question) -> Option<bool> {
    let results = job.results()?;
    let is_same = |found: &CheckResult| Arc::ptr_eq(&found.findings.layout, &question.layout);
    Some(results.finished(question.fingerprint).is_some_and(|found| !found.from_cache || is_same(found)))
}

/// Saves the evidence of a report on all properties of the job's version, if there is any. A disk that cannot be written costs
/// a line in the log.
pub(crate) fn write(job: &Job, asked: &Question, report: &Report) {
    let Some((cache, capacity)) = job.shared.cache(&job.version.settings).filter(|_| !job.version.is_large()) else {
        return;
    };
    let Some(evidence) = EvidenceDocument::of(&asked.query, report) else { return };
    if let Err(error) = cache.write(asked.fingerprint, &evidence, capacity) {
        tracing::info!(%error, "evidence is not saved");
    }
}
