//! Steps from orbits.

use crate::explicit::Reason;
use crate::explicit::persistent::Instances;
use crate::explicit::symmetry::{Swap, Symmetry};
use crate::{InputBound, State, System, Undefined};

/// The steps from the states of an orbit: at least one to each orbit that has one.
pub(super) struct Steps<'a> {
    system: &'a System,
    symmetry: &'a Symmetry,
    inputs: InputBound,
    /// For each transition, the orders from which it is taken.
    orders: Vec<Vec<Vec<Swap>>>,
}

/// Hears of the state before each step, and of the one after it, or why it has no value.
pub(super) type Each<'e> = &'e mut dyn FnMut(&State, Result<&mut State, Undefined>) -> Result<(), Reason>;

/// Room for two states.
pub(super) struct Room {
    ordered: State,
    successor: State,
}

impl Room {
    /// Room for states of this system.
    pub(super) fn of(system: &System) -> Self {
        Self { ordered: system.blank_state(), successor: system.blank_state() }
    }
}

impl<'a> Steps<'a> {
    /// `None` if a transition has too many orders.
    pub(super) fn of(system: &'a System, symmetry: &'a Symmetry, inputs: InputBound) -> Option<Self> {
        let orders = system.transitions.iter().map(|transition| symmetry.orders(transition)).collect::<Option<_>>()?;
        Some(Self { system, symmetry, inputs, orders })
    }

    /// Shows the steps of a transition, or why one has no value.
    pub(super) fn show(&self, number: u32, state: &State, room: &mut Room, each: Each<'_>) -> Result<(), Reason> {
        let transition = &self.system.transitions[number as usize];
        if state.locations[usize::from(transition.instance.0)] != transition.from.0 {
            return Ok(());
        }
        for order in &self.orders[number as usize] {
            let Room { ordered, successor } = room;
            ordered.locations.copy_from_slice(&state.locations);
            ordered.values.copy_from_slice(&state.values);
            self.symmetry.reorder(order, ordered);
            match transition.enabled(ordered) {
                Ok(false) => {}
                Err(undefined) => each(ordered, Err(undefined))?,
                Ok(true) => {
                    for inputs in transition.inputs(self.inputs) {
                        let fired = transition.fire_into(self.system, ordered, &inputs, successor);
                        each(ordered, fired.map(|()| &mut *successor))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Some of these instances whose steps from a state lead to all orbits to which theirs do.
    pub(super) fn first_of(&self, acting: Instances, state: &State) -> Instances {
        let repeated = self.symmetry.repeated(state, &|instance| acting.contains(instance.0));
        repeated.into_iter().fold(acting, |acting, instance| acting.without(instance.0))
    }
}
