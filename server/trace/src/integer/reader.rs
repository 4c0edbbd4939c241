//! Recorded runs of integer programs, read again as runs of a system.

use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{Inputs, State, Transition};

use super::Writer;
use super::writer::number;
use crate::document::{ChoiceDocument, StateDocument, StepDocument, TraceDocument, Value};

/// A run as it was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedRun {
    /// Run that the trace describes.
    pub run: Run,
    /// The transition that has no state after it, with its choices, if the recording ends with one.
    pub attempt: Option<(u32, Inputs)>,
}

impl Writer<'_> {
    /// Reads the run of a document. Ranges and texts mean nothing: a step is the first transition of its instance that leads
    /// with the recorded choices from the recorded state to the next one. Whether anything is violated at the end is not
    /// looked at. Fails with a clause if the document contradicts itself, or is not a run of the system.
    ///
    /// Complexity: steps times transitions.
    pub fn read_run(&self, document: &TraceDocument) -> Result<RecordedRun, String> {
        if !self.system().instances.iter().map(|instance| instance.name.as_str()).eq(&document.instances) {
            return Err("it has other processes".to_owned());
        }
        let states = document.states().map_err(|problem| problem.to_string())?;
        let read = |(index, state): (usize, &StateDocument)| {
            let state = self.read(state);
            state.ok_or_else(|| format!("the state after step {index} has other variables or locations"))
        };
        let states: Vec<State> = states.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        if !self.system().is_initial(&states[0]) {
            return Err("it does not start like this".to_owned());
        }
        let mut run = Run { start: states[0].clone(), steps: Vec::with_capacity(document.steps.len()) };
        for (index, step) in document.steps.iter().enumerate() {
            let (before, after) = (&states[index], &states[index + 1]);
            if let Some((transition, inputs)) = self.transition(step, before, Some(after)) {
                run.steps.push(Step { transition, inputs, state: after.clone() });
                continue;
            }
            let is_last = index + 1 == document.steps.len();
            let attempt = if is_last && before == after { self.transition(step, before, None) } else { None };
            let impossible = || format!("step {} is impossible", index + 1);
            return Ok(RecordedRun { run, attempt: Some(attempt.ok_or_else(impossible)?) });
        }
        Ok(RecordedRun { run, attempt: None })
    }

    /// The first transition that matches a recorded step, with its choices: one that leads to the next state or,
    /// without one, one with a missing value.
    fn transition(&self, step: &StepDocument, before: &State, after: Option<&State>) -> Option<(u32, Inputs)> {
        let inputs = chosen(step);
        let is_it = |(transition, _): &(&Transition, u32)| {
            number(transition.instance) == step.thread
                && match transition.enabled(before) {
                    Ok(true) if is_offered(transition, &inputs) => {
                        transition.fire(self.system(), before, &inputs).ok().as_ref() == after
                    }
                    Ok(_) => false,
                    Err(_) => after.is_none(),
                }
        };
        let (_, id) = self.system().transitions.iter().zip(0..).find(is_it)?;
        Some((id, inputs))
    }
}

/// `true` if these are possible values for the choices of a transition.
fn is_offered(transition: &Transition, inputs: &[i64]) -> bool {
    let choices = &transition.choices;
    choices.len() == inputs.len() && choices.iter().zip(inputs).all(|(choice, input)| choice.sort.contains(*input))
}

/// The choices of the environment in a step.
fn chosen(step: &StepDocument) -> Inputs {
    let mut inputs = Inputs::new();
    for choice in &step.choices {
        match choice {
            ChoiceDocument::Value { value, .. } | ChoiceDocument::Input { input: value } => inputs.push(match value {
                Value::Truth(value) => i64::from(*value),
                Value::Number(value) => *value,
            }),
            ChoiceDocument::Branch { .. } => {}
        }
    }
    inputs
}
