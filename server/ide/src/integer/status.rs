//! The state of a file in a status line.

use super::{Snapshot, properties};
use crate::Results;
use crate::status::{State, Status, of_errors, tally};

/// The status of a snapshot.
pub fn status(snapshot: &Snapshot) -> Status {
    if snapshot.has_errors() {
        return of_errors(&snapshot.syntax, &snapshot.checks);
    }
    // Whether all values exist is always asked.
    let asked = snapshot.properties.len().max(1);
    let (state, text) = match &snapshot.results {
        Results::Checking { found, .. } => (State::Checking, format!("checking {}/{asked}", found.answered().count())),
        Results::Current(findings) => (State::Done, tally(findings.answered().map(properties::outcome))),
        Results::Stale(_) => (State::Manual, "stale".to_owned()),
        Results::None => (State::Manual, "not checked".to_owned()),
    };
    Status { state, text, tooltip: tooltip(snapshot) }
}

/// One line for each property, up to what fits on a screen.
fn tooltip(snapshot: &Snapshot) -> String {
    const SHOWN: usize = 30;
    let shown = snapshot.properties.iter().take(SHOWN).enumerate();
    let mut lines: Vec<String> = shown
        .map(|(index, property)| {
            format!("{} {}: {}", property.word(), property.name, properties::text(snapshot, index))
        })
        .collect();
    let hidden = snapshot.properties.len().saturating_sub(SHOWN);
    lines.extend((hidden > 0).then(|| format!("and {hidden} more")));
    lines.join("\n")
}
