//! Quick fixes, single and all together.

use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_program::names::end_with_comment;

use super::{Action, Effect, FIXES, Kind};
use crate::Snapshot;

/// The codes whose first fix is obvious: the intention is clear, and the meaning of the rest does not change.
const OBVIOUS: [&str; 18] = [
    "assignment-operator",
    "equality-operator",
    "initial-value-operator",
    "conjunction-operator",
    "disjunction-operator",
    "missing-semicolon",
    "missing-bracket",
    "missing-fi",
    "missing-od",
    "missing-end",
    "unterminated-comment",
    "late-declaration",
    "mixed-precedence",
    "assigned-new-value",
    "discard-read",
    "thread-local-in-procedure",
    "unknown-pragma",
    "self-assignment",
];

pub(super) fn diagnostics(snapshot: &Snapshot) -> impl Iterator<Item = &Diagnostic> {
    snapshot.syntax.iter().chain(snapshot.analysis.diagnostics())
}

/// The fixes of the checks. A line that one of them adds comes after the comment of the line before it.
pub(super) fn carried(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let mut fixes = diagnostic.fixes.clone();
    let edits = fixes.iter_mut().flat_map(|fix| &mut fix.edits);
    for edit in edits.filter(|edit| edit.span.is_empty() && edit.text.starts_with('\n')) {
        edit.span = Span::empty(end_with_comment(&snapshot.text, &snapshot.file.comments, edit.span));
    }
    fixes
}

pub(super) fn actions(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Action> {
    by(FIXES.iter().flat_map(|family| family(snapshot, diagnostic)), diagnostic)
}

pub(crate) fn by(fixes: impl Iterator<Item = Fix>, diagnostic: &Diagnostic) -> Vec<Action> {
    let action = |(index, fix): (usize, Fix)| Action {
        title: fix.title,
        kind: Kind::QuickFix,
        preferred: index == 0 && OBVIOUS.contains(&diagnostic.code),
        diagnostic: Some(diagnostic.clone()),
        effect: Effect::Change(sorted(fix.edits)),
    };
    fixes.enumerate().map(action).collect()
}

/// All obvious fixes that do not touch one another, as one action, if there are any.
pub(crate) fn all<'a>(diagnostics: impl Iterator<Item = &'a Diagnostic>) -> Option<Action> {
    let mut edits: Vec<Edit> = Vec::new();
    for diagnostic in diagnostics.filter(|diagnostic| OBVIOUS.contains(&diagnostic.code)) {
        let Some(fix) = diagnostic.fixes.first() else { continue };
        let is_free = |edit: &Edit| edits.iter().all(|other| !overlap(edit.span, other.span));
        if fix.edits.iter().all(is_free) {
            edits.extend(fix.edits.iter().cloned());
        }
    }
    let edits = sorted(edits);
    let action = Action::refactoring(Kind::FixAll, "Apply all automatic fixes", Effect::Change(edits.clone()));
    (!edits.is_empty()).then_some(action)
}

/// `true` if two ranges share a byte or a place.
fn overlap(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn sorted(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    edits
}
