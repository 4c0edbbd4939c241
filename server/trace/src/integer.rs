//! Runs of integer programs as saved traces: an instance is a thread, its process a procedure.

pub mod retrace;

use std::sync::Arc;

use boolprog_integer::explicit::Run;
use boolprog_integer::{
    Choice, Formula, InputId, Inputs, InstanceId, LocationId, Sort, State, System, Term, Transition, VariableId,
};
use boolprog_syntax::Span;

use crate::document::{
    ChoiceDocument, FrameDocument, ProcedureDocument, PropertyDocument, RangeDocument, SCHEMA, StateDocument,
    StepDocument, ThreadDocument, TraceDocument, Value, program_hash,
};
use crate::export::one_line;
use crate::lines::Lines;

/// What a document says beyond the run itself.
#[derive(Clone, Copy, Debug)]
pub struct IntegerSubject<'a> {
    /// The text of the program.
    pub text: &'a str,
    /// Its comments, in textual order.
    pub comments: &'a [Span],
    /// Its path as it was given.
    pub path: &'a str,
    /// Stable id of the property.
    pub property_id: &'a str,
    /// `error`, `invariant` or `value`.
    pub property_kind: &'a str,
    /// Its name or, of a value that does not exist, why it does not.
    pub property_name: &'a str,
    /// What an editor underlines for it.
    pub property_span: Span,
    /// What is known about the length of the run, as a sentence.
    pub guarantee: &'a str,
}

/// The document of a run, and then of a transition with its choices that has no state behind it, if there is one. Both
/// must be possible: [`replay`](boolprog_integer::explicit::replay) and
/// [`replay_fault`](boolprog_integer::explicit::replay_fault) say so.
pub fn document(
    system: &System,
    run: &Run,
    attempt: Option<&(u32, Inputs)>,
    subject: &IntegerSubject<'_>,
) -> TraceDocument {
    let taken = run.steps.iter().map(|step| (step.transition, &step.inputs));
    let tried = attempt.map(|(transition, inputs)| (*transition, inputs));
    let resolved = |(transition, inputs)| (&system.transitions[transition as usize], inputs);
    let steps: Vec<_> = taken.chain(tried).map(resolved).collect();
    let actors: Vec<u32> = steps.iter().map(|(transition, _)| number(transition.instance)).collect();
    let writer = Writer { system, run, steps, subject, lines: Lines::of(subject.text) };
    TraceDocument {
        schema: SCHEMA.to_owned(),
        program: subject.path.to_owned(),
        program_hash: program_hash(subject.text),
        threads: system.instances.len().to_string(),
        instances: system.instances.iter().map(|instance| instance.name.to_string()).collect(),
        property: writer.property(actors.last().copied().unwrap_or(1)),
        threads_needed: system.instances.len() as u32,
        context_switches: actors.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
        guarantee: subject.guarantee.to_owned(),
        shared: writer.names(None).collect(),
        thread_local: Vec::new(),
        procedures: (0..system.processes.len()).map(|process| writer.procedure(process)).collect(),
        initial: writer.state(0),
        steps: (0..writer.steps.len()).map(|index| writer.step(index)).collect(),
    }
}

/// Writes the states and steps of a run.
struct Writer<'a> {
    system: &'a System,
    run: &'a Run,
    /// What is taken and, last, what is tried: each transition with its choices.
    steps: Vec<(&'a Transition, &'a Inputs)>,
    subject: &'a IntegerSubject<'a>,
    lines: Lines<'a>,
}

