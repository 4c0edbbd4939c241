//! Reachable thread states, and the numbers of threads needed to reach them.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::engine::Engine;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::first::First;
use boolprog_reach::soonest::soonest;

use super::decision::Rows;
use super::ledger::Ledger;
use crate::options::{Effort, Options};
use crate::reachable::Completeness;

/// Largest number of configurations of the last search, which looks only for the first path to each thread state.
const FIRSTS_SEARCH: u64 = 40_000;

/// Largest number of configurations of the search for the fewest steps over any number of threads.
const SOONEST_SEARCH: u64 = 200_000;

/// The longest list of thread states that is not complete.
const LONGEST_SO_FAR: usize = 200_000;

/// Looks for the first path to the thread states that no search has met yet. No verdict depends on it, so its limits
/// are ignored.
pub(super) fn find_firsts<S: ThreadSystem>(ledger: &mut Ledger<'_, '_, S>, options: Options) {
    let Some(thread_states) = ledger.all.as_ref().map(Vec::len) else { return };
    let (threads, states) = match options.thread_states {
        Effort::None | Effort::Number => return,
        Effort::Short => (options.thread_limit, FIRSTS_SEARCH),
        Effort::Full => (u32::MAX, u64::MAX),
    };
    if ledger.firsts.len() < thread_states {
        let capped = Limited::new(ledger.control, Budget::states(states));
        let outcome = Bounded { thread_states }.ask(&mut *ledger.system, &[], threads, &capped);
        ledger.firsts.extend(outcome.states.firsts);
    }
    if options.thread_states == Effort::Full {
        let capped = Limited::new(ledger.control, Budget::states(SOONEST_SEARCH));
        ledger.soonest = Some(soonest(&mut *ledger.system, thread_states, &capped));
    }
}

/// Knowledge about the reachable thread states.
pub(super) fn rows<S>(ledger: &Ledger<'_, '_, S>) -> Rows {
    if let Some(states) = &ledger.all {
        return Rows {
            completeness: Completeness::Exact,
            states: states.clone(),
            firsts: ledger.firsts.clone(),
            soonest: ledger.soonest.clone(),
            live: ledger.live,
            why: None,
        };
    }
    if ledger.firsts.is_empty() {
        return Rows::default();
    }
    // The cheapest ones stay, so that the shorter list is that of a shorter search.
    let mut found: Vec<(First, (SharedId, LocalId))> =
        ledger.firsts.iter().map(|(state, first)| (*first, *state)).collect();
    if found.len() > LONGEST_SO_FAR {
        found.select_nth_unstable(LONGEST_SO_FAR);
        found.truncate(LONGEST_SO_FAR);
    }
    let mut states: Vec<(SharedId, LocalId)> = found.iter().map(|(_, state)| *state).collect();
    states.sort_unstable();
    let firsts = found.into_iter().map(|(first, state)| (state, first)).collect();
    Rows { completeness: Completeness::SoFar, states, firsts, soonest: None, live: None, why: None }
}
