//! Coverage of the reachable states.

use crate::{InstanceId, LocationId, State, System};

/// In how many of all reachable states something is the case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Number of reachable states.
    pub states: u64,
    /// Number of states with control at a location, by instance and location.
    locations: Vec<Vec<u64>>,
    /// By transition: where it can be taken.
    transitions: Vec<u64>,
}

impl Coverage {
    pub(super) fn nothing(system: &System) -> Self {
        let locations = (0..system.instances.len() as u16).map(|it| &system.process_of(InstanceId(it)).locations);
        Self {
            states: 0,
            locations: locations.map(|locations| vec![0; locations.len()]).collect(),
            transitions: vec![0; system.transitions.len()],
        }
    }

    /// Counts one more state, and the transitions that it has, each once.
    pub(super) fn count(&mut self, state: &State, taken: &[u32]) {
        self.states += 1;
        for (counts, location) in self.locations.iter_mut().zip(&state.locations) {
            counts[usize::from(*location)] += 1;
        }
        for transition in taken {
            self.transitions[*transition as usize] += 1;
        }
    }

    /// In how many states control of an instance is at a location.
    pub fn at(&self, instance: InstanceId, location: LocationId) -> u64 {
        self.locations[usize::from(instance.0)][usize::from(location.0)]
    }

    /// In how many states a transition, by its index, can be taken.
    pub fn taken(&self, transition: usize) -> u64 {
        self.transitions[transition]
    }
}
