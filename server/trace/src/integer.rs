//! Runs of integer programs as saved traces: an instance is a thread, its process a procedure.

mod reader;
mod writer;

use boolprog_base::Span;
use boolprog_integer::explicit::Run;
use boolprog_integer::{Inputs, InstanceId, State, Transition};

use crate::document::{ProgramKind, PropertyDocument, PropertyKind, SCHEMA, StepDocument, TraceDocument};
use crate::export::Subject;
pub use reader::RecordedRun;
pub use writer::Writer;
use writer::number;

/// The document of a run, followed by a transition with its choices that has no successor state, if there is one. Both
/// must be possible: [`replay`](boolprog_integer::explicit::replay) and
/// [`replay_fault`](boolprog_integer::explicit::replay_fault) say so.
pub fn document(
    writer: &Writer<'_>,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
    kind: PropertyKind,
    subject: &Subject<'_>,
) -> TraceDocument {
    let system = writer.system();
    let taken = run.steps.iter().map(|step| (step.transition, &step.inputs));
    let tried = attempt.map(|(transition, inputs)| (*transition, inputs));
    let resolved = |(transition, inputs)| (&system.transitions[transition as usize], inputs);
    let steps: Vec<_> = taken.chain(tried).map(resolved).collect();
    let actors: Vec<u32> = steps.iter().map(|(transition, _)| number(transition.instance)).collect();
    let shown = std::iter::once(&run.start).chain(run.steps.iter().map(|step| &step.state)).cloned().collect();
    let told = Told { shown, steps, writer };
    let property = PropertyDocument {
        id: subject.property_id.to_owned(),
        kind,
        name: subject.property_name.to_owned(),
        range: told.writer.range(subject.property_span),
        thread: actors.last().copied().unwrap_or(1),
        related: Vec::new(),
        locks: None,
    };
    TraceDocument {
        schema: SCHEMA.to_owned(),
        program: subject.path.to_owned(),
        program_hash: subject.hash.to_owned(),
        kind: ProgramKind::Integer,
        files: Vec::new(),
        threads: system.instances.len().to_string(),
        instances: system.instances.iter().map(|instance| instance.name.to_string()).collect(),
        property,
        threads_needed: system.instances.len() as u32,
        context_switches: actors.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
        guarantee: subject.guarantee.to_owned(),
        shared: told.writer.names(None).collect(),
        heap: Vec::new(),
        thread_local: Vec::new(),
        procedures: told.writer.procedures(),
        initial: told.writer.state_with(told.at(0), |instance| told.place(instance, 0)),
        steps: (0..told.steps.len()).map(|index| told.step(index)).collect(),
        schedule: None,
    }
}

/// A complete run: the next instance is known for each state.
struct Told<'a> {
    /// The state before the first step, and after each.
    shown: Vec<State>,
    /// The steps taken and, last, the one tried: each transition with its choices.
    steps: Vec<(&'a Transition, &'a Inputs)>,
    writer: &'a Writer<'a>,
}

impl Told<'_> {
    /// The state after this number of steps; there is none after a step that has no state.
    fn at(&self, steps: usize) -> &State {
        &self.shown[steps.min(self.shown.len() - 1)]
    }

    /// The span of the edge that an instance takes next, and stays at if that is only tried; if it takes none any more,
    /// of the declaration of its location.
    fn place(&self, instance: InstanceId, steps: usize) -> Span {
        let mut next = self.steps[steps.min(self.shown.len() - 1)..].iter().map(|(transition, _)| transition);
        let span = next.find(|transition| transition.instance == instance).map(|transition| transition.span);
        span.unwrap_or_else(|| self.writer.location_span(instance, self.at(steps)))
    }

    fn step(&self, index: usize) -> StepDocument {
        let (transition, inputs) = self.steps[index];
        let states = [self.at(index), self.at(index + 1)];
        let [before, behind] = [index, index + 1].map(|steps| move |instance| self.place(instance, steps));
        self.writer.step_with(transition, inputs, states, &before, &behind)
    }
}
