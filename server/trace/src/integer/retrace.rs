//! A saved trace of an integer program after its program was edited, followed through the present one.
//!
//! What is followed is which instance takes which edge, and what the environment chooses. An edge is recognised by its text
//! or, where that has changed, by the locations that it joins; instances, locations and variables by their names. Places in
//! the text mean nothing.

use std::borrow::Cow;

use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{Environment, Initial, Inputs, Sort, State, System, Transition, Variable};
use boolprog_syntax::Span;

use crate::document::{ChoiceDocument, DocumentError, StateDocument, StepDocument, TraceDocument, Value};
use crate::export::one_line;

/// So many states are kept behind each step, if there are several ways to take it.
const MOST_STATES: usize = 64;

/// What a trace is to end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The property with this index is violated.
    Property(usize),
    /// A value does not exist.
    Value,
}

/// How far a trace can be followed. Nothing of it is executed by the definitions yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followed {
    /// To its goal, perhaps in fewer steps.
    Fails {
        /// The run.
        run: Run,
        /// What has no value at its end, if it is a transition.
        attempt: Option<(u32, Inputs)>,
    },
    /// Not to this step, from 1; 0 is the start.
    Stuck {
        /// The step.
        step: usize,
        /// Why, as a clause.
        why: String,
    },
    /// To its end, but not to its goal.
    Holds,
}

/// The present program.
#[derive(Clone, Copy, Debug)]
pub struct Present<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its comments, in textual order.
    pub comments: &'a [Span],
    /// What it means.
    pub system: &'a System,
}

/// Follows a trace through the present program. Fails if the document contradicts itself.
///
/// Complexity: steps of the trace times transitions, and more where there are several ways to take a step.
pub fn follow(document: &TraceDocument, present: Present<'_>, goal: Goal) -> Result<Followed, DocumentError> {
    let states = document.states()?;
    let start = start(document, &states[0], present.system);
    if !present.system.is_initial(&start) {
        return Ok(Followed::Stuck { step: 0, why: "the program cannot start like this any more".to_owned() });
    }
    let mut search = Search { present, goal, start: start.clone(), levels: vec![vec![Reached::start(start)]] };
    if let Some(found) = search.reached_goal() {
        return Ok(found);
    }
    for (step, number) in document.steps.iter().zip(1..) {
        let recorded = Recorded::new(document, step, (&states[number - 1], &states[number]));
        match search.advance(&recorded) {
            Ok(None) => {}
            Ok(Some(found)) => return Ok(found),
            Err(why) => return Ok(Followed::Stuck { step: number, why }),
        }
    }
    Ok(Followed::Holds)
}

/// A step as it was recorded.
struct Recorded<'a> {
    /// Its name; of a number that no instance has, what is said in its place.
    instance: Cow<'a, str>,
    text: &'a str,
    from: &'a str,
    to: &'a str,
    choices: Vec<i64>,
}

impl<'a> Recorded<'a> {
    fn new(
        document: &'a TraceDocument,
        step: &'a StepDocument,
        (before, behind): (&'a StateDocument, &'a StateDocument),
    ) -> Self {
        let place = |state: &'a StateDocument| {
            let thread = state.threads.iter().find(|thread| thread.number == step.thread);
            thread.and_then(|thread| thread.frames.last()?.location.as_deref()).unwrap_or_default()
        };
        let chosen = |choice: &ChoiceDocument| match choice {
            ChoiceDocument::Value { value, .. } | ChoiceDocument::Input { input: value } => Some(number(*value)),
            ChoiceDocument::Branch { .. } => None,
        };
        let named = (step.thread as usize).checked_sub(1).and_then(|index| document.instances.get(index));
        let nameless = || Cow::Owned(format!("instance with number {}", step.thread));
        Self {
            instance: named.map_or_else(nameless, |name| Cow::Borrowed(name.as_str())),
            text: &step.text,
            from: place(before),
            to: place(behind),
            choices: step.choices.iter().filter_map(chosen).collect(),
        }
    }
}

/// A state behind some steps, and how it was reached.
struct Reached {
    state: State,
    /// Where in the level before, and by which transition; a start has none.
    by: Option<(usize, u32, Inputs)>,
}

impl Reached {
    fn start(state: State) -> Self {
        Self { state, by: None }
    }
}

/// States behind each of the steps that were followed.
struct Search<'a> {
    present: Present<'a>,
    goal: Goal,
    start: State,
    levels: Vec<Vec<Reached>>,
}

