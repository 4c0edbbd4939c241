//! What a check answers: a verdict with evidence for each property, and the thread states that were found.

use boolprog_base::Span;
use boolprog_certificate::document::CertificateDocument;
use boolprog_program::lower::property_ids;
use boolprog_program::program::{Property, Threads};
pub use boolprog_program::reduce::Size;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::PropertyKind;

pub use crate::reachable::{Completeness, First, LiveThreads, Reachable, SiteStates};
use crate::unit::Unit;
pub use crate::unknown::Unknown;
pub use crate::verdict::{Proof, Verdict, Violation};

/// The answer to one check of one program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The reading that was used.
    pub threads: Threads,
    /// One entry per property, in textual order.
    pub properties: Vec<PropertyReport>,
    /// Which thread states are reachable.
    pub reachable: Reachable,
    /// Figures.
    pub statistics: Statistics,
    /// The proofs, if they were asked for and there are any.
    pub certificate: Option<Box<CertificateDocument>>,
}

/// One property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Stable id, unique in the file: `assert-1`, `label-ERROR-1`, ... counted in textual order.
    pub id: String,
    /// What is asked.
    pub kind: PropertyKind,
    /// The asserted expression or the label, as written.
    pub name: String,
    /// The site of the statement.
    pub site: SiteId,
    /// What an editor underlines.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
}

impl Report {
    /// A report without anything but verdicts.
    pub(crate) fn of_verdicts(unit: &Unit, properties: Vec<PropertyReport>) -> Self {
        Self {
            threads: unit.analysis.reading.threads,
            properties,
            reachable: Reachable::default(),
            statistics: Statistics::default(),
            certificate: None,
        }
    }
}

/// A report per property, still without a verdict.
pub(crate) fn undecided(asked: &[Property]) -> Vec<PropertyReport> {
    let report = |(id, property): (String, &Property)| PropertyReport {
        id,
        kind: property.kind.into(),
        name: property.name.to_string(),
        site: property.site,
        span: property.span,
        verdict: Verdict::Unknown(Unknown::Internal { what: "not decided yet".to_owned() }),
    };
    property_ids(asked).into_iter().zip(asked).map(report).collect()
}

/// Figures of a check.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Reachable thread states (shared valuation, local valuation with program counter), if known exactly.
    pub thread_states: Option<u64>,
    /// Size of the minimal coverability set, if it was computed.
    pub maximal_markings: Option<u64>,
    /// Shared states of the explored system.
    pub shared_states: u64,
    /// Local states of the explored system.
    pub local_states: u64,
    /// What the reductions made of the program, if proofs were tried on what they left.
    pub reduction: Option<Reduction>,
}

/// What became of a program that was reduced.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reduction {
    /// How large the program is.
    pub before: Size,
    /// How large what is left is.
    pub after: Size,
    /// The reachable thread states of what is left, if they are known exactly.
    pub thread_states: Option<u64>,
}
