//! Checking a list of states by taking every step.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{Environment, InputBound, State, System};
use rustc_hash::FxHashSet;

use super::Flaw;

/// Checks that these are all states that the system can reach, and none violates a property.
pub fn check_states(system: &System, states: &[State], control: &dyn Control) -> Result<Result<(), Flaw>, Stop> {
    let all: FxHashSet<_> = states.iter().collect();
    let bound = InputBound::default();
    let progress = Progress { phase: "checking", ..Progress::default() };
    if !system.starts_bounded() {
        return Ok(Err(Flaw::Start));
    }
    for start in system.initial_states(bound) {
        control.poll(&progress)?;
        if !start.is_ok_and(|start| start.is_none_or(|start| all.contains(&start))) {
            return Ok(Err(Flaw::Start));
        }
    }
    for state in states {
        for (property, number) in system.properties.iter().zip(0..) {
            if property.error.evaluate(&Environment::of(state)) != Ok(false) {
                return Ok(Err(Flaw::Property { property: number }));
            }
        }
        for successor in system.successors(state, bound) {
            control.poll(&progress)?;
            let transition = successor.transition;
            match successor.state {
                Err(_) => return Ok(Err(Flaw::Value { transition })),
                Ok(next) if !all.contains(&next) => return Ok(Err(Flaw::Step { transition })),
                Ok(_) if !system.transitions[transition as usize].is_bounded() => {
                    return Ok(Err(Flaw::Step { transition }));
                }
                Ok(_) => {}
            }
        }
    }
    Ok(Ok(()))
}