impl Search<'_> {
    /// Takes a step in every way that is like the recorded one. Gives what is known if that ends the search; fails with a
    /// clause if it cannot be taken.
    fn advance(&mut self, recorded: &Recorded<'_>) -> Result<Option<Followed>, String> {
        let system = self.present.system;
        let candidates = self.candidates(recorded)?;
        let mut next: Vec<Reached> = Vec::new();
        let mut why = None;
        for (index, reached) in self.levels.last().into_iter().flatten().enumerate() {
            for (transition, id) in &candidates {
                let inputs = choices(transition, &recorded.choices);
                let fired = match transition.enabled(&reached.state) {
                    Ok(true) => transition.fire(system, &reached.state, &inputs),
                    Ok(false) => {
                        why.get_or_insert_with(|| self.obstacle(recorded, transition, &reached.state));
                        continue;
                    }
                    Err(undefined) => Err(undefined),
                };
                match fired {
                    Err(_) if self.goal == Goal::Value => {
                        let run = self.run(self.levels.len() - 1, index);
                        return Ok(Some(Followed::Fails { run, attempt: Some((*id, inputs)) }));
                    }
                    Err(_) => _ = why.get_or_insert_with(|| format!("a value does not exist in `{}`", recorded.text)),
                    Ok(state) if next.len() < MOST_STATES && next.iter().all(|known| known.state != state) => {
                        next.push(Reached { state, by: Some((index, *id, inputs)) });
                    }
                    Ok(_) => {}
                }
            }
        }
        if next.is_empty() {
            return Err(why.unwrap_or_default());
        }
        self.levels.push(next);
        Ok(self.reached_goal())
    }

    /// The transitions that are the recorded one: those with its text, or else those between its locations.
    fn candidates(&self, recorded: &Recorded<'_>) -> Result<Vec<(&Transition, u32)>, String> {
        let Present { text, comments, system } = self.present;
        let instances = (0..).zip(&system.instances);
        let mut named = instances.filter(|(_, instance)| instance.name.as_str() == recorded.instance).map(|(id, _)| id);
        let id: u16 = named.next().ok_or_else(|| format!("there is no {} any more", recorded.instance))?;
        let own: Vec<_> = system.transitions.iter().zip(0..).filter(|(it, _)| it.instance.0 == id).collect();
        let is_same = |(it, _): &&(&Transition, u32)| one_line(text, it.span, comments) == recorded.text;
        let mut found: Vec<_> = own.iter().filter(is_same).copied().collect();
        if found.is_empty() {
            let joins = |(it, _): &&(&Transition, u32)| {
                let name = |location| system.location(it.instance, location).name.as_str();
                // What was only tried leads nowhere.
                name(it.from) == recorded.from && (name(it.to) == recorded.to || self.goal == Goal::Value)
            };
            found = own.iter().filter(joins).copied().collect();
        }
        if found.is_empty() {
            return Err(format!("{} has no edge `{}` any more", recorded.instance, recorded.text));
        }
        Ok(found)
    }

    /// Why a transition cannot be taken, as a clause.
    fn obstacle(&self, recorded: &Recorded<'_>, transition: &Transition, state: &State) -> String {
        let Present { text, comments, system } = self.present;
        if state.locations[usize::from(transition.instance.0)] != transition.from.0 {
            let from = &system.location(transition.instance, transition.from).name;
            return format!("{} is not at `{from}` then", recorded.instance);
        }
        format!("the guard of `{}` does not hold", one_line(text, transition.span, comments))
    }

    /// What is known if one of the last states is the goal.
    fn reached_goal(&self) -> Option<Followed> {
        let properties = &self.present.system.properties;
        let is_goal = |state: &State| match self.goal {
            Goal::Property(index) => {
                properties.get(index).is_some_and(|it| it.error.evaluate(&Environment::of(state)) == Ok(true))
            }
            Goal::Value => properties.iter().any(|it| it.error.evaluate(&Environment::of(state)).is_err()),
        };
        let level = self.levels.len() - 1;
        let found = self.levels[level].iter().position(|reached| is_goal(&reached.state))?;
        Some(Followed::Fails { run: self.run(level, found), attempt: None })
    }

    /// The run to a state.
    fn run(&self, level: usize, index: usize) -> Run {
        let (mut level, mut index, mut steps) = (level, index, Vec::new());
        while let Reached { state, by: Some((parent, transition, inputs)) } = &self.levels[level][index] {
            steps.push(Step { transition: *transition, inputs: inputs.clone(), state: state.clone() });
            (level, index) = (level - 1, *parent);
        }
        steps.reverse();
        Run { start: self.start.clone(), steps }
    }
}

/// Where the present program starts, with the recorded value of each variable whose value it leaves open.
fn start(document: &TraceDocument, recorded: &StateDocument, system: &System) -> State {
    let value = |variable: &Variable| match variable.initial {
        Initial::Value(value) => value,
        Initial::Unspecified => {
            let value = recorded_value(document, recorded, system, variable).map_or(0, number);
            variable.sort.bounds().map_or(value, |(low, high)| value.clamp(low, high.max(low)))
        }
    };
    let locations = vec![0; system.instances.len()].into_boxed_slice();
    State { locations, values: system.variables.iter().map(value).collect() }
}

/// The recorded value of a variable, if there was one of its name.
fn recorded_value(
    document: &TraceDocument,
    recorded: &StateDocument,
    system: &System,
    variable: &Variable,
) -> Option<Value> {
    let Some(owner) = variable.owner else {
        let index = document.shared.iter().position(|name| *name == variable.name)?;
        return recorded.shared.get(index).copied();
    };
    let instance = &system.instance(owner).name;
    let index = document.instances.iter().position(|name| name == instance)?;
    let frame = recorded.threads.get(index)?.frames.last()?;
    let short = variable.name.strip_prefix(instance.as_str())?.strip_prefix('.')?;
    let names = &document.procedures.get(frame.procedure as usize)?.variables;
    frame.values.get(names.iter().position(|name| name == short)?).copied()
}

/// What the environment chooses: as recorded where that is possible.
fn choices(transition: &Transition, recorded: &[i64]) -> Inputs {
    let choice = |(index, sort): (usize, Sort)| {
        let value = recorded.get(index).copied().unwrap_or(0);
        sort.bounds().map_or(value, |(low, high)| value.clamp(low, high.max(low)))
    };
    transition.choices.iter().map(|it| it.sort).enumerate().map(choice).collect()
}

fn number(value: Value) -> i64 {
    match value {
        Value::Truth(value) => i64::from(value),
        Value::Number(value) => value,
    }
}
