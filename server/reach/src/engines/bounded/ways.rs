//! Recorded paths to configurations.

use boolprog_base::memory;
use boolprog_explore::tts::TransitionId;

use super::store::Configurations;
use crate::replay::Path;

/// For each configuration the fewest steps to it that are known, and every step from another configuration with which
/// so few are enough.
#[derive(Default)]
pub(super) struct Ways {
    arrivals: Vec<Arrival>,
    /// The paths of one configuration are linked, the most recent first. Detours stay in place, but nothing refers to
    /// them any more.
    ways: Vec<Linked>,
}

#[derive(Clone, Copy)]
struct Arrival {
    steps: u32,
    /// A path; [`NONE`] at the start.
    last: u32,
}

#[derive(Clone, Copy)]
struct Linked {
    way: Way,
    next: u32,
}

/// The last step of a path to a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) from: u32,
    pub(super) transition: TransitionId,
}

const NONE: u32 = u32::MAX;

impl Ways {
    /// Notes a configuration to start with. Configurations are noted in the order of their numbers.
    pub(super) fn start(&mut self) {
        self.arrivals.push(Arrival { steps: 0, last: NONE });
    }

    /// Records a path to a configuration, new or known. Returns `true` if no path of at most this length was known.
    pub(super) fn insert(&mut self, to: u32, steps: u32, way: Way) -> bool {
        let next = match self.arrivals.get(to as usize) {
            Some(known) if known.steps < steps => return false,
            Some(known) if known.steps == steps => known.last,
            _ => NONE,
        };
        let arrival = Arrival { steps, last: self.ways.len() as u32 };
        self.ways.push(Linked { way, next });
        match self.arrivals.get_mut(to as usize) {
            Some(known) => *known = arrival,
            None => self.arrivals.push(arrival),
        }
        next == NONE
    }

    /// The fewest steps to a configuration that are known.
    pub(super) fn steps(&self, configuration: u32) -> u32 {
        self.arrivals[configuration as usize].steps
    }

    /// The last steps of the paths of this length, the first recorded one at the end.
    pub(super) fn to(&self, configuration: u32) -> impl Iterator<Item = Way> {
        let linked = |at: u32| (at != NONE).then(|| self.ways[at as usize]);
        let first = linked(self.arrivals[configuration as usize].last);
        std::iter::successors(first, move |way| linked(way.next)).map(|linked| linked.way)
    }

    pub(super) fn path<'f>(&self, found: &'f Configurations, configuration: u32) -> Path<'f> {
        let mut steps = Vec::new();
        let mut at = configuration;
        while let Some(way) = self.to(at).last() {
            steps.push((way.transition, found.get(at).1));
            at = way.from;
        }
        steps.reverse();
        let (shared, threads) = found.get(at);
        Path { shared, threads, steps }
    }

    pub(super) fn bytes(&self) -> usize {
        memory::of_vec(&self.arrivals) + memory::of_vec(&self.ways)
    }
}
