//! An execution on its way: the machine, and what is known of it so far.

use boolprog_base::control::{Control, Progress};
use boolprog_machine::choices::Choices;
use boolprog_machine::machine::{Ended, Environment, Machine};
use boolprog_machine::program::Program;
use boolprog_machine::record::Record;
use boolprog_machine::thread::ThreadId;

use super::NoTrace;
use super::events::Events;
use super::model::Model;
use super::recorder::Recorder;

/// Steps of the machine between two polls.
const STEPS_OF_POLL: u64 = 256;

/// An execution on its way. A copy is another one with the same past.
#[derive(Clone)]
pub(super) struct Run<'a> {
    pub(super) machine: Machine,
    recorder: Recorder<'a>,
    /// The threads of its steps. Answers are noted by those who give them.
    pub(super) record: Record,
    last: Option<ThreadId>,
    steps: u64,
}

impl<'a> Run<'a> {
    /// Before the first step. Static variables with these names are listed in any case.
    pub(super) fn new(program: &'a Program, start: &'a Machine, names: &[String]) -> Self {
        let (machine, recorder) = (start.clone(), Recorder::new(program, start, names));
        Self { machine, recorder, record: Record::default(), last: None, steps: 0 }
    }

    /// A step of the machine, if the thread can act.
    pub(super) fn step(
        &mut self,
        thread: ThreadId,
        choices: &mut dyn Choices,
        control: &dyn Control,
    ) -> Result<(), NoTrace> {
        self.steps += 1;
        if !self.ready().contains(&thread) {
            return Err(NoTrace::Impossible { step: self.steps, thread: thread.0 + 1 });
        }
        let mut events = Events::default();
        self.machine.step(thread, &mut Environment { choices, observer: &mut events, control });
        self.record.step(thread);
        self.recorder.step(&mut self.machine, thread, events.0);
        self.last = Some(thread);
        if self.steps.is_multiple_of(STEPS_OF_POLL) {
            let bytes = self.machine.memory().bytes() as usize;
            let progress = Progress { phase: "trace", states: self.steps, bytes, ..Progress::default() };
            control.poll(&progress).map_err(NoTrace::Stopped)?;
        }
        Ok(())
    }

    /// The threads that can act now.
    pub(super) fn ready(&mut self) -> Vec<ThreadId> {
        let mut ready = Vec::new();
        self.machine.ready(&mut ready);
        ready
    }

    /// Number of steps of the trace that are over.
    pub(super) fn told(&self) -> usize {
        self.recorder.told()
    }

    /// The events, and the machine afterwards: if no thread can act, this is its end.
    pub(super) fn end(mut self) -> (Model, Machine) {
        if self.ready().is_empty() && self.machine.ended().is_none() {
            self.machine.block();
        }
        let is_fault = |ended: &Ended| matches!(ended, Ended::Fault(fault) if Some(fault.thread) == self.last);
        let fails = self.machine.ended().is_some_and(is_fault);
        (self.recorder.end(self.last, fails), self.machine)
    }
}
