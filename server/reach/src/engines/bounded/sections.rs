//! Leaps of a thread that moves alone, joined.
//!
//! While a thread [moves alone](super::alone), as in an atomic section, there is nothing to choose but its own steps. So
//! the leaps that bring it through are one **section**, without a configuration for each place on the way. Of several ways
//! through with the same end a shortest one is enough: the same thread takes all their steps, so nothing else differs.
//!
//! A section ends with a leap that lets others move again, that creates or ends a thread, or after which the configuration
//! may be one of those that are searched. That the others violate a property on the way is no reason if they have done so
//! from its start on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;

use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{Effect, LocalId, SharedId, Target, Transition, Tts};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::alone::Alone;
use super::leaps::Leap;

/// Places on the way through a section. Where there would be more, the leaps from its start stay as they are.
const MOST_PLACES: usize = 256;

/// One leap, or several of a thread that moves alone in between.
pub(super) struct Section {
    /// From the first to the last.
    pub(super) transition: Transition,
    /// The number of its steps.
    pub(super) steps: u32,
    /// The leaps, by number.
    pub(super) leaps: SmallVec<[u32; 4]>,
}

/// The sections of a plain system with this saturation and these leaps, which are ordered by (shared, local), in the same
/// order. Takes time linear in the leaps, times [`MOST_PLACES`] and the targets of one shared state.
pub(super) fn joined(tts: &Tts, possible: &Saturation, alone: &Alone, leaps: &[Leap]) -> Vec<Section> {
    let joiner = Joiner::new(tts, possible, alone, leaps);
    let mut sections = Vec::with_capacity(leaps.len());
    let mut first = 0;
    for group in leaps.chunk_by(|left, right| start(left) == start(right)) {
        let range = first..first + group.len();
        first = range.end;
        let from = start(&group[0]);
        // Those inside of a section are hardly ever a start.
        let is_outside = !alone.is_alone(from.0, from.1);
        let is_longer = is_outside && group.iter().any(|leap| joiner.goes_on(from.0, &leap.transition).is_some());
        match is_longer.then(|| joiner.sections(from)).flatten() {
            Some(longer) => sections.extend(longer),
            None => sections.extend(range.zip(group).map(|(number, leap)| Section {
                transition: leap.transition,
                steps: leap.steps,
                leaps: SmallVec::from_slice(&[number as u32]),
            })),
        }
    }
    sections
}

fn start(leap: &Leap) -> (SharedId, LocalId) {
    (leap.transition.shared, leap.transition.local)
}

struct Joiner<'a> {
    leaps: &'a [Leap],
    alone: &'a Alone,
    possible: &'a Saturation,
    targets: FxHashMap<SharedId, Vec<&'a Target>>,
    /// The thread states that violate a property by themselves.
    violated: FxHashSet<(u32, SharedId, LocalId)>,
}

/// A place on the way, and the leap that led there; the start has none.
struct Place {
    state: (SharedId, LocalId),
    before: Option<(u32, u32)>,
}

impl<'a> Joiner<'a> {
    fn new(tts: &'a Tts, possible: &'a Saturation, alone: &'a Alone, leaps: &'a [Leap]) -> Self {
        let mut targets: FxHashMap<SharedId, Vec<&Target>> = FxHashMap::default();
        let mut violated = FxHashSet::default();
        for target in &tts.targets {
            targets.entry(target.shared).or_default().push(target);
            if let [local] = target.locals[..] {
                violated.insert((target.property, target.shared, local));
            }
        }
        Self { leaps, alone, possible, targets, violated }
    }

    /// The thread state in which a leap leaves its thread to move on alone, in a section from this shared state.
    fn goes_on(&self, from: SharedId, leap: &Transition) -> Option<(SharedId, LocalId)> {
        let to_local = leap.to_local.filter(|_| leap.effect == Effect::None)?;
        let is_alone = self.alone.is_alone(leap.to_shared, to_local);
        (is_alone && !self.may_be_violated(from, (leap.to_shared, to_local))).then_some((leap.to_shared, to_local))
    }

    /// Whether with a thread there, that was alone on its way, a property may be violated that was not before.
    fn may_be_violated(&self, from: SharedId, (shared, local): (SharedId, LocalId)) -> bool {
        self.targets.get(&shared).into_iter().flatten().any(|target| match target.locals[..] {
            [there] if there == local => true,
            [there] => {
                let can_other_be_there = !self.alone.is_alone(shared, there) && self.possible.contains(from, there);
                can_other_be_there && !self.violated.contains(&(target.property, from, there))
            }
            _ => true,
        })
    }

    /// The sections from a thread state, by increasing steps; `None` if there are too many places on the way. It is
    /// Dijkstra's algorithm (1959).
    fn sections(&self, start: (SharedId, LocalId)) -> Option<Vec<Section>> {
        let mut places = vec![Place { state: start, before: None }];
        let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
        let mut left: FxHashSet<(SharedId, LocalId)> = FxHashSet::default();
        let mut ends: FxHashMap<_, usize> = FxHashMap::default();
        let mut sections: Vec<Section> = Vec::new();
        while let Some(Reverse((steps, at))) = waiting.pop() {
            if !left.insert(places[at as usize].state) {
                continue;
            }
            for (number, leap) in self.from(places[at as usize].state) {
                let steps = steps + leap.steps;
                if let Some(state) = self.goes_on(start.0, &leap.transition) {
                    waiting.push(Reverse((steps, places.len() as u32)));
                    places.push(Place { state, before: Some((at, number)) });
                    continue;
                }
                let Transition { to_shared, to_local, effect, .. } = leap.transition;
                let section = || Section {
                    transition: Transition { shared: start.0, local: start.1, ..leap.transition },
                    steps,
                    leaps: way(&places, at, number),
                };
                match ends.entry((to_shared, to_local, effect)) {
                    Entry::Vacant(new) => {
                        new.insert(sections.len());
                        sections.push(section());
                    }
                    Entry::Occupied(known) if sections[*known.get()].steps > steps => {
                        sections[*known.get()] = section();
                    }
                    Entry::Occupied(_) => {}
                }
            }
            if places.len() > MOST_PLACES {
                return None;
            }
        }
        Some(sections)
    }

    /// The leaps from a thread state, with their numbers.
    fn from(&self, state: (SharedId, LocalId)) -> impl Iterator<Item = (u32, &'a Leap)> {
        let first = self.leaps.partition_point(|leap| start(leap) < state);
        let leaps = (first as u32..).zip(&self.leaps[first..]);
        leaps.take_while(move |(_, leap)| start(leap) == state)
    }
}

/// The leaps to a place, and one more.
fn way(places: &[Place], at: u32, last: u32) -> SmallVec<[u32; 4]> {
    let mut leaps = SmallVec::from_slice(&[last]);
    let mut at = at;
    while let Some((before, leap)) = places[at as usize].before {
        leaps.push(leap);
        at = before;
    }
    leaps.reverse();
    leaps
}
