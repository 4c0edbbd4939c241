//! Check of the orbits of a finished search.

use boolprog_base::control::Control;

use super::{POLL_EVERY, Room, Steps, progress};
use crate::explicit::symmetry::{Symmetry, is_invariant};
use crate::explicit::{Reason, Store};
use crate::{Environment, InputBound, System};

/// Checks that these orbits have all reachable states, and that none violates one of these properties: the groups take the
/// same steps, the properties tell no members apart, the initial states are in the orbits, and no step leaves them. Shares the
/// definitions of orbits and steps with the search, and nothing else but the set.
pub(super) fn verify(
    system: &System,
    symmetry: &Symmetry,
    (store, inputs): (&Store, InputBound),
    properties: &[usize],
    control: &dyn Control,
) -> Result<(), Reason> {
    let are_invariant = properties.iter().all(|property| is_invariant(&system.properties[*property].error, symmetry));
    if !are_invariant || !symmetry.holds(system) {
        return Err(Reason::Unverified);
    }
    let steps = Steps::of(system, symmetry, inputs).ok_or(Reason::Unverified)?;
    let mut work = 0_u32;
    let mut tried = |left: usize| {
        work = work.wrapping_add(1);
        let is_due = work.is_multiple_of(POLL_EVERY);
        if is_due { control.poll(&progress("verification", store, left)).map_err(Reason::Stopped) } else { Ok(()) }
    };
    let check = |is_met: bool| if is_met { Ok(()) } else { Err(Reason::Unverified) };
    for start in system.initial_candidates(inputs) {
        tried(store.len())?;
        if let Some(mut start) = start.map_err(Reason::Start)? {
            symmetry.normalize(&mut start);
            check(store.find(&start).is_some())?;
        }
    }
    let (mut state, mut room) = (system.blank_state(), Room::of(system));
    for index in 0..store.len() {
        store.read(index as u32, &mut state);
        for number in 0..system.transitions.len() as u32 {
            steps.show(number, &state, &mut room, &mut |successor| {
                tried(store.len() - index)?;
                let successor = successor.map_err(|_| Reason::Unverified)?;
                symmetry.normalize(successor);
                check(store.find(successor).is_some())
            })?;
        }
        tried(store.len() - index)?;
        let environment = &Environment::of(&state);
        check(properties.iter().all(|it| system.properties[*it].error.evaluate(environment) == Ok(false)))?;
    }
    Ok(())
}
