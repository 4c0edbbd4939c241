//! How configurations were reached.

use boolprog_explore::tts::TransitionId;

use super::store::Configurations;
use crate::replay::Path;

/// For each configuration the fewest steps to it that are known, and every step from another configuration with which
/// so few are enough.
#[derive(Default)]
pub(super) struct Ways {
    arrivals: Vec<Arrival>,
    /// Those of one configuration are linked, the one that was noted last in front. Ways that turned out to be detours
    /// stay where they are, but nothing refers to them any more.
    ways: Vec<Linked>,
}

#[derive(Clone, Copy)]
struct Arrival {
    steps: u32,
    /// One of the ways; [`NONE`] at the start.
    last: u32,
}

#[derive(Clone, Copy)]
struct Linked {
    way: Way,
    next: u32,
}

/// The last step of a way to a configuration.
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

    /// Notes a way to a configuration: a new one, or one that is noted already. Whether so few steps were not known to
    /// be enough.
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

    /// The last steps of the ways with so few steps, the one that was noted first at the end.
    pub(super) fn to(&self, configuration: u32) -> impl Iterator<Item = Way> {
        let linked = |at: u32| (at != NONE).then(|| self.ways[at as usize]);
        let first = linked(self.arrivals[configuration as usize].last);
        std::iter::successors(first, move |way| linked(way.next)).map(|linked| linked.way)
    }

    /// One of the ways to a configuration, from where it starts.
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
        size_of::<Arrival>() * self.arrivals.capacity() + size_of::<Linked>() * self.ways.capacity()
    }
}
