//! Recorded runs of integer programs, read again as runs of a system.

use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{Inputs, State, Transition};

use super::Writer;
use super::writer::number;
use crate::document::{ChoiceDocument, StateDocument, StepDocument, TraceDocument};

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
    /// with the recorded choices from the recorded state to the next one. A violation at the end is not examined. Fails with
    /// a clause if the document contradicts itself, or is not a run of the system.
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
            let shown = [&states[index], &states[index + 1]];
            let before = run.steps.last().map_or(&run.start, |step| &step.state);
            if let Some(step) = self.taken(step, before, shown) {
                run.steps.push(step);
                continue;
            }
            let is_last = index + 1 == document.steps.len();
            let attempt = if is_last && shown[0] == shown[1] { self.tried(step, before) } else { None };
            let impossible = || format!("step {} is impossible", index + 1);
            return Ok(RecordedRun { run, attempt: Some(attempt.ok_or_else(impossible)?) });
        }
        Ok(RecordedRun { run, attempt: None })
    }

    /// The first transition that matches a recorded step between two states as they are shown, with its choices.
    fn taken(&self, step: &StepDocument, before: &State, shown: [&State; 2]) -> Option<Step> {
        let inputs = chosen(step);
        let (transition, state) = self.candidates(step).find_map(|(transition, id)| {
            let is_possible = transition.enabled(before) == Ok(true) && is_offered(transition, &inputs);
            let state = is_possible.then(|| transition.fire(self.system(), before, &inputs).ok()).flatten()?;
            (state == *shown[1]).then_some((id, state))
        })?;
        Some(Step { transition, inputs, state })
    }

    /// The first transition that matches a recorded step and has no state after it, with its choices.
    fn tried(&self, step: &StepDocument, before: &State) -> Option<(u32, Inputs)> {
        let inputs = chosen(step);
        let fails = |transition: &Transition| match transition.enabled(before) {
            Ok(true) if is_offered(transition, &inputs) => transition.fire(self.system(), before, &inputs).is_err(),
            Ok(_) => false,
            Err(_) => true,
        };
        let (_, id) = self.candidates(step).find(|(transition, _)| fails(transition))?;
        Some((id, inputs))
    }

    /// The transitions of the instance of a step, with their numbers.
    fn candidates(&self, step: &StepDocument) -> impl Iterator<Item = (&Transition, u32)> {
        let thread = step.thread;
        self.system().transitions.iter().zip(0..).filter(move |(it, _)| number(it.instance) == thread)
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
            ChoiceDocument::Value { value, .. } | ChoiceDocument::Input { input: value } => {
                inputs.extend(value.integer());
            }
            ChoiceDocument::Branch { .. } => {}
        }
    }
    inputs
}
