//! What an unconfirmed violation means for the other properties of a C program.

use crate::observer::Observer;
use crate::report::{PropertyReport, Reason, Report, Unknown, Verdict};

/// The report without proofs that may be none: where a violation is not confirmed, the runs of the integer program end, and the
/// executions of the C program go on. An observer hears of what becomes unknown.
pub(crate) fn confirmed(mut report: Report, observer: &mut dyn Observer) -> Report {
    let Some(name) = report.properties.iter().find(|property| is_unconfirmed(property)).map(PropertyReport::words)
    else {
        return report;
    };
    for (index, property) in report.properties.iter_mut().enumerate() {
        if matches!(property.verdict, Verdict::Proved(_)) {
            property.verdict = Verdict::Unknown(Unknown::Integer(vec![Reason::BeforeUnconfirmed(name.clone())]));
            observer.property(index, property);
        }
    }
    report
}

fn is_unconfirmed(property: &PropertyReport) -> bool {
    match &property.verdict {
        Verdict::Unknown(Unknown::Integer(reasons)) => {
            reasons.iter().any(|reason| matches!(reason, Reason::Unconfirmed(_)))
        }
        _ => false,
    }
}
