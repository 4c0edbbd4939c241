//! Sentences about a recording.

use boolprog_base::words::count;
use boolprog_trace::document::{PropertyKind, TraceDocument};

use super::recording::Recording;

/// What is violated: the headline of the last stop.
pub(super) fn violation(document: &TraceDocument) -> String {
    let property = &document.property;
    let what = match property.kind {
        PropertyKind::Assert => "Assertion violated",
        PropertyKind::Label => "Error label reached",
        PropertyKind::Target => "Target reached",
        PropertyKind::Place => "Place reached",
        PropertyKind::Error => "Error reached",
        PropertyKind::Invariant => "Invariant violated",
        PropertyKind::Value => "A value does not exist",
    };
    format!("{what}: {}", property.name)
}

/// Whether the last state violates a property. A recording to a requested program point just ends there.
pub(super) fn is_violation(document: &TraceDocument) -> bool {
    document.property.kind != PropertyKind::Place
}

/// The verdict with the size of the counterexample.
pub(super) fn verdict(document: &TraceDocument) -> String {
    let threads = count(document.threads_needed as usize, "thread");
    let steps = count(document.steps.len(), "step");
    let switches = count(document.context_switches, "context switch");
    let guarantee = if document.guarantee.is_empty() { String::new() } else { format!(" ({})", document.guarantee) };
    let possible = match document.property.kind {
        PropertyKind::Assert | PropertyKind::Invariant => "It can fail",
        PropertyKind::Value => "It can happen",
        PropertyKind::Label | PropertyKind::Target | PropertyKind::Place | PropertyKind::Error => "It can be reached",
    };
    format!("{possible} with {threads}: {steps}, {switches}{guarantee}.")
}

/// What is shown where no thread can move.
pub(super) const STUCK: &str = "No thread can move";

/// Where in the recording a cursor is.
pub(super) fn place(recording: &Recording, cursor: usize) -> String {
    let steps = recording.end();
    let Some(step) = recording.last_step(cursor) else { return format!("Before step 1 of {steps}") };
    match recording.simulated() {
        Some(simulated) if cursor > simulated.from => format!("What if, step {cursor}: T{} {}", step.thread, step.text),
        _ => format!("Step {cursor} of {steps}: T{} {}", step.thread, step.text),
    }
}

/// The step about to be taken at a cursor, as a place to go to.
pub(super) fn visit(document: &TraceDocument, cursor: usize) -> String {
    match document.steps.get(cursor) {
        Some(step) => format!("Before step {}: T{} {}", cursor + 1, step.thread, step.text),
        None => format!("At the end: {}", violation(document)),
    }
}
