//! A plain system as a Petri net: one place per local state, shared states as its control.
//!
//! Plain means that a step changes the active thread and the shared state and may start one other thread, so that more
//! threads can always do everything that fewer can. Acceleration (if a sequence of steps leads from a configuration to
//! a larger one with the same shared state, repeat it) is sound for these systems only.

use boolprog_base::engine::Undecided;
use boolprog_explore::tts::{Effect, Index, LocalId, SharedId, Transition, Tts};

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
    /// Fails if the transition changes other threads.
    fn new(transition: &Transition) -> Result<Self, Undecided> {
        let created = match transition.effect {
            Effect::None => None,
            Effect::Create(local) => Some(local),
            Effect::Each(_) | Effect::One(_) => {
                return Err(Undecided::Refused(
                    "its steps change other threads (`x$`, `signal` or `broadcast`), which acceleration cannot follow"
                        .to_owned(),
                ));
            }
        };
        let mut tokens = [transition.to_local, created].map(|local| local.map_or(NONE, |LocalId(local)| local));
        tokens.sort_unstable();
        let (SharedId(shared), SharedId(to_shared)) = (transition.shared, transition.to_shared);
        let LocalId(local) = transition.local;
        Ok(Self { shared, local, to_shared, tokens })
    }

    fn is_idle(&self) -> bool {
        self.shared == self.to_shared && self.tokens == [self.local, NONE]
    }

    /// Places that get tokens: the local state afterwards unless the thread ends, and that of a created thread.
    pub(crate) fn produced(&self) -> impl Iterator<Item = u32> + use<> {
        self.tokens.into_iter().take_while(|&token| token != NONE)
    }
}

pub(crate) struct Net {
    pub(crate) shared_states: usize,
    pub(crate) local_states: usize,
    /// Edges ordered by (shared, local), each once, without those that change nothing.
    edges: Vec<Edge>,
    /// For each shared state where its edges start; one more at the end.
    starts: Vec<u32>,
    by_thread_state: Index,
}

impl Net {
    /// Refuses a system in which steps change other threads.
    pub(crate) fn new(tts: &Tts) -> Result<Self, Undecided> {
        let mut edges = Vec::with_capacity(tts.transitions.len());
        for transition in &tts.transitions {
            let edge = Edge::new(transition)?;
            if !edge.is_idle() {
                edges.push(edge);
            }
        }
        if !edges.is_sorted_by(|left, right| left < right) {
            edges.sort_unstable();
            edges.dedup();
        }
        let mut starts = vec![0; tts.shared_states as usize + 1];
        for edge in &edges {
            starts[edge.shared as usize + 1] += 1;
        }
        for shared in 1..starts.len() {
            starts[shared] += starts[shared - 1];
        }
        let thread_states = edges.iter().map(|edge| (SharedId(edge.shared), LocalId(edge.local)));
        let by_thread_state = Index::new(tts.shared_states, tts.local_states, thread_states);
        let (shared_states, local_states) = (tts.shared_states as usize, tts.local_states as usize);
        Ok(Self { shared_states, local_states, edges, starts, by_thread_state })
    }

    /// The edges from a shared state, by increasing local state.
    pub(crate) fn edges_of_shared(&self, shared: u32) -> &[Edge] {
        &self.edges[self.starts[shared as usize] as usize..self.starts[shared as usize + 1] as usize]
    }

    pub(crate) fn edges_of(&self, shared: u32, local: u32) -> &[Edge] {
        let range = self.by_thread_state.of(SharedId(shared), LocalId(local));
        &self.edges[range.start as usize..range.end as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Edge>() * self.edges.capacity()
            + size_of::<u32>() * self.starts.capacity()
            + self.by_thread_state.bytes()
    }
}
