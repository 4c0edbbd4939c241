//! What-if simulation: the choice of another step, and the continuation from there.

use super::interrupt::changed;
use super::{Failure, Handled, Session, body};
use crate::launch::Launched;
use crate::protocol::{Alternative, Blocked, Evaluated, Event, Offered, Output, WhatIfArguments};
use crate::recording::Recording;
use crate::replay::{Arrival, Grain, Motion};
use crate::simulation::{GoOn, Offer, Offers, Simulation, Simulator};
use crate::stops::Cause;
use crate::{console, variables};

impl Session<'_> {
    /// `boolprog/alternatives`: the possible next steps.
    pub(super) fn alternatives(&self) -> Handled {
        let (launched, step) = self.stage.stopped()?;
        let recording = launched.recording();
        let Offers { list, more, blocked } = simulator(launched)?.offers(recording, step)?;
        let shown = |(id, offer): (usize, &Offer)| Alternative {
            id,
            thread_id: offer.way.step.thread,
            text: offer.way.step.text.clone(),
            location: self.client.location(offer.way.step.range),
            changes: variables::effects(recording, step, &offer.way),
            fails: offer.way.fails(),
            recorded: offer.recorded,
        };
        let alternatives = (1..).zip(&list).map(shown).collect();
        let blocked = blocked.into_iter().map(|(thread_id, reason)| Blocked { thread_id, reason }).collect();
        body(Offered { step, alternatives, more, blocked })
    }

    /// `boolprog/whatIf`: takes one of them.
    pub(super) fn what_if(&mut self, arguments: &WhatIfArguments) -> Handled {
        let wanted = usize::try_from(arguments.alternative).unwrap_or(0);
        Ok((None, self.choose(wanted)?))
    }

    fn choose(&mut self, wanted: usize) -> Result<Vec<Event>, Failure> {
        let (launched, cursor) = self.stage.stopped()?;
        let simulator = simulator(launched)?;
        let recording = launched.recording();
        let mut offers = simulator.offers(recording, cursor)?.list;
        if wanted == 0 || wanted > offers.len() {
            return Err(no_such(wanted, &offers));
        }
        let Offer { way, recorded } = offers.swap_remove(wanted - 1);
        if recorded {
            return self.travel(Motion::Next(Grain::Access));
        }
        let is_first = recording.simulated().is_some_and(|tried| tried.from == cursor);
        if is_first && simulator.is_in(&way, launched.recorded(), cursor) {
            let mut events = self.show(|launched| launched.simulation = None)?;
            events.extend(self.travel(Motion::Next(Grain::Access))?);
            return Ok(events);
        }
        let mut simulation = Simulation::new(simulator, recording, cursor)?;
        simulation.choose(simulator, way)?;
        let mut events = self.show(|launched| launched.simulation = Some(simulation))?;
        let arrival = Arrival { cursor: cursor + 1, breakpoint: self.resolved.stops(cursor + 1) };
        events.extend(self.arrive(Cause::Motion(Motion::Next(Grain::Access)), arrival)?);
        Ok(events)
    }

    /// `boolprog/backToRecording`: to where the recording was left.
    pub(super) fn back_to_recording(&mut self) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        let Some(simulated) = launched.recording().simulated() else {
            return Err("this is the recording: there is no simulation".to_owned().into());
        };
        let arrival = Arrival { cursor: cursor.min(simulated.from), breakpoint: false };
        Ok((None, self.arrive(Cause::Back, arrival)?))
    }

    /// Takes more steps if a motion leads beyond the end of a simulation.
    pub(super) fn go_on(&mut self, motion: Motion) -> Result<Vec<Event>, Failure> {
        let (launched, cursor) = self.stage.stopped()?;
        let Some((simulation, simulator)) = launched.tried_out() else { return Ok(Vec::new()) };
        let recording = simulation.recording();
        let end = recording.end();
        let arrival = recording.travel(cursor, motion, |at| self.resolved.stops(at));
        let Some(how) = beyond(recording, cursor, motion).filter(|_| arrival.cursor == end && !arrival.breakpoint)
        else {
            return Ok(Vec::new());
        };
        let mut longer = simulation.clone();
        let mut note = longer.go_on(simulator, how)?;
        if longer.recording().end() == end {
            return Ok(Vec::new());
        }
        let mut events = self.show(|launched| launched.simulation = Some(longer))?;
        let (launched, _) = self.stage.stopped()?;
        let Some((simulation, simulator)) = launched.tried_out() else { return Ok(events) };
        let added = end.max(cursor + 1)..simulation.recording().end();
        if let Some(stop) = added.into_iter().find(|at| self.resolved.stops(*at)) {
            let shorter = simulation.up_to(simulator, stop)?;
            note = None;
            events.extend(self.show(|launched| launched.simulation = Some(shorter))?);
        }
        let output = |note| Event::Output(Output { category: "console", output: format!("{note}\n") });
        events.extend(note.map(output));
        Ok(events)
    }

    /// Replaces the shown recording. Notifies the client of the breakpoints that change.
    pub(super) fn show(&mut self, change: impl FnOnce(&mut Launched)) -> Result<Vec<Event>, Failure> {
        let before = self.described();
        let (launched, _) = self.stage.stopped_mut()?;
        let was_tried = launched.simulation.is_some();
        change(launched);
        if was_tried || launched.simulation.is_some() {
            self.revision += 1;
        }
        self.resolve();
        let after = self.described().into_iter().zip(before);
        Ok(after.filter(|(now, then)| now != then).map(|(now, _)| changed(now)).collect())
    }

    /// A command after a colon in the console.
    pub(super) fn console_command(&mut self, typed: &str) -> Handled {
        let command = console::Command::read(typed)?;
        let (result, events) = match command {
            console::Command::Alternatives => {
                let (launched, cursor) = self.stage.stopped()?;
                let offers = simulator(launched)?.offers(launched.recording(), cursor)?;
                (console::listing(launched.recording(), cursor, &offers), Vec::new())
            }
            console::Command::WhatIf(wanted) => (String::new(), self.choose(wanted)?),
            console::Command::Recording => (String::new(), self.back_to_recording()?.1),
            console::Command::Help => (console::HELP.to_owned(), Vec::new()),
        };
        let stopped = events.iter().find_map(|event| match event {
            Event::Stopped(stopped) => Some(stopped.description.clone()),
            _ => None,
        });
        let answer = Evaluated { result: stopped.unwrap_or(result), kind: None, variables_reference: 0 };
        Ok((body(answer)?.0, events))
    }
}

