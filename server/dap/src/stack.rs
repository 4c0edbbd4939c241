//! The activations of a thread.

use boolprog_trace::document::ProgramKind;

use super::client::Client;
use super::handles::{Handles, Place};
use super::protocol::{Source, StackFrame};
use super::recording::Recording;

/// The activations of a live thread at a cursor, innermost first; `None` if it does not live then.
pub(super) fn frames(
    recording: &Recording,
    cursor: usize,
    number: u32,
    source: &Source,
    client: Client,
    handles: &mut Handles,
) -> Option<Vec<StackFrame>> {
    let thread = recording.thread(cursor, number)?;
    let frames = (0..thread.frames.len()).rev().zip(thread.frames.from_top()).map(|(depth, frame)| StackFrame {
        id: handles.number(Place::Frame(number, depth)),
        name: match &frame.location {
            Some(location) if recording.document().kind != ProgramKind::C => {
                format!("{} @ {location}", recording.procedure_name(frame))
            }
            _ => recording.procedure_name(frame).to_owned(),
        },
        source: source.clone(),
        location: client.location(recording.position(cursor, thread, (depth, frame))),
    });
    Some(frames.collect())
}
