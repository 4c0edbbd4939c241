//! The steps of outsiders before the first step of an insider.

use super::cells::Cells;
use super::{Independence, Instances};
use crate::{Environment, State};

/// More than what outsiders can do: variables that are written can have any value, others have their present one.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// The transitions that may be taken.
    pub(super) taken: Vec<u32>,
    /// Their writes.
    pub(super) written: Cells,
    /// Their reads and writes.
    pub(super) touched: Cells,
}

impl Independence {
    /// Steps from a state without these instances. Quadratic in the transitions at worst: each round adds one.
    pub(super) fn outside(&self, insiders: Instances, state: &State) -> Outside {
        let mut outside = Outside::default();
        let outsiders = (0_u16..).zip(state.locations.iter().copied());
        let mut reached: Vec<(u16, u16)> = outsiders.filter(|(instance, _)| !insiders.contains(*instance)).collect();
        let at = |(instance, location): &(u16, u16)| self.outgoing.at(*instance, *location).iter().copied();
        let mut waiting: Vec<u32> = reached.iter().flat_map(at).collect();
        loop {
            let (stuck, taken) =
                waiting.into_iter().partition::<Vec<_>, _>(|number| self.is_stuck(*number, state, &outside.written));
            if taken.is_empty() {
                return outside;
            }
            waiting = stuck;
            for number in taken {
                let (transition, footprint) =
                    (&self.known.system.transitions[number as usize], &self.footprints[number as usize]);
                outside.taken.push(number);
                outside.written.extend(&footprint.writes);
                outside.touched.extend(&footprint.writes);
                outside.touched.extend(&footprint.reads);
                let place = (transition.instance.0, transition.to.0);
                if !reached.contains(&place) {
                    reached.push(place);
                    waiting.extend(at(&place));
                }
            }
        }
    }

    /// `true` if the guard of a transition is false in a state, and stays so whatever is written to these cells.
    pub(super) fn is_stuck(&self, number: u32, state: &State, written: &Cells) -> bool {
        let footprint = &self.footprints[number as usize];
        for (index, (conjunct, reads)) in footprint.guard(&self.known.system, number).enumerate() {
            let is_written = reads.meets(written);
            if is_written && index < footprint.total {
                continue;
            }
            match (is_written, conjunct.evaluate(&Environment::of(state))) {
                (false, Ok(true)) => {}
                (is_written, value) => return !is_written && value == Ok(false),
            }
        }
        false
    }
}
