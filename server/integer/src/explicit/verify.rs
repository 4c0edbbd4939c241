//! Checks of the results of a search, by the definitions alone.

use boolprog_base::control::{Control, Progress};

use super::{Fault, Reason, Run, Store};
use crate::{Environment, InputBound, State, System, Transition, Undefined};

/// The number of successors visited between two polls.
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
    /// The last state does not violate the property, or everything has a value there.
    #[error("the last state of the run does not violate the property")]
    End,
}

/// Executes a run again: whether it starts in an initial state, every step can be taken as it says, and the last state
/// violates the property with this number.
pub fn replay(system: &System, run: &Run, property: usize) -> Result<(), NotReplayed> {
    let end = execute(system, run)?;
    match system.properties.get(property).map(|property| property.error.evaluate(&Environment::of(end))) {
        Some(Ok(true)) => Ok(()),
        _ => Err(NotReplayed::End),
    }
}

/// Re-executes a run that ends in a missing value: checks that its steps are possible, and that the transition tried,
/// or else a property in the last state, has no value for this reason.
pub fn replay_fault(system: &System, fault: &Fault) -> Result<(), NotReplayed> {
    let end = execute(system, &fault.run)?;
    let is_without_value = if let Some((transition, inputs)) = &fault.transition {
        let transition = system.transitions.get(*transition as usize);
        transition.and_then(|transition| undefined(system, transition, end, inputs)) == Some(fault.undefined)
    } else {
        let properties = system.properties.iter();
        properties.map(|property| property.error.evaluate(&Environment::of(end))).any(|v| v == Err(fault.undefined))
    };
    if is_without_value { Ok(()) } else { Err(NotReplayed::End) }
}

/// Why a transition that is tried in a state has no value there, if it has none.
fn undefined(system: &System, transition: &Transition, state: &State, inputs: &[i64]) -> Option<Undefined> {
    match transition.enabled(state) {
        Ok(true) if is_choice(transition, inputs) => transition.fire(system, state, inputs).err(),
        Ok(_) => None,
        Err(undefined) => Some(undefined),
    }
}

/// `true` if these are possible values for the choices of a transition.
fn is_choice(transition: &Transition, inputs: &[i64]) -> bool {
    transition.choices.len() == inputs.len()
        && transition.choices.iter().zip(inputs).all(|(choice, value)| choice.sort.contains(*value))
}

/// The last state of a run that starts in an initial state and can be taken as it says.
fn execute<'r>(system: &System, run: &'r Run) -> Result<&'r State, NotReplayed> {
    if !system.is_initial(&run.start) {
        return Err(NotReplayed::Start);
    }
    let mut state = &run.start;
    for (number, step) in run.steps.iter().enumerate() {
        let taken = system.transitions.get(step.transition as usize).is_some_and(|transition| {
            is_choice(transition, &step.inputs)
                && transition.enabled(state) == Ok(true)
                && transition.fire(system, state, &step.inputs).as_ref() == Ok(&step.state)
        });
        if !taken {
            return Err(NotReplayed::Step(number));
        }
        state = &step.state;
    }
    Ok(state)
}

/// Checks all states of a finished search: they include the initial states and all successors of each, and none
/// violates one of these properties. This follows the definitions, [`System::initial_states`] and
/// [`System::successors`], and shares only the set of states with the search. Each state is visited with each of its
/// transitions.
pub(super) fn verify(
    system: &System,
    (store, inputs): (&Store, InputBound),
    properties: &[usize],
    control: &dyn Control,
    show: &mut dyn FnMut(&State, &[u32]),
) -> Result<(), Reason> {
    let progress = |left: usize| Progress {
        phase: "verification",
        states: store.len() as u64,
        frontier: left as u64,
        threads: 0,
        bytes: store.bytes(),
        ..Progress::default()
    };
    let mut work = 0_u32;
    let mut tried = |left: usize| {
        work = work.wrapping_add(1);
        if work.is_multiple_of(POLL_EVERY) { control.poll(&progress(left)).map_err(Reason::Stopped) } else { Ok(()) }
    };
    let known = |state: &State| store.find(state).is_some();
    for start in system.initial_states(inputs) {
        tried(store.len())?;
        if !start.is_ok_and(|start| start.as_ref().is_none_or(known)) {
            return Err(Reason::Unverified);
        }
    }
    let (mut state, mut taken) = (system.blank_state(), Vec::new());
    for index in 0..store.len() {
        store.read(index as u32, &mut state);
        taken.clear();
        for successor in system.successors(&state, inputs) {
            tried(store.len() - index)?;
            if !successor.state.as_ref().is_ok_and(known) {
                return Err(Reason::Unverified);
            }
            if taken.last() != Some(&successor.transition) {
                taken.push(successor.transition);
            }
        }
        show(&state, &taken);
        tried(store.len() - index)?;
        let holds =
            |property: &usize| system.properties[*property].error.evaluate(&Environment::of(&state)) == Ok(false);
        if !properties.iter().all(holds) {
            return Err(Reason::Unverified);
        }
    }
    Ok(())
}
