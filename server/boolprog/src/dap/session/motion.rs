//! Moving the cursor.

use serde_json::{Value, json};

use super::{Failure, Handled, Session, Stage};
use crate::dap::breakpoints::Resolved;
use crate::dap::protocol::{Event, GotoStepArguments, ThreadArguments};
use crate::dap::recording::Recording;
use crate::dap::replay::{Arrival, Motion};
use crate::dap::stops::{self, Cause};

impl Session<'_> {
    /// The first stop: in front of the first step, or where running from there ends.
    pub(super) fn begin(&mut self) -> Vec<Event> {
        let stage = std::mem::replace(&mut self.stage, Stage::Empty { configured: true });
        let Stage::Launched(launched) = stage else {
            self.stage = stage;
            return Vec::new();
        };
        let breakpoints = self.breakpoints.resolve(launched.replayed());
        let (arrival, cause) = if launched.stop_on_entry {
            (Arrival { cursor: 0, breakpoint: false }, Cause::Entry)
        } else if breakpoints.stops(0) {
            (Arrival { cursor: 0, breakpoint: true }, Cause::Motion(Motion::Forward))
        } else {
            let run = launched.recording.travel(0, Motion::Forward, |at| breakpoints.stops(at));
            (run, Cause::Motion(Motion::Forward))
        };
        let events = stops::events(&launched.recording, &breakpoints, self.stop_at_violation, 0, arrival, cause);
        self.stage = Stage::Stopped(launched, arrival.cursor);
        events
    }

    /// `next`, `stepBack`, `stepOut`: steps of the whole recording, whatever thread is selected.
    pub(super) fn step(&mut self, arguments: &ThreadArguments, motion: Motion) -> Handled {
        self.stage.stopped()?.0.thread(arguments.thread_id)?;
        Ok((Value::Null, self.travel(motion)?))
    }

    /// `stepIn`: the next step of the selected thread.
    pub(super) fn step_thread(&mut self, arguments: &ThreadArguments) -> Handled {
        let number = self.stage.stopped()?.0.thread(arguments.thread_id)?;
        Ok((Value::Null, self.travel(Motion::Thread(number))?))
    }

    /// `continue` and `reverseContinue`.
    pub(super) fn run(&mut self, arguments: &ThreadArguments, motion: Motion) -> Handled {
        self.stage.stopped()?.0.thread(arguments.thread_id)?;
        let events = self.travel(motion)?;
        let answer = if motion == Motion::Forward { json!({"allThreadsContinued": true}) } else { Value::Null };
        Ok((answer, events))
    }

    pub(super) fn goto_step(&mut self, arguments: &GotoStepArguments) -> Handled {
        let end = self.stage.stopped()?.0.recording.end();
        let goal = usize::try_from(arguments.step).ok().filter(|goal| *goal <= end);
        let goal = goal.ok_or_else(|| format!("there is no step {}: the last one is {end}", arguments.step))?;
        Ok((Value::Null, self.travel(Motion::Goto(goal))?))
    }

    /// Back to the start.
    pub(super) fn restart(&mut self) -> Handled {
        Ok((Value::Null, self.arrive(Cause::Entry, |_, _, _| Arrival { cursor: 0, breakpoint: false })?))
    }

    fn travel(&mut self, motion: Motion) -> Result<Vec<Event>, Failure> {
        self.arrive(Cause::Motion(motion), |recording, from, breakpoints| {
            recording.travel(from, motion, |at| breakpoints.stops(at))
        })
    }

    /// Moves the cursor to where `arrival` says, and tells the client.
    fn arrive(
        &mut self,
        cause: Cause,
        arrival: impl FnOnce(&Recording, usize, &Resolved<'_>) -> Arrival,
    ) -> Result<Vec<Event>, Failure> {
        let (launched, from) = self.stage.stopped()?;
        let breakpoints = self.breakpoints.resolve(launched.replayed());
        let arrival = arrival(&launched.recording, from, &breakpoints);
        let events = stops::events(&launched.recording, &breakpoints, self.stop_at_violation, from, arrival, cause);
        self.move_to(arrival.cursor);
        Ok(events)
    }

    fn move_to(&mut self, goal: usize) {
        if let Stage::Stopped(_, cursor) = &mut self.stage {
            *cursor = goal;
        }
    }
}
