//! Macro steps: steps that no other thread observes, combined with the next step of their thread.
//!
//! A thread is *out of sight* in a local state if, whatever the shared state is, it can take exactly one step, and that
//! step leaves the shared state and all other threads alone and leads to the same local state. Shared states in which
//! it waits because another thread is [alone](super::alone) do not count. A **leap** is a step of a thread that is in
//! sight, together with all steps out of sight that bring its thread there: k of them and the next one are one leap of
//! k + 1 steps. Leaps of a thread that is alone are joined further, to [sections](super::sections).
//!
//! # Why no shortest run is lost
//!
//! Take a run with the fewest steps to a target, and a step out of sight in it. It can be taken later, since what
//! others do neither needs nor prevents it; so it is moved to where its thread takes its next step, which is not while
//! another one is alone. If its thread takes none, it is left out, and the run gets shorter, unless the thread is part
//! of the target where it arrives: steps to the local states of targets, of whatever property, therefore count as in
//! sight. So there is a run of leaps with as few steps. It has no more context switches: the step goes before one of
//! its own thread, and where it was taken from, two contexts of another thread may become one. No thread is created and
//! none ends out of sight, so as many threads are alive.
//!
//! What a thread only passes through is not part of any configuration then. Two threads with chains of m and n steps
//! stand side by side in one configuration, not in m times n.

use std::ops::Range;

use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{
    Destinations, Effect, Index, Initial, LocalId, SharedId, Target, ThreadSystem, TransferId, Transition,
    TransitionId, Tts,
};
use smallvec::SmallVec;

use super::alone::Alone;
use super::sections::{self, Section};
use crate::replay::Path;

/// The leaps of a plain system towards its targets.
pub(super) struct Leaps {
    /// The leaps, as transitions of a system over the same states. It has no targets.
    pub(super) system: System,
    /// For each leap how many steps it is.
    pub(super) lengths: Vec<u32>,
    /// The leaps that sections were joined of.
    single: Vec<Leap>,
    /// For each leap its steps in order: a range of [`Self::parts`].
    ranges: Vec<Range<u32>>,
    parts: Vec<u32>,
    sight: Sight,
}

/// Steps out of sight and one in sight.
pub(super) struct Leap {
    /// From the first of them to the last.
    pub(super) transition: Transition,
    /// Their number.
    pub(super) steps: u32,
    /// The one in sight, as the original numbers it.
    last: TransitionId,
}

/// A plain system without targets.
pub(super) struct System {
    initial: Initial,
    /// Ordered by (shared, local).
    transitions: Vec<Transition>,
    index: Index,
}

impl Leaps {
    /// The leaps of a system of which this is the saturation. Takes time linear in the thread states and in the leaps, of
    /// which there are at most as many as steps, times the steps from one thread state; and what [`sections`] says.
    pub(super) fn new(original: &mut Tts, possible: &Saturation) -> Self {
        let alone = Alone::new(original);
        let sight = Sight::new(original, possible, &alone);
        let single = single(original, &sight);
        let sections = sections::joined(original, possible, &alone, &single);
        let mut leaps = Self {
            system: System::new(original, &sections),
            lengths: sections.iter().map(|section| section.steps).collect(),
            single,
            ranges: Vec::with_capacity(sections.len()),
            parts: Vec::new(),
            sight,
        };
        for section in sections {
            let first = leaps.parts.len() as u32;
            leaps.parts.extend(section.leaps);
            leaps.ranges.push(first..leaps.parts.len() as u32);
        }
        leaps
    }

    pub(super) fn bytes(&self) -> usize {
        let leaps = size_of::<Leap>() * self.single.capacity() + 4 * self.parts.capacity();
        self.system.bytes() + leaps + 12 * self.lengths.capacity() + self.sight.0.capacity() * size_of::<Place>()
    }

    /// A path of leaps as one of the original, which has no transfers that would need the threads on the way.
    pub(super) fn unfolded<'p>(&self, original: &mut Tts, path: Path<'p>) -> Path<'p> {
        let mut steps = Vec::with_capacity(path.steps.len());
        for (TransitionId(leap), after) in path.steps {
            let Range { start, end } = self.ranges[leap as usize];
            for &part in &self.parts[start as usize..end as usize] {
                let Leap { transition: Transition { shared, local, .. }, last, .. } = self.single[part as usize];
                let mut at = local;
                while let Some(next) = self.sight.next(at) {
                    steps.push((TransitionId(original.transitions(shared, at).start), [].as_slice()));
                    at = next;
                }
                steps.push((last, after));
            }
        }
        Path { steps, ..path }
    }
}

/// The leaps with one step in sight, ordered by (shared, local).
fn single(original: &mut Tts, sight: &Sight) -> Vec<Leap> {
    let lands = landings(original, sight);
    let mut leaps = Vec::new();
    for index in 0..original.transitions.len() {
        let Transition { shared, local, .. } = original.transitions[index];
        let is_first = original.transitions(shared, local).start as usize == index;
        let Some(way) = sight.way(local).filter(|_| is_first && lands[local.0 as usize]) else { continue };
        for step in original.transitions(shared, way.end) {
            let transition = Transition { local, ..original.transitions[step as usize] };
            leaps.push(Leap { transition, steps: way.steps + 1, last: TransitionId(step) });
        }
    }
    leaps
}

