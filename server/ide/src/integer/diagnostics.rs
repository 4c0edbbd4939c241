//! Diagnostics of a file: syntax, checks, and verdicts.

use boolprog_base::Diagnostic;

use super::Snapshot;
use crate::verdicts::{of_integer_program, place};

/// All diagnostics of a snapshot, by position. Nothing that a stale result says is among them.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = snapshot.diagnostics().cloned().collect();
    all.extend((0..snapshot.properties.len()).filter_map(|index| of_property(snapshot, index)));
    all.extend(of_values(snapshot));
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    all
}

/// The diagnostic for the verdict of a property, by its index.
pub(super) fn of_property(snapshot: &Snapshot, index: usize) -> Option<Diagnostic> {
    of_integer_program(snapshot, snapshot.results.answer(index)?, snapshot.properties.get(index)?.span)
}

/// The diagnostic for values that do not exist.
pub(super) fn of_values(snapshot: &Snapshot) -> Option<Diagnostic> {
    let answer = snapshot.results.told()?.values.as_ref()?;
    of_integer_program(snapshot, answer, place(snapshot, answer).unwrap_or_default())
}
