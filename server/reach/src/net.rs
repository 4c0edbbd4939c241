//! A plain system as a Petri net: one place per local state, shared states as its control.
//!
//! Plain means that a step changes the active thread and the shared state and may start one other thread, so that
//! more threads can always do what fewer can, and more of it. Acceleration (if a sequence of steps leads from a
//! configuration to a larger one with the same shared state, repeat it) is sound for these systems only.

use boolprog_explore::tts::{Effect, LocalId, SharedId, Tts};
use rustc_hash::FxHashMap;

use crate::outcome::Reason;

/// No token.
const NONE: u32 = u32::MAX;

/// A transition without its origin: it takes one token from `local` and puts down those of [`Edge::produced`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Edge {
    pub(crate) shared: u32,
    pub(crate) local: u32,
    pub(crate) to_shared: u32,
    tokens: [u32; 2],
}

impl Edge {
    /// Where tokens appear: the local state afterwards unless the thread ends, and that of a created thread.
    pub(crate) fn produced(&self) -> impl Iterator<Item = u32> + use<> {
        self.tokens.into_iter().filter(|&token| token != NONE)
    }
}

/// A plain system, indexed.
pub(crate) struct Net {
    pub(crate) shared_states: usize,
    pub(crate) local_states: usize,
    /// Ordered by (shared, local), each once, those that change nothing left out.
    edges: Vec<Edge>,
    /// For each shared state where its edges start; one more at the end.
    starts: Vec<usize>,
    by_thread_state: FxHashMap<(u32, u32), (u32, u32)>,
}

impl Net {
    /// Refuses a system in which steps change other threads.
    pub(crate) fn new(tts: &Tts) -> Result<Self, Reason> {
        let mut edges = Vec::with_capacity(tts.transitions.len());
        for transition in &tts.transitions {
            let created = match transition.effect {
                Effect::None => None,
                Effect::Create(local) => Some(local),
                Effect::Each(_) | Effect::One(_) => {
                    return Err(Reason::Refused(
                        "its steps change other threads (`x$`, `signal` or `broadcast`), which acceleration cannot follow",
                    ));
                }
            };
            let mut tokens = [transition.to_local, created].map(|local| local.map_or(NONE, |LocalId(local)| local));
            tokens.sort_unstable();
            let SharedId(shared) = transition.shared;
            let SharedId(to_shared) = transition.to_shared;
            let LocalId(local) = transition.local;
            let idle = shared == to_shared && tokens == [local, NONE];
            if !idle {
                edges.push(Edge { shared, local, to_shared, tokens });
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Ok(Self::index(tts, edges))
    }

    fn index(tts: &Tts, edges: Vec<Edge>) -> Self {
        let starts = (0..=tts.shared_states).map(|shared| edges.partition_point(|edge| edge.shared < shared));
        let mut by_thread_state = FxHashMap::default();
        let mut from = 0;
        for same in edges.chunk_by(|left, right| (left.shared, left.local) == (right.shared, right.local)) {
            let to = from + same.len() as u32;
            by_thread_state.insert((same[0].shared, same[0].local), (from, to));
            from = to;
        }
        Self {
            shared_states: tts.shared_states as usize,
            local_states: tts.local_states as usize,
            starts: starts.collect(),
            by_thread_state,
            edges,
        }
    }

    /// The edges from a shared state.
    pub(crate) fn edges_of_shared(&self, shared: u32) -> &[Edge] {
        &self.edges[self.starts[shared as usize]..self.starts[shared as usize + 1]]
    }

    /// The edges of a thread state.
    pub(crate) fn edges_of(&self, shared: u32, local: u32) -> &[Edge] {
        let (from, to) = self.by_thread_state.get(&(shared, local)).copied().unwrap_or_default();
        &self.edges[from as usize..to as usize]
    }

    /// All edges.
    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }
}
