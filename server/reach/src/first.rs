//! The least number of threads and steps to reach each thread state.
//!
//! A bounded search goes through the executions by increasing number of live threads, and among those with the same
//! number by increasing number of steps. So it first meets a thread state with the fewest threads, and with these in
//! the fewest steps; and a thread state not met at its end takes no less than any that it has met. The least over a
//! *set* of thread states is therefore the least over those of them that were met.

use boolprog_base::memory;
use boolprog_explore::tts::{LocalId, SharedId};
use rustc_hash::FxHashMap;

/// The least that an execution to a thread state takes: as few live threads as possible, and with these as few
/// steps as possible. The order is that in which a search finds them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct First {
    /// No execution to it has fewer live threads, at the moment with the most of them, than this.
    pub threads: u32,
    /// No execution with this number of live threads has fewer steps.
    pub steps: u32,
}

/// The thread states that were found, each with the least that it takes.
pub type Firsts = FxHashMap<(SharedId, LocalId), First>;

pub(crate) fn bytes(firsts: &Firsts) -> usize {
    memory::of_map(firsts)
}
