//! Code lenses: the verdict above every property, and a way into its counterexample.

use boolprog_base::Span;
use boolprog_base::control::Stop;
use boolprog_check::integer::{PropertyReport, Reason};
use boolprog_check::report::Verdict;

use super::Snapshot;
use super::results::Findings;
use super::verdicts::{place, verdict};
use crate::lenses::{Lens, Told, of_property, remembered, wanted};
use crate::{Answer, Results};

/// The lenses of a snapshot that somebody wants to see, in textual order. Those of a property keep their place while it is
/// checked, and while the text has errors.
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    wanted(all(snapshot), snapshot.preferences.lenses)
}

fn all(snapshot: &Snapshot) -> Vec<Lens> {
    let errors = snapshot.has_errors();
    if errors && !snapshot.remembered.is_empty() {
        return remembered(&snapshot.remembered, |index| match &snapshot.results {
            Results::Stale(findings) => Some(verdict(findings.answers.get(index)?.as_ref()?, findings)),
            _ => None,
        });
    }
    let of = |answer: Option<&Answer<PropertyReport>>, span: Span| {
        let findings = snapshot.results.told();
        of_property(
            &snapshot.results,
            answer.zip(findings).map(|(answer, findings)| told(answer, findings)),
            errors,
            span,
        )
    };
    let values = snapshot.results.told().and_then(|findings| findings.values.as_ref());
    let mut lenses: Vec<Lens> = Vec::new();
    // Where nothing is stated, this is all that is asked; it is not worth a line in a file that is empty or broken.
    let is_all = snapshot.properties.is_empty() && !errors && !snapshot.file.items.is_empty();
    if values.is_some() || is_all {
        lenses.extend(of(values, values.and_then(|answer| place(snapshot, answer)).unwrap_or_default()));
    }
    for (index, property) in snapshot.properties.iter().enumerate() {
        lenses.extend(of(snapshot.results.answer(index), property.span));
    }
    lenses.sort_by_key(|lens| lens.span.start);
    lenses
}

fn told(answer: &Answer<PropertyReport>, findings: &Findings) -> Told {
    let id = |is_meant: fn(&PropertyReport) -> bool| {
        answer.report().filter(|report| is_meant(report)).map(|report| report.id.clone())
    };
    Told {
        title: verdict(answer, findings),
        violated: id(|report| matches!(report.verdict, Verdict::Violated(_))),
        wants_time: id(wants_time),
    }
}

/// More time helps only where time was what was missing.
pub(super) fn wants_time(report: &PropertyReport) -> bool {
    let is_of_time = |reason: &Reason| matches!(reason, Reason::Stopped(Stop::Time | Stop::Cancelled));
    matches!(&report.verdict, Verdict::Unknown(reasons) if reasons.iter().any(is_of_time))
}
