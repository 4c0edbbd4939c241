//! Everything that is wrong with a file: syntax, checks, and what a check found.

use boolprog_base::Diagnostic;

use super::{Snapshot, verdicts};

/// All diagnostics of a snapshot, by position. Nothing that a stale result says is among them.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = snapshot.diagnostics().cloned().collect();
    all.extend(verdicts::diagnostics(snapshot));
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    all
}

/// The id of the property whose verdict a diagnostic of this snapshot tells.
pub fn property<'a>(snapshot: &'a Snapshot, diagnostic: &Diagnostic) -> Option<&'a str> {
    verdicts::property(snapshot, diagnostic)
}
