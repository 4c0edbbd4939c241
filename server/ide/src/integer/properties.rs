//! The properties of a program and what is known of each, for a list of tests.

use boolprog_check::integer::PropertyReport;
use boolprog_check::report::Verdict;

use super::Snapshot;
use super::verdicts::verdict;
use crate::properties::{Entry, Outcome};
use crate::{Answer, Results};

/// The properties of a snapshot, in textual order. Nothing from an older text has an outcome.
pub fn properties(snapshot: &Snapshot) -> Vec<Entry> {
    let entries = snapshot.properties.iter().enumerate().map(|(index, property)| Entry {
        id: property.id(),
        label: format!("{} {}", property.word(), property.name),
        span: property.span,
        outcome: snapshot.results.answer(index).map(outcome),
        engine: snapshot.results.answer(index).and_then(engine),
        text: text(snapshot, index),
    });
    entries.collect()
}

/// What a check came to.
pub(super) fn outcome(answer: &Answer<PropertyReport>) -> Outcome {
    match answer.report().map(|report| &report.verdict) {
        Some(Verdict::Violated(_)) => Outcome::Violated,
        Some(Verdict::Proved(_)) => Outcome::Proved,
        Some(Verdict::Unknown(_)) | None => Outcome::Unknown,
    }
}

fn engine(answer: &Answer<PropertyReport>) -> Option<&'static str> {
    match &answer.report()?.verdict {
        Verdict::Proved(proof) => Some(proof.engine().name()),
        Verdict::Violated(_) | Verdict::Unknown(_) => None,
    }
}

/// What is known of the property with this index, in the words of the lenses.
pub(super) fn text(snapshot: &Snapshot, index: usize) -> String {
    match (snapshot.results.answer(index).zip(snapshot.results.told()), &snapshot.results) {
        (Some((answer, findings)), _) => verdict(answer, findings),
        _ if snapshot.has_errors() => "not checked: the program has errors".to_owned(),
        (None, Results::Checking { .. }) => "checking...".to_owned(),
        (None, Results::Stale(_)) => "stale".to_owned(),
        (None, Results::None | Results::Current(_)) => "not checked".to_owned(),
    }
}
