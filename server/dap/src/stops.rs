//! The events of an arrival.
//!
//! Breakpoints with a message report every moment passed, in the direction of the motion; a jump passes none.

use boolprog_check::wording::{happens_with, has_happened_here};

use super::breakpoints::Resolved;
use super::protocol::{Event, Output, Stopped, ThreadEvent};
use super::recording::Recording;
use super::replay::{Arrival, Motion};
use super::wording;

/// Why the cursor is where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The session begins, or begins again.
    Entry,
    Motion(Motion),
    /// The client is back where it left the recording.
    Back,
}

/// The ends of a recording that are shown as exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exceptions {
    pub(super) violation: bool,
    pub(super) stuck: bool,
}

/// The events of a motion: messages of breakpoints, then threads that come and go.
pub(super) fn on_the_way(
    recording: &Recording,
    breakpoints: &Resolved,
    from: usize,
    to: usize,
    cause: Cause,
) -> Vec<Event> {
    let (started, exited) = recording.comings_and_goings(from, to);
    let mut events: Vec<_> = passed(from, to, cause)
        .flat_map(|cursor| breakpoints.messages(cursor))
        .map(|message| Event::Output(Output { category: "console", output: format!("{message}\n") }))
        .collect();
    let event = |reason| move |thread_id| Event::Thread(ThreadEvent { reason, thread_id });
    events.extend(started.into_iter().map(event("started")));
    events.extend(exited.into_iter().map(event("exited")));
    events
}

/// The event that reports the cursor, and the reason of the stop.
pub(super) fn stopped(
    recording: &Recording,
    breakpoints: &Resolved,
    exceptions: Exceptions,
    arrival: Arrival,
    cause: Cause,
) -> Stopped {
    let Arrival { cursor, breakpoint } = arrival;
    let document = recording.document();
    let violated = exceptions.violation && cursor == recording.end() && document.is_violation();
    let stuck = exceptions.stuck && recording.is_stuck(cursor);
    let hit = breakpoints.hit(cursor).filter(|_| breakpoint);
    let reason = reason(cause, hit.map(|hit| hit.reason), cursor == 0, violated || stuck);
    let mut stopped = Stopped {
        reason,
        description: wording::place(recording, cursor),
        text: wording::last(recording, cursor),
        thread_id: recording.focus(cursor),
        preserve_focus_hint: false,
        all_threads_stopped: true,
        hit_breakpoint_ids: Vec::new(),
        step: cursor,
        revision: None,
    };
    if reason == "exception" {
        (stopped.description, stopped.text) = if violated {
            (has_happened_here(document).to_owned(), Some(happens_with(document)))
        } else {
            (wording::STUCK.to_owned(), Some(wording::place(recording, cursor)))
        };
    }
    if let Some(hit) = hit.filter(|hit| hit.reason == reason) {
        stopped.thread_id = Some(hit.thread);
        stopped.hit_breakpoint_ids.clone_from(&hit.ids);
    }
    stopped
}

/// The moments between two, in the order in which they are passed, the second one included.
fn passed(from: usize, to: usize, cause: Cause) -> Box<dyn Iterator<Item = usize>> {
    match cause {
        Cause::Entry | Cause::Back | Cause::Motion(Motion::Goto(_)) => Box::new(std::iter::empty()),
        Cause::Motion(motion) if motion.is_back() => Box::new((to..from).rev()),
        Cause::Motion(_) => Box::new(from + 1..=to),
    }
}

/// The protocol's name of the reason. Both ends of the recording have reasons of their own; after a jump, the violation has.
fn reason(cause: Cause, hit: Option<&'static str>, at_start: bool, at_exception: bool) -> &'static str {
    match cause {
        Cause::Motion(Motion::Goto(_)) if at_exception => "exception",
        // Clients may keep the reason beside a thread after the focus has moved on, where only this one stays true.
        Cause::Back | Cause::Motion(Motion::Goto(_)) => "step",
        Cause::Entry => "entry",
        Cause::Motion(motion) if at_start && motion.is_back() => "entry",
        Cause::Motion(_) if at_exception => "exception",
        Cause::Motion(_) => hit.unwrap_or("step"),
    }
}
