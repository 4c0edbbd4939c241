//! The evidence of verdicts on a Boolean program: all of them, or none.

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_program::lower::properties;
use boolprog_trace::document::{RangeDocument, TraceDocument, program_hash, site_ranges};
use boolprog_trace::interpreter::Interpreter;

use super::{Doubt, EvidenceDocument, Verdicts, traces};
use crate::claim::Claim;
use crate::re_execution::{Goal, claim_re_executed};
use crate::report::{self, PropertyReport, Report, Verdict, Violation, undecided};
use crate::unit::Unit;
use boolprog_certificate::document::{CertificateDocument, Invalid, verify};

/// Engine named in verdicts from a saved certificate.
const ENGINE: EngineId = EngineId::SavedEvidence;

pub(super) fn evidence(unit: &Unit, report: &Report) -> Option<EvidenceDocument> {
    let certificate = report.certificate.as_deref();
    let saved = certificate.map(CertificateDocument::properties).unwrap_or_default();
    let has_evidence = |property: &PropertyReport| match &property.verdict {
        Verdict::Violated(_) => true,
        Verdict::Proved(_) => saved.contains(&property.id.as_str()),
        Verdict::Unknown(_) => false,
    };
    if report.properties.is_empty() || !report.properties.iter().all(has_evidence) {
        return None;
    }
    let sites = site_ranges(&unit.text, &unit.file);
    Some(EvidenceDocument { traces: traces(report), sites, certificate: report.certificate.clone() })
}

pub(super) fn verdicts(evidence: EvidenceDocument, unit: &Unit, control: &dyn Control) -> Result<Verdicts, Doubt> {
    let EvidenceDocument { traces, sites, certificate } = evidence;
    let proved = proved(certificate, unit, control)?;
    let mut reports = undecided(&properties(&unit.file, &unit.analysis.reading));
    for report in &mut reports {
        report.verdict = match traces.iter().find(|trace| trace.property.id == report.id) {
            Some(trace) => Verdict::Violated(Violation::by(ENGINE, re_executed(unit, report, trace, &sites)?)),
            None if proved.contains(&report.id) => Verdict::Proved(report::Proof::by(ENGINE)),
            None => return Err(Doubt::Unfounded(format!("there is no evidence about {}", report.id))),
        };
    }
    // Thread states have no evidence, and a check finds them.
    Ok(Verdicts { properties: reports.into_iter().map(Some).collect(), values: None, is_complete: false })
}

/// The ids of the properties that the certificate proves.
fn proved(
    certificate: Option<Box<CertificateDocument>>,
    unit: &Unit,
    control: &dyn Control,
) -> Result<Vec<String>, Doubt> {
    let Some(mut certificate) = certificate else { return Ok(Vec::new()) };
    // The hash names the text it was found for. The program is the same in another layout, and if it is not, the
    // sets say nothing about it.
    certificate.program_hash = program_hash(&unit.text);
    match verify(&unit.subject(), &certificate, control) {
        Ok(proved) => Ok(proved.properties),
        Err(Invalid::Stopped(stop)) => Err(Doubt::Stopped(stop)),
        Err(invalid) => Err(Doubt::Unfounded(invalid.to_string())),
    }
}

fn re_executed(
    unit: &Unit,
    report: &PropertyReport,
    trace: &TraceDocument,
    sites: &[RangeDocument],
) -> Result<TraceDocument, Doubt> {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let goal = Goal::of(report);
    let actors = trace.steps.iter().map(|step| step.thread).collect();
    let claim = trace.configurations(sites).map(|configurations| Claim { configurations, actors });
    claim_re_executed(unit, &interpreter, &goal, claim, (trace.threads_needed, "")).map_err(Doubt::Unfounded)
}
