//! Report of a check: a verdict with evidence for each property, and further findings.

use boolprog_base::Span;
use boolprog_certificate::document::CertificateDocument;
use boolprog_integer::Check;
use boolprog_program::lower::property_ids;
use boolprog_program::program::Property;
pub use boolprog_program::reduce::Size;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::{PropertyKind, TraceDocument};

pub use crate::reachable::{Completeness, First, LiveThreads, NotFound, Reachable, SiteStates, Soonest};
pub use crate::statistics::{
    CoverabilitySearch, Gap, Iteration, IterationEnd, Parting, Questions, Reduction, Round, SpuriousRun, Statistics,
};
pub use crate::unknown::{Reason, Unknown};
pub use crate::verdict::{Proof, Verdict, Violation};
pub use crate::visible::Visible;

/// The code of the diagnostics that say what the verdicts on a C program take for granted.
pub const ASSUMPTION: &str = "assumption";

/// The answer to one check of one program, with counterexamples of this type.
#[derive(Clone, Debug)]
pub struct Report<T = TraceDocument> {
    /// One entry per property, in textual order. Of an integer program, one per property that was asked for, and last one of
    /// the kind [`PropertyKind::Value`] if some value does not exist, or if the program states nothing.
    pub properties: Vec<PropertyReport<T>>,
    /// Reachable thread states; none are known for an integer program.
    pub reachable: Reachable,
    /// Statistics of the check.
    pub statistics: Statistics,
    /// The proofs that can be checked without a search, if there are any; of a Boolean program if they were asked for.
    pub certificate: Option<Box<CertificateDocument>>,
}

/// Report on one property.
#[derive(Clone, Debug)]
pub struct PropertyReport<T = TraceDocument> {
    /// Stable id, unique in the file: `assert-1`, `label-ERROR-1`, `error-together`, `value-1`.
    pub id: String,
    /// Kind of the property.
    pub kind: PropertyKind,
    /// The check, if it is [one](PropertyKind::Check) of a C program.
    pub check: Option<Check>,
    /// The asserted expression, the label or the name, as written; the claim of a check; for a value that does not exist, why it
    /// does not.
    pub name: String,
    /// The site of the statement of a Boolean program; that of an integer program has none.
    pub site: Option<SiteId>,
    /// Span that an editor underlines: the statement, or the edge that has no value.
    pub span: Span,
    /// Verdict with its evidence.
    pub verdict: Verdict<T>,
    /// The variables that it depends on, if that is known: it was decided on a smaller Boolean program, or tried there.
    pub visible: Option<Visible>,
}

impl<T> PropertyReport<T> {
    /// Its kind and its name: `assert !inside`.
    pub(crate) fn words(&self) -> String {
        self.kind.title(&self.name)
    }
}

impl<T> Report<T> {
    /// A report without anything but verdicts.
    pub(crate) fn of_verdicts(properties: Vec<PropertyReport<T>>) -> Self {
        let (reachable, statistics) = (Reachable::default(), Statistics::default());
        Self { properties, reachable, statistics, certificate: None }
    }
}

/// A report per property, still without a verdict.
pub(crate) fn undecided(asked: &[Property]) -> Vec<PropertyReport> {
    let report = |(id, property): (String, &Property)| PropertyReport {
        id,
        kind: property.kind.into(),
        check: None,
        name: property.name.to_string(),
        site: Some(property.site),
        span: property.span,
        verdict: Verdict::Unknown(Unknown::Internal { what: "not decided yet".to_owned() }),
        visible: None,
    };
    property_ids(asked).into_iter().zip(asked).map(report).collect()
}
