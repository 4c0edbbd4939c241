//! Diagnostics of a file: why it cannot be read, and verdicts.

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::report::Verdict;

use super::Snapshot;
use crate::verdicts::{of_integer_program, place};

/// All diagnostics of a snapshot, by position. Nothing that a stale result says is among them.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut all = snapshot.problems.to_vec();
    let properties = snapshot.places().into_iter().enumerate();
    all.extend(properties.filter_map(|(index, place)| of_property(snapshot, index, place)));
    let values = snapshot.results.told().and_then(|findings| findings.values.as_ref());
    all.extend(
        values.and_then(|answer| of_integer_program(snapshot, answer, place(snapshot, answer).unwrap_or_default())),
    );
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    all
}

/// The diagnostic for the verdict of a property, by its index, at a place. A data race has its other place first among the related ones.
pub(super) fn of_property(snapshot: &Snapshot, index: usize, place: Span) -> Option<Diagnostic> {
    let answer = snapshot.results.answer(index)?;
    let mut found = of_integer_program(snapshot, answer, place)?;
    let origins = snapshot.model.as_ref().and_then(|model| model.origins.as_ref());
    let other = origins.and_then(|origins| origins.related.get(index)?.clone());
    let is_told = match answer.verdict() {
        Some(Verdict::Violated(violation)) => !violation.trace().property.related.is_empty(),
        _ => false,
    };
    if let Some((span, message)) = other.filter(|_| found.severity == Severity::Error && !is_told) {
        found.related.insert(0, (span, message));
    }
    Some(found)
}
