//! Verdicts on an integer program of an earlier session, from the evidence that it left: counterexamples that were executed
//! again, and a proof that was checked just now. What has no evidence is left to a check.

use std::sync::Arc;

use boolprog_check::integer::{EvidenceDocument, Report, replicated};
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_ide::integer::Findings;
use boolprog_ide::{Answer, wording};

use super::checking::Job;
use super::document::IntegerQuestion;
use super::known::{self, Found};
use super::panics::contained;
use super::recall::is_known;

/// Looks for evidence about the job's version, and at it, for as long as a check may take. The prover of the settings is
/// started if there is a proof. Evidence that is none is deleted. Finds nothing if it is known already what it can say.
pub(super) fn recall(job: &Job) -> Option<Found> {
    let settings = &job.version.settings;
    let (cache, capacity) = job.shared.cache(settings)?;
    // A panic here is reported by the publisher, which needs the same analysis.
    let modelled = contained(|| job.version.modelled()).ok().flatten()?;
    let question = modelled.question.as_ref()?;
    if is_known(job, question.fingerprint, |it: &Findings| Arc::ptr_eq(&it.layout, &question.layout))? {
        return None;
    }
    let evidence: EvidenceDocument = cache.read(question.fingerprint, capacity)?;
    let limits = Limits::start(settings.time_on_type, settings.memory, job.cancelled.clone());
    let mut prover = prover(&settings.integer.prover);
    let verdicts = match contained(|| evidence.verdicts(&question.model, &mut prover, &limits)) {
        Ok(Ok(verdicts)) => verdicts,
        Ok(Err(why)) | Err(why) => {
            tracing::info!(why, "saved evidence is dropped");
            cache.remove(question.fingerprint);
            return None;
        }
    };
    let recalled = !verdicts.are_proofs();
    let answer = |report| Some(Answer::Report(Box::new(report?)));
    let findings = Findings {
        answers: verdicts.properties.into_iter().map(answer).collect(),
        values: answer(verdicts.values),
        scope: wording::integer::scope(&replicated(&question.model.system)),
        ..modelled.snapshot.nothing_found(Arc::clone(&question.layout))
    };
    findings.answered().next()?;
    let findings = known::Findings::Integer(Arc::new(findings));
    Some(Found { fingerprint: question.fingerprint, findings, recalled })
}

/// Saves the evidence of a report on all properties of the job's version, if there is any. A disk that cannot be written costs
/// a line in the log.
pub(super) fn keep(job: &Job, question: &IntegerQuestion, report: &Report) {
    let Some((cache, capacity)) = job.shared.cache(&job.version.settings) else { return };
    let Some(evidence) = EvidenceDocument::of(&question.model, report) else { return };
    if let Err(error) = cache.write(question.fingerprint, &evidence, capacity) {
        tracing::info!(%error, "evidence is not saved");
    }
}
