//! Diagnostics of a file: syntax, checks, and verdicts.

use boolprog_base::{Diagnostic, Span};
use boolprog_check::report::Verdict;
use boolprog_check::wording::{INTERNAL_ERROR, reason};

use super::Snapshot;
use crate::Answer;
use crate::verdicts::{not_decided, place, violated};

/// What a person without a prover does next.
const INSTALL: &str =
    " Install Z3 (`pip install z3-solver`), or name another prover in the setting `boolprog.integer.prover`.";

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
    of_answer(snapshot, snapshot.results.answer(index)?, snapshot.properties.get(index)?.span)
}

/// The diagnostic for values that do not exist.
pub(super) fn of_values(snapshot: &Snapshot) -> Option<Diagnostic> {
    let answer = snapshot.results.told()?.values.as_ref()?;
    of_answer(snapshot, answer, place(snapshot, answer).unwrap_or_default())
}

fn of_answer(snapshot: &Snapshot, answer: &Answer, span: Span) -> Option<Diagnostic> {
    let Some(report) = answer.report() else { return Some(not_decided(span, INTERNAL_ERROR)) };
    match &report.verdict {
        Verdict::Violated(violation) => Some(violated(snapshot, report, violation, span, &[])),
        Verdict::Unknown(unknown) => {
            let mut found = not_decided(span, &reason(unknown));
            if unknown.lacks_prover() {
                found.message.push_str(INSTALL);
            }
            Some(found)
        }
        Verdict::Proved(_) => None,
    }
}