/// Where the threads of an original can be that are about to leap: where they start, where they are created, and where a
/// step in sight takes them.
fn landings(original: &Tts, sight: &Sight) -> Vec<bool> {
    let mut lands = vec![false; original.local_states as usize];
    let Initial { fixed, pool, .. } = &original.initial;
    fixed.iter().chain(pool).for_each(|local| lands[local.0 as usize] = true);
    for transition in original.transitions.iter().filter(|transition| sight.next(transition.local).is_none()) {
        let created = if let Effect::Create(local) = transition.effect { Some(local) } else { None };
        transition.to_local.into_iter().chain(created).for_each(|local| lands[local.0 as usize] = true);
    }
    lands
}

impl System {
    fn new(original: &Tts, sections: &[Section]) -> Self {
        let transitions: Vec<Transition> = sections.iter().map(|section| section.transition).collect();
        let starts = transitions.iter().map(|leap| (leap.shared, leap.local));
        let index = Index::new(original.shared_states, original.local_states, starts);
        Self { initial: original.initial.clone(), transitions, index }
    }
}

impl ThreadSystem for System {
    fn initial(&self) -> &Initial {
        &self.initial
    }

    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32> {
        self.index.of(shared, local)
    }

    fn transition(&self, TransitionId(id): TransitionId) -> Transition {
        self.transitions[id as usize]
    }

    fn transferred(&mut self, _: TransferId, _: LocalId) -> Destinations {
        Destinations::Stay
    }

    fn violated(&mut self, _: SharedId, _: LocalId) -> SmallVec<[u32; 2]> {
        SmallVec::new()
    }

    fn joint_targets(&self) -> &[Target] {
        &[]
    }

    fn bytes(&self) -> usize {
        self.transitions.capacity() * size_of::<Transition>() + self.index.bytes()
    }
}

/// The local states out of sight, and their successors.
struct Sight(Vec<Place>);

/// Knowledge about a local state.
#[derive(Clone, Copy)]
struct Place {
    /// Where its only step leads, if it is out of sight.
    next: Option<LocalId>,
    /// The way to the first local state in sight; `None` if the steps out of sight go round.
    way: Option<Way>,
}

/// A way out of sight.
#[derive(Clone, Copy)]
struct Way {
    end: LocalId,
    steps: u32,
}

impl Sight {
    fn new(original: &mut Tts, possible: &Saturation, alone: &Alone) -> Self {
        let next = followers(original, possible, alone);
        let ways = ways(&next);
        Self(next.into_iter().zip(ways).map(|(next, way)| Place { next, way }).collect())
    }

    fn next(&self, LocalId(local): LocalId) -> Option<LocalId> {
        self.0[local as usize].next
    }

    fn way(&self, LocalId(local): LocalId) -> Option<Way> {
        self.0[local as usize].way
    }
}

/// For each local state out of sight where its step leads.
fn followers(original: &mut Tts, possible: &Saturation, alone: &Alone) -> Vec<Option<LocalId>> {
    let mut is_target = vec![false; original.local_states as usize];
    for target in &original.targets {
        target.locals.iter().for_each(|local| is_target[local.0 as usize] = true);
    }
    let mut followers: Vec<Option<LocalId>> = vec![None; original.local_states as usize];
    let mut seen = vec![false; original.local_states as usize];
    for (shared, locals) in possible.rows() {
        for local in locals.into_iter().filter(|&local| !alone.is_waiting(shared, local)) {
            let index = local.0 as usize;
            let steps = original.transitions(shared, local);
            let follower = match original.transitions[steps.start as usize..steps.end as usize] {
                [Transition { to_shared, to_local, effect: Effect::None, .. }] if to_shared == shared => {
                    to_local.filter(|to| !is_target[to.0 as usize])
                }
                _ => None,
            };
            if !std::mem::replace(&mut seen[index], true) {
                followers[index] = follower;
            } else if followers[index] != follower {
                followers[index] = None;
            }
        }
    }
    followers
}

/// For each local state the way along its followers to the first that has none. Linear.
fn ways(next: &[Option<LocalId>]) -> Vec<Option<Way>> {
    let mut ways = vec![None; next.len()];
    let mut visited = vec![false; next.len()];
    for start in 0..next.len() {
        let mut path = Vec::new();
        let mut at = start;
        while !std::mem::replace(&mut visited[at], true) {
            path.push(at);
            match next[at] {
                Some(LocalId(follower)) => at = follower as usize,
                None => ways[at] = Some(Way { end: LocalId(at as u32), steps: 0 }),
            }
        }
        // A state that still has no chain is on a cycle of the path itself.
        let mut way: Option<Way> = ways[at];
        for &at in path.iter().rev().filter(|&&at| next[at].is_some()) {
            way = way.map(|Way { end, steps }| Way { end, steps: steps + 1 });
            ways[at] = way;
        }
    }
    ways
}
