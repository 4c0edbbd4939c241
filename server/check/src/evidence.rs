//! The evidence of verdicts as a document, from which they are restored without a search.
//!
//! [`EvidenceDocument::verdicts`] trusts nothing in it: runs are executed again by the definitions, proofs are checked
//! by the independent checkers, both on the program at hand. Facts without evidence are not kept: the minimality of
//! counterexamples, the reachable thread states, and undecided properties. Nor is a proof by a search of all states:
//! its evidence is the set of all states, and to check that is to take every step of the search again.

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
    /// Spans of the sites of a Boolean program in the text of the traces, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<RangeDocument>,
    /// The proofs of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Box<CertificateDocument>>,
}

/// The verdicts that evidence supports.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// One entry per property of the program, in textual order; `None` where there is no evidence.
    pub properties: Vec<Option<PropertyReport>>,
    /// Evidence that a value of an integer program does not exist, if there is any.
    pub values: Option<PropertyReport>,
    /// `true` if a check could find nothing more.
    pub is_complete: bool,
}

/// Why a document is no evidence of verdicts on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Looking at it was stopped; it may be sound.
    Stopped(Stop),
    /// The evidence is not true of the program, or not about all its properties; why, as a clause.
    Unfounded(String),
}

impl EvidenceDocument {
    /// The evidence of a report on this program; `None` if it has none. Of a Boolean program, `None` as well unless
    /// every property is violated, or proved by evidence in the report.
    pub fn of(query: &Query, report: &Report) -> Option<Self> {
        match query {
            Query::Boolean(unit, _) => boolean::evidence(unit, report),
            Query::Integer(..) => integer::evidence(report),
        }
    }

    /// The verdicts for which this is evidence. The layout of the program may have changed. Without an answer of the
    /// prover, a proof about an integer program is no evidence.
    ///
    /// Takes time linear in the traces and the time to check the proofs. The control is polled during the latter.
    pub fn verdicts(self, query: &Query, prover: &mut dyn Prover, control: &dyn Control) -> Result<Verdicts, Doubt> {
        match query {
            Query::Boolean(unit, _) => boolean::verdicts(self, unit, control),
            Query::Integer(model, _) => integer::verdicts(self, model, prover, control),
        }
    }
}

fn traces(report: &Report) -> Vec<TraceDocument> {
    let trace = |property: &PropertyReport| match &property.verdict {
        Verdict::Violated(violation) => Some(TraceDocument::clone(violation.trace())),
        Verdict::Proved(_) | Verdict::Unknown(_) => None,
    };
    report.properties.iter().filter_map(trace).collect()
}
