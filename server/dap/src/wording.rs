//! Sentences about a recording.

use boolprog_check::wording::has_happened;
use boolprog_trace::document::TraceDocument;

use super::recording::Recording;

/// Message in a state in which no thread can move.
pub(super) const STUCK: &str = "No thread can move";

/// The position of the cursor, as short as a label beside a thread: `step 5 of 13`.
pub(super) fn place(recording: &Recording, cursor: usize) -> String {
    let steps = recording.end();
    if cursor == 0 {
        return format!("before step 1 of {steps}");
    }
    match recording.simulated() {
        Some(simulated) if cursor > simulated.from => format!("what if, step {cursor}"),
        _ => format!("step {cursor} of {steps}"),
    }
}

/// The step to the cursor: its thread and its statement; `None` at the start.
pub(super) fn last(recording: &Recording, cursor: usize) -> Option<String> {
    recording.last_step(cursor).map(|step| format!("T{} {}", step.thread, step.text))
}

/// The next step at a cursor, as a destination.
pub(super) fn visit(document: &TraceDocument, cursor: usize) -> String {
    match document.steps.get(cursor) {
        Some(step) => format!("Before step {}: T{} {}", cursor + 1, step.thread, step.text),
        None => format!("At the end: {}", has_happened(document)),
    }
}
