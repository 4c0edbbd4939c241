//! The evidence of verdicts on an integer program as a document of its own: what it takes to have them again without a search.
//!
//! As for [Boolean programs](crate::evidence), nothing in it is believed: runs are executed again by the definitions, a proof
//! is checked again by the checker of [`EngineId::Alpha`], on the program at hand. A proof by a search of
//! all states is not kept: its evidence is the set of all states, and to check that is to take every step of the search
//! again.

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_integer::explicit::{Fault, replay, replay_fault};
use boolprog_integer::{Environment, System};
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;
use boolprog_trace::integer::{RecordedRun, Writer};
use serde::{Deserialize, Serialize};

use super::proof::ProofDocument;
use super::{Model, PropertyReport, Reason, Report, Verdict, evidence};
use crate::report::{Proof, Violation};

/// What is said to have found what saved evidence shows.
const ENGINE: EngineId = EngineId::SavedEvidence;

/// The evidence of the verdicts of one check, as far as it has evidence that can be looked at without a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceDocument {
    /// A counterexample for each property that is violated, and for a value that does not exist.
    counterexamples: Vec<TraceDocument>,
    /// The proof of others.
    proof: Option<ProofDocument>,
}

/// What evidence says of a program.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// One entry per property of the program, in textual order; `None` where there is no evidence.
    pub properties: Vec<Option<PropertyReport>>,
    /// That a value does not exist, if there is evidence of it.
    pub values: Option<PropertyReport>,
}

impl Verdicts {
    /// Whether everything is proved, so that a search can tell nothing new.
    pub fn are_proofs(&self) -> bool {
        let is_proved = |report: &Option<PropertyReport>| {
            report.as_ref().is_some_and(|report| matches!(report.verdict, Verdict::Proved(_)))
        };
        !self.properties.is_empty() && self.values.is_none() && self.properties.iter().all(is_proved)
    }
}

impl EvidenceDocument {
    /// The evidence of a report on this program; `None` if it has none.
    pub fn of(model: &Model, report: &Report) -> Option<Self> {
        let trace = |property: &PropertyReport| match &property.verdict {
            Verdict::Violated(violation) => Some(TraceDocument::clone(violation.trace())),
            Verdict::Proved(_) | Verdict::Unknown(_) => None,
        };
        let counterexamples: Vec<_> = report.properties.iter().filter_map(trace).collect();
        let proof = report.proof.as_ref().filter(|proof| !proof.properties.is_empty());
        let proof = proof.map(|proof| ProofDocument::new(model, proof));
        (!counterexamples.is_empty() || proof.is_some()).then_some(Self { counterexamples, proof })
    }

    /// What this is evidence of. The program may have another layout than the one that it was found in. Where the prover does
    /// not answer, or the control stops it, a proof says nothing. Fails, with a clause that says why, if something in it is
    /// not true of the program.
    ///
    /// Takes the time to execute the counterexamples, and that of the checker of the proof.
    pub fn verdicts(&self, model: &Model, prover: &mut dyn Prover, control: &dyn Control) -> Result<Verdicts, String> {
        let mut verdicts = Verdicts { properties: vec![None; model.system.properties.len()], values: None };
        for trace in &self.counterexamples {
            let report = executed(model, trace)?;
            match (0..).zip(super::property_ids(&model.system)).find(|(_, id)| *id == report.id) {
                Some((index, _)) => verdicts.properties[index] = Some(report),
                None => verdicts.values = Some(report),
            }
        }
        let Some(proof) = &self.proof else { return Ok(verdicts) };
        match proof.doubt(model, prover, control) {
            None => {}
            Some(Reason::Internal(why)) => return Err(why),
            Some(_) => return Ok(verdicts),
        }
        for (index, known) in verdicts.properties.iter_mut().enumerate() {
            let report = evidence::unanswered(&model.system, index);
            if known.is_none() && proof.properties.contains(&report.id) {
                let proof = Proof::by(ENGINE);
                *known = Some(PropertyReport { verdict: Verdict::Proved(proof), ..report });
            }
        }
        Ok(verdicts)
    }
}

/// The report on a property that a saved counterexample violates.
fn executed(model: &Model, trace: &TraceDocument) -> Result<PropertyReport, String> {
    let system = &*model.system;
    let recorded = Writer::new(system, &model.text, &model.file.comments).read_run(trace)?;
    let (report, run, attempt) = if trace.property.id == evidence::VALUE {
        let fault = fault(system, recorded).ok_or("everything has a value at its end")?;
        replay_fault(system, &fault).map_err(|why| why.to_string())?;
        (evidence::unanswered_value(system, &fault), fault.run, fault.transition)
    } else {
        let index = super::property_ids(system).iter().position(|id| *id == trace.property.id);
        let index = index.ok_or("there is no such property")?;
        replay(system, &recorded.run, index).map_err(|why| why.to_string())?;
        (evidence::unanswered(system, index), recorded.run, None)
    };
    let trace = evidence::trace(model, &report, "", &run, attempt.as_ref()).map_err(|why| why.to_string())?;
    let violation = Violation { engine: ENGINE, trace: trace.into() };
    Ok(PropertyReport { verdict: Verdict::Violated(violation), ..report })
}

/// The recorded run with the reason why something has no value at its end.
fn fault(system: &System, RecordedRun { run, attempt }: RecordedRun) -> Option<Fault> {
    let undefined = if let Some((transition, inputs)) = &attempt {
        let transition = &system.transitions[*transition as usize];
        transition.enabled(run.end()).and_then(|_| transition.fire(system, run.end(), inputs)).err()?
    } else {
        let mut properties = system.properties.iter();
        properties.find_map(|property| property.error.evaluate(&Environment::of(run.end())).err())?
    };
    Some(Fault { run, transition: attempt, undefined })
}