impl Writer<'_> {
    fn property(&self, thread: u32) -> PropertyDocument {
        PropertyDocument {
            id: self.subject.property_id.to_owned(),
            kind: self.subject.property_kind.to_owned(),
            name: self.subject.property_name.to_owned(),
            range: self.lines.range(self.subject.property_span),
            thread,
        }
    }

    /// The variables of an instance, or those that are shared.
    fn variables(&self, owner: Option<InstanceId>) -> impl Iterator<Item = VariableId> {
        let variables = self.system.variables.iter().zip(0..);
        variables.filter(move |(variable, _)| variable.owner == owner).map(|(_, index)| VariableId(index))
    }

    /// How the declarations call them: without the instance.
    fn names(&self, owner: Option<InstanceId>) -> impl Iterator<Item = String> {
        self.variables(owner).map(|variable| self.short_name(variable).to_owned())
    }

    fn short_name(&self, variable: VariableId) -> &str {
        let name = self.system.variable(variable).name.as_str();
        name.rsplit_once('.').map_or(name, |(_, name)| name)
    }

    fn procedure(&self, process: usize) -> ProcedureDocument {
        let instances = self.system.instances.iter().zip(0..);
        let first = instances.into_iter().find(|(instance, _)| usize::from(instance.process) == process);
        ProcedureDocument {
            name: self.system.processes[process].name.to_string(),
            variables: first.map_or_else(Vec::new, |(_, index)| self.names(Some(InstanceId(index))).collect()),
            labels: Vec::new(),
        }
    }

    /// The state behind so many steps; there is none behind what is only tried.
    fn at(&self, steps: usize) -> &State {
        let last = steps.min(self.run.steps.len()).checked_sub(1);
        last.map_or(&self.run.start, |last| &self.run.steps[last].state)
    }

    fn state(&self, steps: usize) -> StateDocument {
        StateDocument {
            shared: self.values(None, self.at(steps)).collect(),
            atomic: None,
            threads: self.threads(steps).map(Arc::new).collect(),
        }
    }

    fn threads(&self, steps: usize) -> impl Iterator<Item = ThreadDocument> {
        (0..self.system.instances.len()).map(move |index| self.thread(InstanceId(index as u16), steps))
    }

    fn thread(&self, instance: InstanceId, steps: usize) -> ThreadDocument {
        let frame = FrameDocument {
            procedure: self.system.instance(instance).process.into(),
            range: self.place(instance, steps),
            location: Some(self.system.location(instance, self.location(instance, steps)).name.to_string()),
            values: self.values(Some(instance), self.at(steps)).collect(),
        };
        ThreadDocument { number: number(instance), thread_local: Vec::new(), frames: vec![frame] }
    }

    fn values(&self, owner: Option<InstanceId>, state: &State) -> impl Iterator<Item = Value> {
        self.variables(owner).map(|variable| self.value(variable, state.values[variable.0 as usize]))
    }

    fn value(&self, variable: VariableId, at: i64) -> Value {
        value(self.system.variable(variable).sort, at)
    }

    fn location(&self, instance: InstanceId, steps: usize) -> LocationId {
        LocationId(self.at(steps).locations[usize::from(instance.0)])
    }

    /// The edge that an instance takes next, and goes on standing at if that is only tried; where it takes none any more,
    /// the declaration of its location.
    fn place(&self, instance: InstanceId, steps: usize) -> RangeDocument {
        let mut next = self.steps[steps.min(self.run.steps.len())..].iter().map(|(transition, _)| transition);
        let span = next.find(|transition| transition.instance == instance).map(|transition| transition.span);
        let location = self.location(instance, steps);
        self.lines.range(span.unwrap_or_else(|| self.system.location(instance, location).span))
    }

    fn step(&self, index: usize) -> StepDocument {
        let (transition, inputs) = self.steps[index];
        let (before, behind) = (self.at(index), self.at(index + 1));
        let shared = (0..).zip(self.values(None, before).zip(self.values(None, behind)));
        let threads = self.threads(index).zip(self.threads(index + 1));
        StepDocument {
            thread: number(transition.instance),
            range: self.lines.range(transition.span),
            text: one_line(self.subject.text, transition.span, self.subject.comments),
            shared: shared.filter(|(_, (old, new))| old != new).map(|(index, (_, new))| (index, new)).collect(),
            atomic: None,
            threads: threads.filter(|(old, new)| old != new).map(|(_, new)| Arc::new(new)).collect(),
            created: None,
            ended: None,
            choices: self.choices(transition, inputs),
        }
    }

    /// What the environment chose, in textual order: the value of a variable that gets it as it is, or part of others.
    fn choices(&self, transition: &Transition, inputs: &Inputs) -> Vec<ChoiceDocument> {
        let receiver = |input: InputId| {
            let terms = transition.update.terms.iter().filter(|(_, term)| **term == Term::Input(input));
            let formulas = transition.update.formulas.iter().filter(|(_, formula)| **formula == Formula::Input(input));
            terms.map(|(variable, _)| *variable).chain(formulas.map(|(variable, _)| *variable)).next()
        };
        let chosen = |(index, (choice, input)): (u16, (&Choice, &i64))| match receiver(InputId(index)) {
            Some(variable) => ChoiceDocument::Value {
                variable: self.short_name(variable).to_owned(),
                thread: self.system.variable(variable).owner.map(number),
                value: self.value(variable, *input),
            },
            None => ChoiceDocument::Input { input: value(choice.sort, *input) },
        };
        (0..).zip(transition.choices.iter().zip(inputs)).map(chosen).collect()
    }
}

fn value(sort: Sort, value: i64) -> Value {
    match sort {
        Sort::Boolean => Value::Truth(value != 0),
        Sort::Integer | Sort::Range(..) => Value::Number(value),
    }
}

/// Threads count from 1.
fn number(instance: InstanceId) -> u32 {
    u32::from(instance.0) + 1
}
