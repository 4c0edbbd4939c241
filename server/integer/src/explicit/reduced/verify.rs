//! Check of the states of a finished search.

use boolprog_base::control::Control;

use super::others::{Others, others};
use super::{Found, POLL_EVERY, Room, Steps, progress};
use crate::explicit::Reason;
use crate::explicit::persistent::Instances;
use crate::explicit::symmetry::{AnyMember, Symmetry, is_invariant};
use crate::{Environment, InputBound, State, System, Transition};

/// Checks that no reachable state violates one of these properties, since these states do not: the groups take the same steps,
/// the properties tell no members apart, the initial states are in the orbits, and no step leaves them, but steps of
/// instances that need not act where others are [persistent](crate::explicit::persistent). Shares the definitions of
/// orbits and steps with the search, and nothing else but the set, and which instances act.
pub(super) fn verify(
    system: &System,
    symmetry: &Symmetry,
    (found, inputs): (&Found, InputBound),
    properties: &[usize],
    control: &dyn Control,
) -> Result<(), Reason> {
    let are_invariant = properties.iter().all(|property| is_invariant(&system.properties[*property].error, symmetry));
    if !are_invariant || !symmetry.holds(system) {
        return Err(Reason::Unverified);
    }
    let known = AnyMember::of(system, symmetry).filter(|_| found.acting.iter().any(|acting| *acting != Instances::ALL));
    let steps = Steps::of(system, symmetry, inputs).ok_or(Reason::Unverified)?;
    let Found { store, acting } = found;
    let mut work = 0_u32;
    let mut worked = |units: usize, left: usize| {
        work += units as u32;
        let is_due = work >= POLL_EVERY;
        if is_due {
            work = 0;
            control.poll(&progress("verification", found, left)).map_err(Reason::Stopped)
        } else {
            Ok(())
        }
    };
    let check = |is_met: bool| if is_met { Ok(()) } else { Err(Reason::Unverified) };
    for start in system.initial_states(inputs) {
        worked(1, store.len())?;
        if let Some(mut start) = start.map_err(Reason::Start)? {
            symmetry.normalize(&mut start);
            check(store.find(&start).is_some())?;
        }
    }
    check(acting.len() == store.len())?;
    let (mut state, mut room) = (system.blank_state(), Room::of(system));
    for (index, acting) in acting.iter().copied().enumerate() {
        store.read(index as u32, &mut state);
        let mut reduced = Reduced::of(known.as_ref(), acting, &state)?;
        let acting = steps.first_of(acting, &state);
        let acts = |(_, transition): &(u32, &Transition)| acting.contains(transition.instance.0);
        for (number, transition) in (0..).zip(&system.transitions).filter(acts) {
            steps.show(number, &state, &mut room, &mut |before, successor| {
                worked(1, store.len() - index)?;
                let successor = successor.map_err(|_| Reason::Unverified)?;
                let is_kept = reduced.needs_this(properties, before, transition, successor);
                symmetry.normalize(successor);
                let found = store.find(successor).ok_or(Reason::Unverified)?;
                reduced.has_witness |= is_kept && found as usize > index;
                Ok(())
            })?;
        }
        check(reduced.has_witness)?;
        worked(system.instances.len(), store.len() - index)?;
        let environment = &Environment::of(&state);
        check(properties.iter().all(|it| system.properties[*it].error.evaluate(environment) == Ok(false)))?;
    }
    Ok(())
}

/// The steps of some instances from a state.
struct Reduced<'a> {
    /// Steps of others; none if all instances act.
    others: Option<Others<'a>>,
    /// One of the steps, if others can act, is a witness.
    has_witness: bool,
}

impl<'a> Reduced<'a> {
    /// Fails if the instances that act are not persistent.
    fn of(known: Option<&'a AnyMember>, acting: Instances, state: &'a State) -> Result<Self, Reason> {
        if acting == Instances::ALL {
            return Ok(Self { others: None, has_witness: true });
        }
        let others = known.and_then(|known| others(known, acting, state));
        Ok(Self { others: Some(others.ok_or(Reason::Unverified)?), has_witness: false })
    }

    /// `true` if a step is a witness wherever it leads to a later state, and none is known yet.
    fn needs_this(&self, properties: &[usize], before: &State, step: &Transition, after: &State) -> bool {
        !self.has_witness && self.others.as_ref().is_some_and(|others| others.keep(properties, before, step, after))
    }
}
