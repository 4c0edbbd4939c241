//! The events of an arrival.

use super::breakpoints::Resolved;
use super::protocol::{Event, Stopped, ThreadEvent};
use super::recording::Recording;
use super::replay::{Arrival, Motion};
use super::wording;

/// Why the cursor is where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The session begins, or begins again.
    Entry,
    /// The client moved.
    Motion(Motion),
}

/// What the client is told when the cursor went from one moment to another: the threads that came and went, then
/// where it is now and why.
pub(super) fn events(
    recording: &Recording,
    breakpoints: &Resolved<'_>,
    stop_at_violation: bool,
    from: usize,
    arrival: Arrival,
    cause: Cause,
) -> Vec<Event> {
    let (started, exited) = recording.comings_and_goings(from, arrival.cursor);
    let event = |reason| move |thread_id| Event::Thread(ThreadEvent { reason, thread_id });
    let mut events: Vec<_> = started.into_iter().map(event("started")).collect();
    events.extend(exited.into_iter().map(event("exited")));
    events.push(Event::Stopped(stopped(recording, breakpoints, stop_at_violation, arrival, cause)));
    events
}

fn stopped(
    recording: &Recording,
    breakpoints: &Resolved<'_>,
    stop_at_violation: bool,
    arrival: Arrival,
    cause: Cause,
) -> Stopped {
    let Arrival { cursor, breakpoint } = arrival;
    let document = recording.document();
    let violated = cursor == recording.end() && wording::is_violation(document);
    let reason = reason(cause, breakpoint, cursor == 0, stop_at_violation && violated);
    let mut stopped = Stopped {
        reason,
        description: wording::place(document, cursor),
        text: None,
        thread_id: recording.focus(cursor),
        preserve_focus_hint: false,
        all_threads_stopped: true,
        hit_breakpoint_ids: Vec::new(),
    };
    if reason == "exception" {
        stopped.description = wording::violation(document);
        stopped.text = Some(wording::verdict(document));
    }
    if reason == "breakpoint" {
        // Here the statement about to be executed is what the person asked to see.
        stopped.thread_id = recording.next_step(cursor).map(|step| step.thread);
        stopped.hit_breakpoint_ids = breakpoints.hit(cursor).to_vec();
    }
    stopped
}

/// The protocol's name of the reason. The two ends of the recording say what they are however one gets there, but
/// for a jump, which is always one.
const fn reason(cause: Cause, breakpoint: bool, at_start: bool, at_violation: bool) -> &'static str {
    match cause {
        Cause::Motion(Motion::Goto(_)) => "goto",
        Cause::Entry => "entry",
        Cause::Motion(Motion::Previous | Motion::Backward) if at_start => "entry",
        Cause::Motion(_) if at_violation => "exception",
        Cause::Motion(_) if breakpoint => "breakpoint",
        Cause::Motion(_) => "step",
    }
}
