//! Checking what a search says, by the definitions alone.

use boolprog_explore::control::{Control, Progress};

use super::{Reason, Run, Store};
use crate::{Environment, InputBound, State, System};

/// How many successors are looked at between two polls.
const POLL_EVERY: u32 = 128;

/// Why a run is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReplayed {
    /// It does not start in an initial state.
    #[error("the run does not start in an initial state")]
    Start,
    /// Step number n, from 0, is none.
    #[error("step {0} of the run cannot be taken")]
    Step(usize),
    /// The last state does not violate the property.
    #[error("the last state of the run does not violate the property")]
    End,
}

/// Executes a run again: whether it starts in an initial state, every step can be taken as it says, and the last state
/// violates the property with this number.
pub fn replay(system: &System, run: &Run, property: usize) -> Result<(), NotReplayed> {
    if !is_initial(system, &run.start) {
        return Err(NotReplayed::Start);
    }
    let mut state = &run.start;
    for (number, step) in run.steps.iter().enumerate() {
        let taken = system.transitions.get(step.transition as usize).is_some_and(|transition| {
            let chosen = transition.choices.len() == step.inputs.len()
                && transition.choices.iter().zip(&step.inputs).all(|(choice, value)| choice.sort.contains(*value));
            chosen
                && transition.enabled(state) == Ok(true)
                && transition.fire(system, state, &step.inputs).as_ref() == Ok(&step.state)
        });
        if !taken {
            return Err(NotReplayed::Step(number));
        }
        state = &step.state;
    }
    match system.properties.get(property).map(|property| property.error.evaluate(&Environment::of(state))) {
        Some(Ok(true)) => Ok(()),
        _ => Err(NotReplayed::End),
    }
}

/// Whether a state is one of [`System::initial_states`], without going through all of them.
fn is_initial(system: &System, state: &State) -> bool {
    let value_fits = |(variable, value): (&crate::Variable, &i64)| match variable.initial {
        crate::Initial::Value(initial) => *value == initial,
        crate::Initial::Unspecified => variable.sort.contains(*value),
    };
    state.locations.len() == system.instances.len()
        && state.locations.iter().all(|location| *location == 0)
        && state.values.len() == system.variables.len()
        && system.variables.iter().zip(&state.values).all(value_fits)
        && system.initial.iter().all(|formula| formula.evaluate(&Environment::of(state)) == Ok(true))
}

/// Looks at all states of a finished search again: the initial states are among them, and all successors of each, and none
/// violates one of these properties. All is found by the definitions, [`System::initial_states`] and
/// [`System::successors`]; with the search, only the set of states is shared.
pub(super) fn verify(
    system: &System,
    store: &Store,
    inputs: InputBound,
    properties: &[usize],
    control: &dyn Control,
) -> Result<(), Reason> {
    let progress = |left: usize| Progress {
        phase: "verification",
        states: store.len() as u64,
        frontier: left as u64,
        threads: 0,
        bytes: store.bytes(),
    };
    let mut work = 0_u32;
    let mut tried = |left: usize| {
        work = work.wrapping_add(1);
        if work.is_multiple_of(POLL_EVERY) { control.poll(&progress(left)).map_err(Reason::Stopped) } else { Ok(()) }
    };
    let known = |state: &State| store.find(state).is_some();
    for start in system.initial_candidates(inputs) {
        tried(store.len())?;
        if !start.is_ok_and(|start| start.as_ref().is_none_or(known)) {
            return Err(Reason::Unverified);
        }
    }
    let mut state = system.blank_state();
    for index in 0..store.len() {
        store.read(index as u32, &mut state);
        for successor in system.successors(&state, inputs) {
            tried(store.len() - index)?;
            if !successor.state.as_ref().is_ok_and(known) {
                return Err(Reason::Unverified);
            }
        }
        tried(store.len() - index)?;
        let holds =
            |property: &usize| system.properties[*property].error.evaluate(&Environment::of(&state)) == Ok(false);
        if !properties.iter().all(holds) {
            return Err(Reason::Unverified);
        }
    }
    Ok(())
}
