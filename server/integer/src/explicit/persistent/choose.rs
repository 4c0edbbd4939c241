//! Choice of insiders: the fewest steps.

use super::{Independence, Instances, Outside};
use crate::{Environment, State};

impl Independence {
    /// The first persistent instances that a search accepts, with the fewest enabled transitions first; all if there are none.
    pub(in super::super) fn choose(&self, state: &State, accepts: &mut dyn FnMut(Instances) -> bool) -> Instances {
        let instances = 0..state.locations.len() as u16;
        let active: Vec<u16> =
            instances.filter(|instance| self.enabled(Instances::one(*instance), state) > 0).collect();
        let (mut several, mut hopeless) = (Vec::new(), Instances::NONE);
        for seed in active.iter().copied() {
            let closed = self.closed(seed, hopeless, state);
            let closed = closed.filter(|insiders| active.iter().any(|instance| !insiders.contains(*instance)));
            let Some(insiders) = closed else {
                hopeless = hopeless.with(seed);
                continue;
            };
            match self.enabled(insiders, state) {
                1 if accepts(insiders) => return insiders,
                1 => {}
                enabled => several.push((enabled, insiders)),
            }
        }
        several.sort_by_key(|(enabled, _)| *enabled);
        several.dedup();
        several.into_iter().map(|(_, insiders)| insiders).find(|it| accepts(*it)).unwrap_or(Instances::ALL)
    }

    /// The number of transitions of these instances that are not disabled.
    fn enabled(&self, insiders: Instances, state: &State) -> usize {
        let is_enabled = |number: &u32| self.known.system.transitions[*number as usize].enabled(state) != Ok(false);
        self.at(insiders, state).filter(is_enabled).count()
    }

    /// Persistent instances with this one: instances that disturb them are added until none does. `None` if that is one of those with
    /// which nothing is left outside.
    fn closed(&self, seed: u16, hopeless: Instances, state: &State) -> Option<Instances> {
        let mut insiders = Instances::one(seed);
        loop {
            let outside = self.outside(insiders, state);
            let disturbing = self.at(insiders, state).find_map(|number| self.disturbing(number, state, &outside));
            let Some(other) = disturbing else { return Some(insiders) };
            let instance = self.known.system.transitions[other as usize].instance.0;
            if hopeless.contains(instance) {
                return None;
            }
            insiders = insiders.with(instance);
        }
    }

    /// A transition of an outsider that may enable this one, make its effect another one, or depends on it.
    fn disturbing(&self, number: u32, state: &State, outside: &Outside) -> Option<u32> {
        let footprint = &self.footprints[number as usize];
        let find = |disturbs: &dyn Fn(u32) -> bool| outside.taken.iter().copied().find(|other| disturbs(*other));
        if self.known.system.transitions[number as usize].enabled(state) != Ok(false) {
            let is_met = footprint.decisive.meets(&outside.written) || footprint.writes.meets(&outside.touched);
            return is_met.then(|| find(&|other| self.disturbs(other, number))).flatten();
        }
        if self.is_stuck(number, state, &outside.written) {
            return None;
        }
        // A step that enables it has to write to a conjunct that does not hold.
        let holds = |conjunct: &crate::Formula| conjunct.evaluate(&Environment::of(state)) == Ok(true);
        let mut guard = footprint.guard(&self.known.system, number);
        let writes = |other: u32| &self.footprints[other as usize].writes;
        let enabling = guard.find(|(conjunct, _)| !holds(conjunct));
        let enabling = enabling.and_then(|(_, reads)| find(&|other| writes(other).meets(reads)));
        enabling.or_else(|| find(&|other| writes(other).meets(&footprint.reads)))
    }

    /// `true` if the effect of `number`, which is enabled, or that of `other` may not be the same in both orders.
    fn disturbs(&self, other: u32, number: u32) -> bool {
        let (one, other) = (&self.footprints[number as usize], &self.footprints[other as usize]);
        one.writes.meets(&other.reads) || one.writes.meets(&other.writes) || other.writes.meets(&one.decisive)
    }
}
