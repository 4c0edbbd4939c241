//! The evidence of verdicts as a document: what it takes to have them again without a search.
//!
//! [`EvidenceDocument::verdicts`] believes nothing in it: runs are executed again by the definitions, proofs are checked by the
//! independent checkers, both on the program at hand. What has no evidence is not kept: how long a counterexample has to be,
//! which thread states are reachable, and that something was not decided. Nor is a proof by a search of all states: its
//! evidence is the set of all states, and to check that is to take every step of the search again.

mod boolean;
mod integer;

use boolprog_base::control::{Control, Stop};
use boolprog_prover::Prover;
use boolprog_trace::document::{RangeDocument, TraceDocument};
use serde::{Deserialize, Serialize};

use crate::query::Query;
use crate::report::{PropertyReport, Report, Verdict};
use boolprog_certificate::document::CertificateDocument;

/// The evidence of the verdicts of one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvidenceDocument {
    /// A counterexample for each property that is violated, and for a value that does not exist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<TraceDocument>,
    /// Where the sites of a Boolean program stand in the text that the traces speak of, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<RangeDocument>,
    /// The proofs of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Box<CertificateDocument>>,
}

/// What evidence says of a program.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// One entry per property of the program, in textual order; `None` where there is no evidence.
    pub properties: Vec<Option<PropertyReport>>,
    /// That a value of an integer program does not exist, if there is evidence of it.
    pub values: Option<PropertyReport>,
    /// Whether a check could find nothing more.
    pub is_complete: bool,
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
    /// The evidence of a report on this program; `None` if it has none. Of a Boolean program, `None` as well unless every
    /// property is violated, or proved by what the report holds.
    pub fn of(query: &Query, report: &Report) -> Option<Self> {
        match query {
            Query::Boolean(unit, _) => boolean::evidence(unit, report),
            Query::Integer(..) => integer::evidence(report),
        }
    }

    /// The verdicts for which this is evidence. The program may have another layout than the one that it was found in. Where
    /// the prover does not answer, a proof about an integer program says nothing.
    ///
    /// Takes time linear in the traces and whatever it takes to check the proofs. The control is asked to stop within the
    /// latter.
    pub fn verdicts(self, query: &Query, prover: &mut dyn Prover, control: &dyn Control) -> Result<Verdicts, Doubt> {
        match query {
            Query::Boolean(unit, _) => boolean::verdicts(self, unit, control),
            Query::Integer(model, _) => integer::verdicts(self, model, prover, control),
        }
    }
}

/// The counterexamples of a report.
fn traces(report: &Report) -> Vec<TraceDocument> {
    let trace = |property: &PropertyReport| match &property.verdict {
        Verdict::Violated(violation) => Some(TraceDocument::clone(violation.trace())),
        Verdict::Proved(_) | Verdict::Unknown(_) => None,
    };
    report.properties.iter().filter_map(trace).collect()
}
