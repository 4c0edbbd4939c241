//! A counterexample of a Boolean program beside the integer program: the same steps on integers, as far as they go.

use boolprog_abstraction::newton::{Feasibility, Path, feasibility};
use boolprog_base::control::Control;
use boolprog_certificate::boolean::Printed;
use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{Formula, Sort, State, System, Variable};
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;

use super::round::{Followed, followed};
use super::{Model, template_of};

/// The states of the integer program along a counterexample of its Boolean program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The variables and their values at the start.
    pub start: Vec<(String, String)>,
    /// The steps that the integer program takes, too.
    pub steps: Vec<BesideStep>,
    /// The step at which the two part; none if the integer program has the whole counterexample.
    pub parts: Option<Parting>,
}

/// A step of both programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BesideStep {
    /// Its number in the counterexample, from 1.
    pub number: u32,
    /// The line of its edge in the integer program, from 1.
    pub line: u32,
    /// The variables and their values after it.
    pub values: Vec<(String, String)>,
}

/// A step that the integer program does not take, or the end where it violates nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// Number of the step in the counterexample, from 1.
    pub number: u32,
    /// The condition that does not hold there.
    pub why: String,
}

/// Follows a counterexample of this Boolean program of the model, with two questions to the prover at most besides those for
/// the reason. Fails with a sentence.
pub fn beside(
    model: &Model,
    any: bool,
    (printed, trace): (&Printed, &TraceDocument),
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Beside, String> {
    let all: Vec<usize> = (0..model.system.properties.len()).collect();
    let template = template_of(model, any, &all).map_err(|why| why.to_string())?;
    let followed = followed(model, &template, &all, printed, trace)?;
    let Followed { model, lifted, transitions, condition, end } = &followed;
    let system = &*model.system;
    let mut ask = |transitions, end, attempt| {
        let answer = feasibility(Path { system, transitions, end, attempt }, prover, control);
        answer.map(|(answer, _)| answer).map_err(|stop| stop.to_string())
    };
    let spurious = match ask(transitions, condition, end.attempt())? {
        Feasibility::Feasible(run, _) => return told(model, &lifted.numbers, &run, None),
        Feasibility::Unknown(why) => return Err(why),
        Feasibility::Spurious(spurious) => spurious,
    };
    let taken = &transitions[..spurious.step.saturating_sub(1).min(transitions.len())];
    let number = lifted.numbers.get(taken.len()).copied().unwrap_or(trace.steps.len() as u32);
    let why = spurious.core.last().map(|statement| statement.text.clone()).unwrap_or_default();
    match ask(taken, &Formula::Constant(true), None)? {
        Feasibility::Feasible(run, _) => told(model, &lifted.numbers, &run, Some(Parting { number, why })),
        Feasibility::Spurious(_) => Err("the beginning of the counterexample is spurious, too".to_owned()),
        Feasibility::Unknown(why) => Err(why),
    }
}

/// The meaning of a run that was executed.
fn told(model: &Model, numbers: &[u32], run: &Run, parts: Option<Parting>) -> Result<Beside, String> {
    let system = &*model.system;
    if !is_run(system, run) {
        return Err("the steps could not be executed on integers of 64 bits".to_owned());
    }
    let line = |offset: u32| {
        let before = model.text.as_bytes().iter().take(offset as usize);
        before.filter(|byte| **byte == b'\n').count() as u32 + 1
    };
    let step = |(number, step): (&u32, &Step)| BesideStep {
        number: *number,
        line: line(system.transitions[step.transition as usize].span.start),
        values: values(system, &step.state),
    };
    let steps = numbers.iter().zip(&run.steps).map(step).collect();
    Ok(Beside { start: values(system, &run.start), steps, parts })
}

/// `true` if a run starts as the system does, and each step can be taken and leads where it says.
fn is_run(system: &System, run: &Run) -> bool {
    let mut state = &run.start;
    system.is_initial(state)
        && run.steps.iter().all(|step| {
            let transition = &system.transitions[step.transition as usize];
            let before = std::mem::replace(&mut state, &step.state);
            transition.enabled(before) == Ok(true)
                && transition.fire(system, before, &step.inputs).as_ref() == Ok(&step.state)
        })
}

/// The variables of a state with their values, as the language writes them.
fn values(system: &System, state: &State) -> Vec<(String, String)> {
    let named = system.variables.iter().zip(&state.values);
    let written = |(variable, value): (&Variable, &i64)| {
        let value = if variable.sort == Sort::Boolean { (*value != 0).to_string() } else { value.to_string() };
        (variable.name.to_string(), value)
    };
    named.map(written).collect()
}
