//! The transitions that control allows, thread by thread.

use crate::System;

/// For each instance and each of its locations, the transitions that leave it, in the order of the file.
#[derive(Clone, Debug)]
pub struct Outgoing(Vec<Vec<Vec<u32>>>);

impl Outgoing {
    /// Those of a system. Takes linear time.
    pub fn new(system: &System) -> Self {
        let locations = |process: u16| system.processes[usize::from(process)].locations.len();
        let mut outgoing: Vec<_> =
            system.instances.iter().map(|instance| vec![Vec::new(); locations(instance.process)]).collect();
        for (transition, index) in system.transitions.iter().zip(0..) {
            outgoing[usize::from(transition.instance.0)][usize::from(transition.from.0)].push(index);
        }
        Self(outgoing)
    }

    /// The transitions that leave a location of an instance.
    pub(crate) fn at(&self, instance: u16, location: u16) -> &[u32] {
        &self.0[usize::from(instance)][usize::from(location)]
    }

    /// The transitions that leave these locations: those of the first instance, of the second, and so on. Published counts
    /// depend on this order.
    pub fn from(&self, locations: &[u16]) -> impl Iterator<Item = u32> {
        self.0.iter().zip(locations).flat_map(|(instance, location)| &instance[usize::from(*location)]).copied()
    }

    /// The same, into a list by increasing number. Takes time for these transitions only.
    pub fn in_order(&self, locations: &[u16], numbers: &mut Vec<u32>) {
        numbers.clear();
        numbers.extend(self.from(locations));
        numbers.sort_unstable();
    }
}