/// The simulator of the program, or a failure that is shown to the user.
fn simulator(launched: &Launched) -> Result<&dyn Simulator, Failure> {
    launched.simulator().map_err(|problem| Failure::from(problem.to_owned()).shown())
}

/// The continuation beyond the end of a simulation, if a motion from a cursor leads there and beyond.
fn beyond(recording: &Recording, cursor: usize, motion: Motion) -> Option<GoOn> {
    let end = recording.end();
    let acted = |number| (cursor + 1..=end).any(|at| recording.last_step(at).is_some_and(|step| step.thread == number));
    let violated = cursor < end && recording.document().is_violation();
    let at_switch =
        cursor < end && recording.last_step(end).is_some_and(|step| step.thread != recording.next_thread(end));
    match motion {
        Motion::Next(_) if cursor == end => Some(GoOn::Step),
        Motion::Thread(number, _) if !acted(number) => Some(GoOn::Thread(number)),
        Motion::Switch if !violated && !at_switch => Some(GoOn::ToSwitch),
        Motion::Forward if !violated => Some(GoOn::Run),
        _ => None,
    }
}

fn no_such(wanted: usize, offers: &[Offer]) -> Failure {
    match offers.len() {
        0 => "no step is possible here".to_owned().into(),
        count => format!("there is no alternative {wanted}: there are 1 to {count}").into(),
    }
}
