//! Runs of integer programs as saved traces: an instance is a thread, its process a procedure.

use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{
    Formula, InputId, InstanceId, Property, PropertyKind, Sort, State, System, Term, Transition, VariableId,
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
    /// What is known about the length of the run, as a sentence.
    pub guarantee: &'a str,
}

/// The document of a run that violates `property`. The run must be one of the system:
/// [`replay`](boolprog_integer::explicit::replay) says so.
pub fn document(system: &System, run: &Run, property: &Property, subject: &IntegerSubject<'_>) -> TraceDocument {
    let writer = Writer { system, run, subject, lines: Lines::of(subject.text) };
    let steps = run.steps.iter().enumerate();
    let actors: Vec<u32> = run.steps.iter().map(|step| number(writer.transition(step).instance)).collect();
    TraceDocument {
        schema: SCHEMA.to_owned(),
        program: subject.path.to_owned(),
        program_hash: program_hash(subject.text),
        threads: system.instances.len().to_string(),
        property: writer.property(property, actors.last().copied().unwrap_or(1)),
        threads_needed: system.instances.len() as u32,
        context_switches: actors.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
        guarantee: subject.guarantee.to_owned(),
        shared: writer.names(None).collect(),
        thread_local: Vec::new(),
        procedures: (0..system.processes.len()).map(|process| writer.procedure(process)).collect(),
        initial: writer.state(0),
        steps: steps.map(|(index, step)| writer.step(index, step)).collect(),
    }
}

/// Writes the states and steps of a run.
struct Writer<'a> {
    system: &'a System,
    run: &'a Run,
    subject: &'a IntegerSubject<'a>,
    lines: Lines<'a>,
}

impl Writer<'_> {
    fn transition(&self, step: &Step) -> &Transition {
        &self.system.transitions[step.transition as usize]
    }

    fn property(&self, property: &Property, thread: u32) -> PropertyDocument {
        let kind = match property.kind {
            PropertyKind::Error => "error",
            PropertyKind::Invariant => "invariant",
        };
        PropertyDocument {
            id: self.subject.property_id.to_owned(),
            kind: kind.to_owned(),
            name: property.name.to_string(),
            range: self.lines.range(property.span),
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

    /// The state behind so many steps.
    fn at(&self, steps: usize) -> &State {
        steps.checked_sub(1).map_or(&self.run.start, |last| &self.run.steps[last].state)
    }

    fn state(&self, steps: usize) -> StateDocument {
        StateDocument {
            shared: self.values(None, self.at(steps)).collect(),
            atomic: None,
            threads: self.threads(steps).collect(),
        }
    }

    fn threads(&self, steps: usize) -> impl Iterator<Item = ThreadDocument> {
        (0..self.system.instances.len()).map(move |index| self.thread(InstanceId(index as u16), steps))
    }

    fn thread(&self, instance: InstanceId, steps: usize) -> ThreadDocument {
        let frame = FrameDocument {
            procedure: self.system.instance(instance).process.into(),
            range: self.place(instance, steps),
            values: self.values(Some(instance), self.at(steps)).collect(),
        };
        ThreadDocument { number: number(instance), thread_local: Vec::new(), frames: vec![frame] }
    }

    fn values(&self, owner: Option<InstanceId>, state: &State) -> impl Iterator<Item = Value> {
        self.variables(owner).map(|variable| self.value(variable, state.values[variable.0 as usize]))
    }

    fn value(&self, variable: VariableId, value: i64) -> Value {
        match self.system.variable(variable).sort {
            Sort::Boolean => Value::Truth(value != 0),
            Sort::Integer | Sort::Range(..) => Value::Number(value),
        }
    }

    /// The edge that an instance takes next; where it takes none any more, the declaration of its location.
    fn place(&self, instance: InstanceId, steps: usize) -> RangeDocument {
        let next = self.run.steps[steps..].iter().map(|step| self.transition(step));
        let span =
            next.into_iter().find(|transition| transition.instance == instance).map(|transition| transition.span);
        let location = boolprog_integer::LocationId(self.at(steps).locations[usize::from(instance.0)]);
        self.lines.range(span.unwrap_or_else(|| self.system.location(instance, location).span))
    }

    fn step(&self, index: usize, step: &Step) -> StepDocument {
        let transition = self.transition(step);
        let (before, behind) = (self.at(index), self.at(index + 1));
        let shared = (0..).zip(self.values(None, before).zip(self.values(None, behind)));
        let threads = self.threads(index).zip(self.threads(index + 1));
        StepDocument {
            thread: number(transition.instance),
            range: self.lines.range(transition.span),
            text: one_line(self.subject.text, transition.span, self.subject.comments),
            shared: shared.filter(|(_, (old, new))| old != new).map(|(index, (_, new))| (index, new)).collect(),
            atomic: None,
            threads: threads.filter(|(old, new)| old != new).map(|(_, new)| new).collect(),
            created: None,
            ended: None,
            choices: self.choices(transition, step),
        }
    }

    /// The choices that a variable gets as they are.
    fn choices(&self, transition: &Transition, step: &Step) -> Vec<ChoiceDocument> {
        let terms = transition.update.terms.iter().filter_map(|(variable, term)| match term {
            Term::Input(input) => Some((*variable, *input)),
            _ => None,
        });
        let formulas = transition.update.formulas.iter().filter_map(|(variable, formula)| match formula {
            Formula::Input(input) => Some((*variable, *input)),
            _ => None,
        });
        let chosen = |(variable, InputId(input)): (VariableId, InputId)| {
            Some(ChoiceDocument::Value {
                variable: self.short_name(variable).to_owned(),
                thread: self.system.variable(variable).owner.map(number),
                value: self.value(variable, *step.inputs.get(usize::from(input))?),
            })
        };
        terms.chain(formulas).filter_map(chosen).collect()
    }
}

/// Threads count from 1.
fn number(instance: InstanceId) -> u32 {
    u32::from(instance.0) + 1
}
