//! Sentences about a recording.

use boolprog_trace::document::TraceDocument;

use super::recording::Recording;

/// What is violated: the headline of the last stop.
pub(super) fn violation(document: &TraceDocument) -> String {
    let property = &document.property;
    match property.kind.as_str() {
        "label" => format!("Error label reached: {}", property.name),
        "place" => format!("Place reached: {}", property.name),
        "error" => format!("Error reached: {}", property.name),
        "invariant" => format!("Invariant violated: {}", property.name),
        "value" => format!("A value does not exist: {}", property.name),
        _ => format!("Assertion violated: {}", property.name),
    }
}

/// Whether the last state violates something. A recording to a place that somebody asked for only ends there.
pub(super) fn is_violation(document: &TraceDocument) -> bool {
    document.property.kind != "place"
}

/// The verdict with the size of the counterexample.
pub(super) fn verdict(document: &TraceDocument) -> String {
    let threads = counted(document.threads_needed as usize, "thread");
    let steps = counted(document.steps.len(), "step");
    let switches = match document.context_switches {
        1 => "1 context switch".to_owned(),
        count => format!("{count} context switches"),
    };
    let guarantee = if document.guarantee.is_empty() { String::new() } else { format!(" ({})", document.guarantee) };
    let possible = match document.property.kind.as_str() {
        "assert" | "invariant" => "It can fail",
        "value" => "It can happen",
        _ => "It can be reached",
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

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A message as a sentence of its own.
pub(super) fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", characters.as_str())
}
