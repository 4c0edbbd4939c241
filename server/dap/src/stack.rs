//! The activations of a thread.

use super::client::Client;
use super::handles::{Handles, Place};
use super::launch::Launched;
use super::protocol::StackFrame;

/// The activations of a live thread at a cursor, innermost first; `None` if it does not live then.
pub(super) fn frames(
    launched: &Launched,
    cursor: usize,
    number: u32,
    client: Client,
    handles: &mut Handles,
) -> Option<Vec<StackFrame>> {
    let recording = launched.recording();
    let thread = recording.thread(cursor, number)?;
    let frames = (0..thread.frames.len()).rev().zip(thread.frames.from_top()).map(|(depth, frame)| {
        let range = recording.position(cursor, thread, (depth, frame));
        StackFrame {
            id: handles.number(Place::Frame(number, depth)),
            name: match &frame.location {
                Some(location) => {
                    format!("{} @ {location}", recording.procedure_name(frame))
                }
                _ => recording.procedure_name(frame).to_owned(),
            },
            source: launched.source(range.file),
            location: client.location(range),
        }
    });
    Some(frames.collect())
}
