//! Moving the cursor.

use std::num::NonZeroU32;

use serde_json::json;

use super::{Failure, Handled, Session, Stage, body, no_frame, nothing};
use crate::handles::Place;
use crate::protocol::{
    Event, FrameArguments, GotoArguments, GotoStepArguments, GotoTarget, GotoTargetsArguments, MotionArguments,
};
use crate::recording::Recording;
use crate::replay::{Arrival, Grain, Motion};
use crate::stops::{self, Cause};
use crate::wording;

impl Session<'_> {
    /// The first stop: before the first step, or where running from there ends.
    pub(super) fn begin(&mut self) -> Vec<Event> {
        let stage = std::mem::replace(&mut self.stage, Stage::Empty { configured: true });
        let Stage::Launched(launched) = stage else {
            self.stage = stage;
            return Vec::new();
        };
        let breakpoints = &self.resolved;
        let (arrival, cause) = if launched.stop_on_entry {
            (Arrival { cursor: 0, breakpoint: false }, Cause::Entry)
        } else if breakpoints.stops(0) {
            (Arrival { cursor: 0, breakpoint: true }, Cause::Motion(Motion::Forward))
        } else {
            let run = launched.recording().travel(0, Motion::Forward, |at| breakpoints.stops(at));
            (run, Cause::Motion(Motion::Forward))
        };
        let recording = launched.recording();
        let mut events = stops::on_the_way(recording, breakpoints, 0, arrival.cursor, cause);
        events.push(Event::Stopped(stops::stopped(recording, breakpoints, self.exceptions, arrival, cause)));
        self.stage = Stage::Stopped(launched, arrival.cursor);
        events
    }

    /// `next` and `stepBack`: a step of the whole recording, independent of the selected thread; or of the selected one
    /// alone.
    pub(super) fn step(
        &mut self,
        arguments: &MotionArguments,
        whole: impl FnOnce(Grain) -> Motion,
        single: impl FnOnce(u32, Grain) -> Motion,
    ) -> Handled {
        let (number, grain) = (self.stage.stopped()?.0.thread(arguments.thread_id)?, arguments.grain());
        Ok((None, self.travel(if arguments.single_thread { single(number, grain) } else { whole(grain) })?))
    }

    /// `stepIn` and its inverse: the next step, or the one before, of the selected thread.
    pub(super) fn step_thread(
        &mut self,
        arguments: &MotionArguments,
        motion: impl FnOnce(u32, Grain) -> Motion,
    ) -> Handled {
        let number = self.stage.stopped()?.0.thread(arguments.thread_id)?;
        Ok((None, self.travel(motion(number, arguments.grain()))?))
    }

    /// `stepOut`, `continue` and their inverses: several steps of the whole recording.
    pub(super) fn run(&mut self, arguments: &MotionArguments, motion: Motion) -> Handled {
        self.stage.stopped()?.0.thread(arguments.thread_id)?;
        let events = self.travel(motion)?;
        let (answer, _) =
            if motion == Motion::Forward { body(json!({"allThreadsContinued": true}))? } else { nothing() };
        Ok((answer, events))
    }

    /// The moments when a step is about to be taken on this line.
    pub(super) fn goto_targets(&self, arguments: &GotoTargetsArguments) -> Handled {
        let (launched, _) = self.stage.stopped()?;
        let replayed = launched.replayed();
        let recording = replayed.recording;
        let line = self.client.recorded_line(arguments.line);
        let path = arguments.source.path.as_deref().unwrap_or_default();
        let line = replayed.snapped(path, line);
        let is_there =
            |cursor: &usize| line.is_some_and(|line| replayed.is_on(recording.next_range(*cursor), path, line));
        let visits = (0..=recording.end()).filter(|cursor| recording.is_beginning(*cursor)).filter(is_there);
        let targets: Vec<_> = visits
            .map(|cursor| GotoTarget {
                // The protocol forbids 0.
                id: cursor + 1,
                label: wording::visit(recording.document(), cursor),
                location: self.client.location(recording.next_range(cursor)),
            })
            .collect();
        body(json!({"targets": targets}))
    }

    /// To one of the moments that [`Self::goto_targets`] listed.
    pub(super) fn goto(&mut self, arguments: &GotoArguments) -> Handled {
        self.goto_step(&GotoStepArguments { step: arguments.target_id.saturating_sub(1) })
    }

    /// To where an activation was entered.
    pub(super) fn restart_frame(&mut self, arguments: &FrameArguments) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        let Some(Place::Frame(number, depth)) = self.handles.place(arguments.frame_id) else {
            return Err(no_frame(arguments.frame_id));
        };
        let thread = launched.recording().thread(cursor, number);
        thread.filter(|thread| depth < thread.frames.len()).ok_or_else(|| no_frame(arguments.frame_id))?;
        let entered = launched.recording().entered(cursor, number, depth);
        Ok((None, self.travel(Motion::Goto(entered))?))
    }

    pub(super) fn goto_step(&mut self, arguments: &GotoStepArguments) -> Handled {
        let end = self.stage.stopped()?.0.recording().end();
        let goal = usize::try_from(arguments.step).ok().filter(|goal| *goal <= end);
        let goal = goal.ok_or_else(|| format!("there is no step {}: the last one is {end}", arguments.step))?;
        Ok((None, self.travel(Motion::Goto(goal))?))
    }

    pub(super) fn restart(&mut self) -> Handled {
        Ok((None, self.arrive(Cause::Entry, Arrival { cursor: 0, breakpoint: false })?))
    }

    /// Moves; in a simulation, as far as there are steps or more can be taken.
    pub(super) fn travel(&mut self, motion: Motion) -> Result<Vec<Event>, Failure> {
        let mut events = self.go_on(motion)?;
        let (launched, from) = self.stage.stopped()?;
        let arrival = self.arrival(launched.recording(), from, motion);
        events.extend(self.arrive(Cause::Motion(motion), arrival)?);
        Ok(events)
    }

    /// The end of a motion. A breakpoint can stop at the end of a simulation, which need not be an end of the program.
    pub(super) fn arrival(&self, recording: &Recording, from: usize, motion: Motion) -> Arrival {
        let arrival = recording.travel(from, motion, |at| self.resolved.stops(at));
        let runs = matches!(motion, Motion::Thread(..) | Motion::Switch | Motion::Forward);
        let stops = recording.simulated().is_some() && arrival.cursor == recording.end();
        let breakpoint = arrival.breakpoint || (runs && stops && self.resolved.stops(arrival.cursor));
        Arrival { breakpoint, ..arrival }
    }

    /// Moves the cursor, and notifies the client. Before the beginning of a simulation, the recording counts again.
    pub(super) fn arrive(&mut self, cause: Cause, arrival: Arrival) -> Result<Vec<Event>, Failure> {
        let (launched, from) = self.stage.stopped()?;
        let recording = launched.recording();
        let on_the_way = stops::on_the_way(recording, &self.resolved, from, arrival.cursor, cause);
        let starts_anew = matches!(cause, Cause::Entry | Cause::Back);
        let leaves = recording.simulated().is_some_and(|simulated| starts_anew || arrival.cursor < simulated.from);
        let mut events = if leaves { self.show(|launched| launched.simulation = None)? } else { Vec::new() };
        events.extend(on_the_way);
        let (launched, cursor) = self.stage.stopped_mut()?;
        *cursor = arrival.cursor;
        let mut stopped = stops::stopped(launched.recording(), &self.resolved, self.exceptions, arrival, cause);
        stopped.revision = NonZeroU32::new(self.revision);
        events.push(Event::Stopped(stopped));
        Ok(events)
    }
}
