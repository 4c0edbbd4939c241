//! Assertions that hold vacuously: no thread reaches them.

use boolprog_trace::document::PropertyKind;

use crate::observer::Observer;
use crate::report::{PropertyReport, Reachable, Verdict};

/// An assertion that no thread ever reaches holds vacuously.
pub(crate) fn find_vacuous(reports: &mut [PropertyReport], reachable: &Reachable, observer: &mut dyn Observer) {
    for (index, report) in reports.iter_mut().enumerate() {
        let reached = report.site.is_some_and(|site| reachable.sites.contains_key(&site));
        if let (PropertyKind::Assert, false, Verdict::Proved(proof)) = (report.kind, reached, &mut report.verdict) {
            proof.never_reached = true;
            observer.property(index, report);
        }
    }
}
