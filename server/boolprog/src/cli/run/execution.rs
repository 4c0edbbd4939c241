//! One execution of a program.

use std::io::{self, Write};

use boolprog_machine::choices::{Choices, Usual};
use boolprog_machine::machine::{Ended, Environment, Machine};
use boolprog_machine::observer::{Event, Observer};
use boolprog_machine::record::{Noted, Record, Turns};
use boolprog_machine::schedule::{First, Random, RandomChoices, Scheduler, run};

use super::Task;
use crate::cli::arguments::Format;

/// The most steps that a thread makes in a row under a random schedule.
const LONGEST: u64 = 20;

/// The source of schedule and choices.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A number; for 0, threads go on as long as they can, operands are evaluated from left to right, and inputs are 0.
    Seed(u64),
    /// An execution that is repeated.
    Given(Record),
}

/// An execution, up to its end.
#[derive(Debug)]
pub(super) struct Execution {
    /// The source of schedule and choices.
    pub source: Source,
    /// The record that repeats it, if a document is written.
    pub record: Record,
    /// Its end.
    pub ended: Ended,
    /// The machine at its end; none if the program does not start.
    pub machine: Option<Machine>,
    /// The output of the program, if it was kept.
    pub output: Vec<u8>,
    /// The number of executions of which it is the last.
    pub runs: u64,
}

/// The destination of the output of a program.
pub(super) trait Sink: Observer {
    /// The part of it that was kept.
    fn kept(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

/// Output goes to that of this process at once.
#[derive(Debug)]
pub(super) struct Through;

impl Observer for Through {
    fn is_watching(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        // A reader that has gone away ends nothing: what the program does matters.
        _ = if descriptor == 2 { io::stderr().write_all(bytes) } else { io::stdout().write_all(bytes) };
    }
}

impl Sink for Through {}

/// Output is kept.
#[derive(Debug, Default)]
pub(super) struct Kept(Vec<u8>);

impl Observer for Kept {
    fn is_watching(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn output(&mut self, _: u8, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl Sink for Kept {
    fn kept(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

impl Task<'_> {
    /// The machine before its first step.
    pub(super) fn machine(&self) -> Result<Machine, Ended> {
        Machine::new(std::sync::Arc::clone(&self.program), self.options, &self.words(), &self.input, self.limits)
    }

    /// Executes the program to its end.
    pub(super) fn execute(&self, source: &Source, sink: &mut impl Sink) -> Execution {
        let source = source.clone();
        let mut machine = match self.machine() {
            Ok(machine) => machine,
            Err(ended) => {
                return Execution {
                    source,
                    record: Record::default(),
                    ended,
                    machine: None,
                    output: Vec::new(),
                    runs: 1,
                };
            }
        };
        let (ended, record) = match &source {
            Source::Seed(0) => self.recorded(&mut machine, First::default(), Usual, sink),
            Source::Seed(seed) => {
                let choices = RandomChoices::new(*seed, machine.program());
                self.recorded(&mut machine, Random::new(*seed, LONGEST), choices, sink)
            }
            Source::Given(record) => {
                let (threads, answers) = record.repeated();
                self.recorded(&mut machine, threads, answers, sink)
            }
        };
        Execution { source, record, ended, machine: Some(machine), output: sink.kept(), runs: 1 }
    }

    fn recorded(
        &self,
        machine: &mut Machine,
        scheduler: impl Scheduler,
        choices: impl Choices,
        sink: &mut impl Sink,
    ) -> (Ended, Record) {
        if self.arguments.format == Format::Text {
            let (mut scheduler, mut choices) = (scheduler, choices);
            let mut environment = Environment { choices: &mut choices, observer: sink, control: self.limits };
            return (run(machine, &mut scheduler, &mut environment), Record::default());
        }
        let mut turns = Turns { scheduler, record: Record::default() };
        let mut noted = Noted { source: choices, answers: Vec::new() };
        let mut environment = Environment { choices: &mut noted, observer: sink, control: self.limits };
        let ended = run(machine, &mut turns, &mut environment);
        (ended, Record { answers: noted.answers, ..turns.record })
    }
}
