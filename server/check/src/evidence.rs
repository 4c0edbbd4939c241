//! The evidence of verdicts as a document of its own: what it takes to have them again without a search.
//!
//! [`EvidenceDocument::verdicts`] believes nothing in it: runs are re-executed by the reference interpreter, proofs are
//! checked by the independent checker, both on the program at hand. What has no evidence is not kept: how long a
//! counterexample has to be, which thread states are reachable, and that something was not decided.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_program::lower::properties;
use boolprog_trace::document::{RangeDocument, TraceDocument, program_hash, site_ranges};
use boolprog_trace::interpreter::Interpreter;
use serde::{Deserialize, Serialize};

use crate::claim::Claim;
use crate::re_execution::{Goal, claim_re_executed};
use crate::report::{Proof, PropertyReport, Report, Verdict, Violation, undecided};
use crate::unit::Unit;
use boolprog_certificate::document::{CertificateDocument, Invalid, verify};

/// What is said to have proved what a saved certificate proves.
const ENGINE: EngineId = EngineId::SavedEvidence;

/// The evidence of all verdicts of one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvidenceDocument {
    /// Where the sites stand in the text that the traces speak of, by number.
    pub sites: Vec<RangeDocument>,
    /// A counterexample for each property that is violated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<TraceDocument>,
    /// The proofs of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Box<CertificateDocument>>,
}

/// Why a document is no evidence of verdicts on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Looking at it was stopped; it may be sound.
    Stopped(Stop),
    /// What it says is not true of the program, or not about all its properties; why, as a clause.
    Unfounded(String),
}

impl EvidenceDocument {
    /// The evidence of a report on this program. `None` unless every property is violated, or proved by what the report
    /// holds.
    pub fn of(unit: &Unit, report: &Report) -> Option<Self> {
        let certificate = report.certificate.as_deref();
        let saved = certificate.map(CertificateDocument::properties).unwrap_or_default();
        let mut traces = Vec::new();
        for property in &report.properties {
            match &property.verdict {
                Verdict::Violated(violation) => traces.push(TraceDocument::clone(violation.trace())),
                Verdict::Proved(_) if saved.contains(&property.id.as_str()) => {}
                Verdict::Proved(_) | Verdict::Unknown(_) => return None,
            }
        }
        let sites = site_ranges(&unit.text, &unit.file);
        (!report.properties.is_empty()).then(|| Self { sites, traces, certificate: report.certificate.clone() })
    }

    /// The verdicts on all properties of a program for which this is evidence. The program may have another layout than
    /// the one that it was found in.
    ///
    /// Takes time linear in the traces and whatever it takes to check the certificate. The control is asked to stop
    /// within the latter.
    pub fn verdicts(mut self, unit: &Unit, control: &dyn Control) -> Result<Vec<PropertyReport>, Doubt> {
        let mut reports = undecided(&properties(&unit.file, &unit.analysis.reading));
        let proved = self.proved(unit, control)?;
        for report in &mut reports {
            report.verdict = match self.traces.iter().find(|trace| trace.property.id == report.id) {
                Some(trace) => Verdict::Violated(Violation::of(self.re_executed(unit, report, trace)?)),
                None if proved.contains(&report.id) => Verdict::Proved(Proof::by(ENGINE)),
                None => return Err(Doubt::Unfounded(format!("there is no evidence about {}", report.id))),
            };
        }
        Ok(reports)
    }

    /// The ids of what the certificate proves.
    fn proved(&mut self, unit: &Unit, control: &dyn Control) -> Result<Vec<String>, Doubt> {
        let Some(certificate) = &mut self.certificate else { return Ok(Vec::new()) };
        // The hash names the text it was found for. The program is the same in another layout, and if it is not, the
        // sets say nothing about it.
        certificate.program_hash = program_hash(&unit.text);
        match verify(&unit.subject(), certificate, control) {
            Ok(proved) => Ok(proved.properties),
            Err(Invalid::Stopped(stop)) => Err(Doubt::Stopped(stop)),
            Err(invalid) => Err(Doubt::Unfounded(invalid.to_string())),
        }
    }

    fn re_executed(&self, unit: &Unit, report: &PropertyReport, trace: &TraceDocument) -> Result<TraceDocument, Doubt> {
        let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
        let goal = Goal::of(report);
        let actors = trace.steps.iter().map(|step| step.thread).collect();
        let claim = trace.configurations(&self.sites).map(|configurations| Claim { configurations, actors });
        claim_re_executed(unit, &interpreter, &goal, claim, (trace.threads_needed, "")).map_err(Doubt::Unfounded)
    }
}
