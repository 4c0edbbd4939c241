//! Sentences about a recording.

use boolprog_check::wording::has_happened;
use boolprog_trace::document::TraceDocument;

use super::recording::Recording;

/// Message in a state in which no thread can move.
pub(super) const STUCK: &str = "No thread can move";

pub(super) fn place(recording: &Recording, cursor: usize) -> String {
    let steps = recording.end();
    let Some(step) = recording.last_step(cursor) else { return format!("Before step 1 of {steps}") };
    match recording.simulated() {
        Some(simulated) if cursor > simulated.from => format!("What if, step {cursor}: T{} {}", step.thread, step.text),
        _ => format!("Step {cursor} of {steps}: T{} {}", step.thread, step.text),
    }
}

/// The next step at a cursor, as a destination.
pub(super) fn visit(document: &TraceDocument, cursor: usize) -> String {
    match document.steps.get(cursor) {
        Some(step) => format!("Before step {}: T{} {}", cursor + 1, step.thread, step.text),
        None => format!("At the end: {}", has_happened(document)),
    }
}
