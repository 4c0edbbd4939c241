//! States and steps of an integer program as they are saved.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_integer::{
    Choice, Formula, InputId, Inputs, InstanceId, LocationId, Sort, State, System, Term, Transition, VariableId,
};

use crate::document::{
    ChoiceDocument, FrameDocument, ProcedureDocument, RangeDocument, StateDocument, StepDocument, ThreadChange,
    ThreadDocument, Value,
};
use crate::export::one_line;
use crate::lines::Lines;

/// Writes states and steps of a system, and reads states.
#[derive(Debug)]
pub struct Writer<'a> {
    system: &'a System,
    text: &'a str,
    comments: &'a [Span],
    lines: Lines<'a>,
    /// Names of the variables, without the instance.
    names: Vec<String>,
}

impl<'a> Writer<'a> {
    /// For a system, its text, and the comments of that, in textual order. Linear in the text.
    pub fn new(system: &'a System, text: &'a str, comments: &'a [Span]) -> Self {
        let names = system.variables.iter().map(|variable| variable.short_name().to_owned()).collect();
        Self { system, text, comments, lines: Lines::of(text), names }
    }

    pub(super) fn system(&self) -> &System {
        self.system
    }

    /// A range of the text.
    pub fn range(&self, span: Span) -> RangeDocument {
        self.lines.range(span)
    }

    /// The text of a transition on one line.
    pub fn text(&self, transition: &Transition) -> String {
        self.text_of(transition.span)
    }

    /// A piece of the text on one line.
    pub fn text_of(&self, span: Span) -> String {
        one_line(self.text, span, self.comments)
    }

    /// A state whose next instance is unknown: every instance is shown at the declaration of its location.
    pub fn state(&self, state: &State) -> StateDocument {
        self.state_with(state, |instance| self.location_span(instance, state))
    }

    pub(super) fn state_with(&self, state: &State, place: impl Fn(InstanceId) -> Span) -> StateDocument {
        StateDocument {
            shared: self.values(None, state).collect(),
            atomic: None,
            threads: self.threads(state, &place).map(Arc::new).collect(),
        }
    }

    /// A step between two states, after which every instance stands at the declaration of its location.
    pub fn step(&self, transition: &Transition, inputs: &Inputs, before: &State, behind: &State) -> StepDocument {
        let places = [before, behind].map(|state| move |instance| self.location_span(instance, state));
        self.step_with(transition, inputs, [before, behind], &places[0], &places[1])
    }

    /// A step between two states, with the instances at these places.
    pub(super) fn step_with(
        &self,
        transition: &Transition,
        inputs: &Inputs,
        [before, behind]: [&State; 2],
        place_before: &dyn Fn(InstanceId) -> Span,
        place_behind: &dyn Fn(InstanceId) -> Span,
    ) -> StepDocument {
        let shared = (0..).zip(self.values(None, before).zip(self.values(None, behind)));
        let threads = self.threads(before, place_before).zip(self.threads(behind, place_behind));
        StepDocument {
            thread: number(transition.instance),
            range: self.range(transition.span),
            text: self.text(transition),
            shared: shared.filter(|(_, (old, new))| old != new).map(|(index, (_, new))| (index, new)).collect(),
            atomic: None,
            threads: threads.filter(|(old, new)| old != new).map(|(_, new)| ThreadChange::to(&new)).collect(),
            accesses: Vec::new(),
            begins: false,
            woken: Vec::new(),
            blocked: Vec::new(),
            created: None,
            ended: None,
            joined: None,
            fresh: Vec::new(),
            choices: self.choices(transition, inputs),
        }
    }

    /// The state that a document describes; `None` if it is one of another program.
    pub fn read(&self, state: &StateDocument) -> Option<State> {
        let System { variables, instances, .. } = self.system;
        if state.threads.len() != instances.len() {
            return None;
        }
        let mut read = State { locations: vec![0; instances.len()].into(), values: vec![0; variables.len()].into() };
        self.read_values(None, &state.shared, &mut read)?;
        for (thread, instance) in state.threads.iter().zip((0..).map(InstanceId)) {
            let frame = thread.frames.first()?;
            if thread.number != number(instance) {
                return None;
            }
            let locations = &self.system.process_of(instance).locations;
            let location = locations.iter().position(|it| Some(it.name.as_str()) == frame.location.as_deref())?;
            read.locations[usize::from(instance.0)] = location as u16;
            self.read_values(Some(instance), &frame.values, &mut read)?;
        }
        Some(read)
    }

