//! Integer programs, executed by their definitions.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_check::integer::Model;
use boolprog_check::integer::moment::{Violated, valueless, violated_in};
use boolprog_integer::explicit::Run;
use boolprog_integer::{InputBound, Inputs, State, Transition};
use boolprog_trace::document::{PropertyDocument, PropertyKind, StateDocument, TraceDocument};
use boolprog_trace::integer::{self as trace, Writer};
use boolprog_trace::{Subject, can_be_in};

use super::{Moment, Simulator, Way};
use crate::recording::Recording;

/// Bound on the offered values of inputs without a range.
const INPUTS: InputBound = InputBound(8);

/// Greatest number of valuations among which the one most like another is found.
const MOST_STARTS: usize = 256;

/// An integer program with the number of instances that was recorded.
#[derive(Debug)]
pub(crate) struct IntegerSimulator {
    model: Model,
}

impl IntegerSimulator {
    /// Makes sure that a recording is an execution of a program; takes time linear in the recording times the edges of
    /// the program. Fails with a sentence for the user.
    pub(crate) fn new(model: Model, recording: &Recording) -> Result<Self, String> {
        let simulator = Self::of(model);
        let run = simulator.writer().read_run(recording.document());
        run.map_err(|problem| format!("What-if is unavailable: the recording does not fit the program: {problem}."))?;
        Ok(simulator)
    }

    /// For any execution of a program.
    pub(crate) fn of(model: Model) -> Self {
        Self { model }
    }

    fn writer(&self) -> Writer<'_> {
        Writer::new(&self.model.system, &self.model.text, &self.model.file.comments)
    }

    fn state(&self, state: &StateDocument) -> Result<State, String> {
        let found = self.writer().read(state);
        found.ok_or_else(|| "What-if is unavailable: the recording belongs to another program.".to_owned())
    }

    fn ways_of(&self, writer: &Writer<'_>, transition: &Transition, at: &State, most: usize) -> Vec<Way> {
        let system = &*self.model.system;
        let failing = |undefined, inputs: &Inputs| {
            let step = writer.step(transition, inputs, at, at);
            let violation = Some(property(writer, valueless(system, undefined, transition.span), step.thread));
            Way { step, state: writer.state(at), violation, whole: None }
        };
        match transition.enabled(at) {
            Ok(false) => Vec::new(),
            Err(undefined) => vec![failing(undefined, &Inputs::new())],
            Ok(true) => {
                let ways =
                    transition.inputs(INPUTS).take(most).map(|inputs| match transition.fire(system, at, &inputs) {
                        Err(undefined) => failing(undefined, &inputs),
                        Ok(next) => {
                            let step = writer.step(transition, &inputs, at, &next);
                            let violated = violated_in(system, &next).filter(|_| violated_in(system, at).is_none());
                            let violation = violated.map(|violated| property(writer, violated, step.thread));
                            Way { step, state: writer.state(&next), violation, whole: None }
                        }
                    });
                ways.collect()
            }
        }
    }
}

impl Simulator for IntegerSimulator {
    fn ways(&self, at: Moment<'_>, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String> {
        let (at, writer) = (self.state(at.state())?, self.writer());
        let mut ways = Vec::new();
        for transition in &self.model.system.transitions {
            if ways.len() < most && thread.is_none_or(|thread| u32::from(transition.instance.0) + 1 == thread) {
                ways.extend(self.ways_of(&writer, transition, &at, most - ways.len()));
            }
        }
        ways.sort_by_key(|way| way.step.thread);
        Ok(ways)
    }

    fn why_blocked(&self, at: Moment<'_>, thread: u32) -> Result<String, String> {
        let state = self.state(at.state())?;
        let system = &self.model.system;
        let instance = system.instances.get((thread as usize).wrapping_sub(1));
        let name = instance.map_or_else(|| format!("T{thread}"), |instance| instance.name.to_string());
        let place = |location: u16| {
            let process = &system.processes[usize::from(instance?.process)];
            Some(process.locations.get(usize::from(location))?.name.as_str())
        };
        let location = state.locations.get((thread as usize).wrapping_sub(1)).and_then(|location| place(*location));
        let location = location.unwrap_or("?");
        let mut edges = system.transitions.iter().filter(|it| u32::from(it.instance.0) + 1 == thread);
        let leaves = edges.any(|edge| state.locations[usize::from(edge.instance.0)] == edge.from.0);
        Ok(if leaves {
            format!("{name} cannot leave `{location}`, because no guard holds")
        } else {
            format!("{name} stays at `{location}`, because no edge leaves it")
        })
    }

    fn begin(&self, like: &Recording) -> Option<TraceDocument> {
        let (system, writer) = (&*self.model.system, self.writer());
        let document = |start: State| {
            let TraceDocument { program, program_hash, .. } = like.document();
            let subject = Subject {
                text: &self.model.text,
                path: program,
                hash: program_hash,
                property_id: "",
                property_name: "",
                property_span: Span::default(),
                guarantee: "",
            };
            let run = Run { start, steps: Vec::new() };
            trace::document(&writer, &run, None, PropertyKind::Point, &subject)
        };
        if let Some(start) = writer.read(like.state(0)).filter(|start| system.is_initial(start)) {
            return Some(document(start));
        }
        let starts = system.initial_states(INPUTS).take(MOST_STARTS).filter_map(Result::ok).flatten();
        let known = like.values(0);
        let alike = |document: &TraceDocument| {
            let begun = Recording::new(Arc::new(document.clone())).ok()?;
            Some(begun.values(0).iter().filter(|(name, value)| known.get(*name) == Some(*value)).count())
        };
        starts.map(document).max_by_key(alike).filter(|it| it.instances == like.document().instances)
    }

    fn can_have(&self, step: &str) -> bool {
        can_be_in(&self.model.text, &self.model.file.comments, step)
    }

    fn is_same(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        let writer = self.writer();
        writer.read(recording.state(cursor)).is_some_and(|state| writer.read(&way.state) == Some(state))
    }
}

fn property(writer: &Writer<'_>, violated: Violated, thread: u32) -> PropertyDocument {
    PropertyDocument {
        id: violated.id,
        kind: violated.kind,
        name: violated.name,
        range: writer.range(violated.span),
        thread,
        related: Vec::new(),
        locks: None,
    }
}
