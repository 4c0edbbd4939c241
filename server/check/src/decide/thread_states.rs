//! Which thread states are reachable, and what it takes to get to them.

use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::bounded::{self, First, Firsts};

use super::{Capped, Decider};
use crate::options::{Effort, Options};
use crate::reachable::{Completeness, LiveThreads};

/// Configurations that the last search may visit, which asks only for the first way to each thread state.
const FIRSTS_SEARCH: u64 = 40_000;

/// The longest list of thread states that is not complete.
const LONGEST_SO_FAR: usize = 200_000;

/// Thread states that were found to be reachable.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// What the list is worth.
    pub completeness: Completeness,
    /// Pairs of shared and local state, sorted.
    pub states: Vec<(SharedId, LocalId)>,
    /// The least that it takes to get to them, for those that a bounded search has met. Any set of `states` with one
    /// that is listed here has its least among those that are.
    pub firsts: Firsts,
    /// How many threads are alive at the same time, if that is known.
    pub live: Option<LiveThreads>,
}

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Looks for the first way to the thread states that no search has met yet. Nothing depends on it, so whatever stops
    /// it is no reason for anything.
    pub(super) fn find_firsts(&mut self, options: Options) {
        let Some(thread_states) = self.exact.as_ref().map(Vec::len) else { return };
        let (threads, states) = match options.thread_states {
            Effort::None | Effort::Number => return,
            Effort::Short => (options.thread_limit, FIRSTS_SEARCH),
            Effort::Full => (u32::MAX, u64::MAX),
        };
        if self.firsts.len() < thread_states {
            let question = bounded::Question { properties: Vec::new(), threads, thread_states };
            let capped = Capped { control: self.control, states };
            self.firsts.extend(bounded::search(self.system, &question, &capped).firsts);
        }
    }

    /// What is known of the reachable thread states.
    pub(super) fn rows(&self) -> Rows {
        if let Some(states) = &self.exact {
            return Rows {
                completeness: Completeness::Exact,
                states: states.clone(),
                firsts: self.firsts.clone(),
                live: self.live,
            };
        }
        if self.firsts.is_empty() {
            return Rows::default();
        }
        // What takes least stays, so that the shorter list is that of a shorter search.
        let mut found: Vec<(First, (SharedId, LocalId))> =
            self.firsts.iter().map(|(state, first)| (*first, *state)).collect();
        if found.len() > LONGEST_SO_FAR {
            found.select_nth_unstable(LONGEST_SO_FAR);
            found.truncate(LONGEST_SO_FAR);
        }
        let mut states: Vec<(SharedId, LocalId)> = found.iter().map(|(_, state)| *state).collect();
        states.sort_unstable();
        let firsts = found.into_iter().map(|(first, state)| (state, first)).collect();
        Rows { completeness: Completeness::SoFar, states, firsts, live: None }
    }

    /// Counts the shared and the local states of a set of thread states.
    pub(super) fn count(&mut self, states: &[(SharedId, LocalId)]) {
        let mut locals: Vec<LocalId> = states.iter().map(|state| state.1).collect();
        locals.sort_unstable();
        locals.dedup();
        self.local_states = locals.len() as u64;
        self.shared_states = states.chunk_by(|a, b| a.0 == b.0).count() as u64;
    }
}