    fn read_values(&self, owner: Option<InstanceId>, values: &[Value], into: &mut State) -> Option<()> {
        let variables: Vec<VariableId> = self.variables(owner).collect();
        if variables.len() != values.len() {
            return None;
        }
        for (variable, value) in variables.into_iter().zip(values) {
            into.values[variable.0 as usize] = match (self.system.variable(variable).sort, value) {
                (Sort::Boolean, Value::Truth(value)) => i64::from(*value),
                (Sort::Integer | Sort::Range(..), Value::Number(value)) => *value,
                _ => return None,
            };
        }
        Some(())
    }

    /// The variables of an instance, or those that are shared.
    fn variables(&self, owner: Option<InstanceId>) -> impl Iterator<Item = VariableId> {
        let variables = self.system.variables.iter().zip(0..);
        variables.filter(move |(variable, _)| variable.owner == owner).map(|(_, index)| VariableId(index))
    }

    /// Their names, without the instance.
    pub(super) fn names(&self, owner: Option<InstanceId>) -> impl Iterator<Item = String> {
        self.variables(owner).map(|variable| self.name(variable).to_owned())
    }

    fn name(&self, variable: VariableId) -> &str {
        &self.names[variable.0 as usize]
    }

    /// The processes.
    pub(super) fn procedures(&self) -> Vec<ProcedureDocument> {
        (0..self.system.processes.len()).map(|process| self.procedure(process)).collect()
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

    fn threads<'s>(
        &'s self,
        state: &'s State,
        place: &'s dyn Fn(InstanceId) -> Span,
    ) -> impl Iterator<Item = ThreadDocument> + 's {
        let instances = (0..self.system.instances.len()).map(|index| InstanceId(index as u16));
        instances.map(move |instance| self.thread(instance, state, place(instance)))
    }

    fn thread(&self, instance: InstanceId, state: &State, place: Span) -> ThreadDocument {
        let location = LocationId(state.locations[usize::from(instance.0)]);
        let frame = FrameDocument {
            procedure: self.system.instance(instance).process.into(),
            range: self.range(place),
            location: Some(self.system.location(instance, location).name.to_string()),
            values: self.values(Some(instance), state).collect(),
        };
        ThreadDocument { number: number(instance), thread_local: Vec::new(), frames: [frame].into_iter().collect() }
    }

    fn values(&self, owner: Option<InstanceId>, state: &State) -> impl Iterator<Item = Value> {
        self.variables(owner).map(|variable| self.value(variable, state.values[variable.0 as usize]))
    }

    fn value(&self, variable: VariableId, at: i64) -> Value {
        value(self.system.variable(variable).sort, at)
    }

    /// The declaration of the location where an instance is.
    pub(super) fn location_span(&self, instance: InstanceId, state: &State) -> Span {
        let location = LocationId(state.locations[usize::from(instance.0)]);
        self.system.location(instance, location).span
    }

    /// The choices of the environment, in textual order: the value of a variable that is assigned a choice, or part of
    /// others.
    fn choices(&self, transition: &Transition, inputs: &Inputs) -> Vec<ChoiceDocument> {
        let receiver = |input: InputId| {
            let terms = transition.update.terms.iter().filter(|(_, term)| **term == Term::Input(input));
            let formulas = transition.update.formulas.iter().filter(|(_, formula)| **formula == Formula::Input(input));
            terms.map(|(variable, _)| *variable).chain(formulas.map(|(variable, _)| *variable)).next()
        };
        let chosen = |(index, (choice, input)): (u16, (&Choice, &i64))| match receiver(InputId(index)) {
            Some(variable) => ChoiceDocument::Value {
                variable: self.name(variable).to_owned(),
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
pub(super) fn number(instance: InstanceId) -> u32 {
    u32::from(instance.0) + 1
}
