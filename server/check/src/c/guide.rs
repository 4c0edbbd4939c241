//! The statements of a run of the integer program about an execution of the C program.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_integer::explicit::Run;
use boolprog_integer::{Event, EventKind, InstanceId, LocationId, Origins, System};

/// The location in which control of every instance starts.
const FIRST: LocationId = LocationId(0);

/// A run of an engine, as a guide for the machine.
#[derive(Debug, Default)]
pub(super) struct Guide {
    /// The events, in order.
    pub moments: Vec<Moment>,
    /// The threads, in the order of their first steps.
    pub threads: Vec<Guided>,
    /// The thread of the last step; none if there is no step.
    pub last: Option<usize>,
}

/// A thread of a run.
#[derive(Debug)]
pub(super) struct Guided {
    /// `true` for the thread that runs first.
    pub is_main: bool,
    /// The functions with which it may start: the outermost one of its first statement, or the one that this calls, as a thread
    /// can begin within the function that creates it. None if it executes no statement.
    pub starts: Vec<String>,
    /// The values that are chosen, in order.
    pub inputs: Vec<Input>,
}

/// A value that is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    /// The place in the text.
    pub span: Span,
    /// The number of the piece of what is chosen there.
    pub piece: u64,
    /// The value.
    pub value: i64,
}

/// An access or a creation by a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Number of the thread.
    pub thread: usize,
    /// Its effects, and their places.
    pub event: Event,
}

impl Guide {
    /// Linear in the run, and in what its steps do. An instance that leaves its first location again is another thread.
    pub(super) fn new(system: &System, origins: &Origins, run: &Run) -> Self {
        let mut numbers: BTreeMap<InstanceId, usize> = BTreeMap::new();
        let mut guide = Self { moments: Vec::new(), threads: Vec::new(), last: None };
        for step in &run.steps {
            let transition = &system.transitions[step.transition as usize];
            let edge = transition.edge.0 as usize;
            let is_main = system.instance(transition.instance).process == 0;
            if transition.from == FIRST && !is_main {
                numbers.remove(&transition.instance);
            }
            let thread = *numbers.entry(transition.instance).or_insert_with(|| {
                guide.threads.push(Guided { is_main, starts: Vec::new(), inputs: Vec::new() });
                guide.threads.len() - 1
            });
            guide.last = Some(thread);
            // Before its first statement a thread executes no function yet.
            let outermost = origins.stacks.get(edge).into_iter().flat_map(|stack| stack.iter().take(2));
            if guide.threads[thread].starts.is_empty() {
                guide.threads[thread].starts = outermost.map(|activation| activation.function.to_string()).collect();
            }
            let events = origins.events.get(edge).map_or(&[][..], |events| events);
            let choices = events.iter().filter(|event| event.kind == EventKind::Choice);
            let values = step.inputs.iter().copied();
            let inputs =
                choices.zip(values).map(|(event, value)| Input { span: event.span, piece: event.piece, value });
            guide.threads[thread].inputs.extend(inputs);
            let moments = events.iter().filter(|event| event.kind != EventKind::Choice);
            guide.moments.extend(moments.map(|event| Moment { thread, event: *event }));
        }
        guide
    }
}
