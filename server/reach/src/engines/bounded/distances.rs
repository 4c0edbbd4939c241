//! A lower bound on the number of steps from a thread state to a violation.
//!
//! The other threads are assumed to be wherever they are needed: any step from the same shared state may happen. The
//! bound is *admissible*, since the thread that is there in the end, or the one that created it, takes exactly such a
//! path. It is *consistent*: one step changes it by one at most, since a path from after the step is one from before it
//! with one step more.

use std::collections::VecDeque;
use std::ops::Range;

use boolprog_base::control::Stop;
use boolprog_explore::tts::{Effect, Index, LocalId, SharedId, Tts};
use rustc_hash::FxHashSet;

/// A larger table would cost more than it saves.
const LARGEST_TABLE: usize = 1 << 24;

/// The distance if no path leads to a violation.
const NEVER: u32 = u32::MAX;

/// For each thread state of a plain system the least number of steps to a violation of one of some properties.
pub(super) struct Distances {
    /// By shared state and local state; empty if nothing is known.
    steps: Vec<u32>,
    local_states: usize,
    /// The shared states that are a violation even without threads.
    empty: Vec<SharedId>,
}

impl Distances {
    /// Computes them. `tick` is called for each thread state. Takes as many steps as there are thread states, times
    /// the shared states from which one step leads to theirs.
    pub(super) fn new(
        tts: &Tts,
        before: &Before,
        properties: &[u32],
        tick: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let local_states = tts.local_states as usize;
        let size = tts.shared_states as usize * local_states;
        let properties: FxHashSet<u32> = properties.iter().copied().collect();
        let targets = || tts.targets.iter().filter(|target| properties.contains(&target.property));
        let empty: Vec<_> = targets().filter(|target| target.locals.is_empty()).map(|target| target.shared).collect();
        if size > LARGEST_TABLE {
            return Ok(Self { steps: Vec::new(), local_states, empty });
        }
        let mut distances = Self { steps: vec![NEVER; size], local_states, empty };
        let mut waiting = VecDeque::new();
        for target in targets() {
            match target.locals[..] {
                [local, ..] => distances.insert(target.shared, local, 0, &mut waiting),
                [] => (0..tts.local_states).for_each(|local| {
                    distances.insert(target.shared, LocalId(local), 0, &mut waiting);
                }),
            }
        }
        // The last thread may end on the path to a shared state that needs no thread.
        for transition in &tts.transitions {
            if distances.empty.contains(&transition.to_shared) {
                distances.insert(transition.shared, transition.local, 1, &mut waiting);
            }
        }
        while let Some((shared, local)) = waiting.pop_front() {
            tick()?;
            let steps = distances.steps[distances.index(shared, local)] + 1;
            for step in before.moves(shared, local) {
                distances.insert(step.from.0, step.from.1, steps, &mut waiting);
            }
            for &(_, shared_before) in before.shared(shared) {
                distances.insert(shared_before, local, steps, &mut waiting);
            }
        }
        Ok(distances)
    }

    /// The least number of steps to a violation, for a configuration; `None` if none leads to one.
    pub(super) fn least(&self, shared: SharedId, threads: &[LocalId]) -> Option<u32> {
        if self.steps.is_empty() {
            return Some(0);
        }
        if threads.is_empty() {
            return self.empty.contains(&shared).then_some(0);
        }
        let steps = threads.iter().map(|&local| self.steps[self.index(shared, local)]);
        steps.min().filter(|&steps| steps != NEVER)
    }

    pub(super) fn bytes(&self) -> usize {
        4 * self.steps.len()
    }

    fn index(&self, SharedId(shared): SharedId, LocalId(local): LocalId) -> usize {
        shared as usize * self.local_states + local as usize
    }

    /// Breadth-first: what is inserted first is the least.
    fn insert(&mut self, shared: SharedId, local: LocalId, steps: u32, waiting: &mut VecDeque<(SharedId, LocalId)>) {
        let index = self.index(shared, local);
        if self.steps[index] == NEVER {
            self.steps[index] = steps;
            waiting.push_back((shared, local));
        }
    }
}

/// The steps of a plain system by where they lead.
pub(super) struct Before {
    /// Origins of a thread, or of the one that creates it; sorted by its state afterwards.
    moves: Vec<Move>,
    index: Index,
    /// Shared states from which one step leads to another, sorted by the latter.
    shared: Vec<(SharedId, SharedId)>,
}

/// A step, from where its thread is then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    to: (SharedId, LocalId),
    from: (SharedId, LocalId),
}

impl Before {
    pub(super) fn new(tts: &Tts) -> Self {
        let mut moves = Vec::with_capacity(tts.transitions.len());
        let mut shared = Vec::with_capacity(tts.transitions.len());
        for transition in &tts.transitions {
            let created = if let Effect::Create(local) = transition.effect { Some(local) } else { None };
            for local in transition.to_local.into_iter().chain(created) {
                let from = (transition.shared, transition.local);
                moves.push(Move { to: (transition.to_shared, local), from });
            }
            if transition.shared != transition.to_shared {
                shared.push((transition.to_shared, transition.shared));
            }
        }
        moves.sort_unstable();
        shared.sort_unstable();
        shared.dedup();
        let index = Index::new(tts.shared_states, tts.local_states, moves.iter().map(|step| step.to));
        Self { moves, index, shared }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Move>() * self.moves.capacity() + 8 * self.shared.capacity() + self.index.bytes()
    }

    fn moves(&self, shared: SharedId, local: LocalId) -> &[Move] {
        let Range { start, end } = self.index.of(shared, local);
        &self.moves[start as usize..end as usize]
    }

    fn shared(&self, to: SharedId) -> &[(SharedId, SharedId)] {
        let first = self.shared.partition_point(|(shared, _)| *shared < to);
        let rest = &self.shared[first..];
        &rest[..rest.partition_point(|(shared, _)| *shared == to)]
    }
}
