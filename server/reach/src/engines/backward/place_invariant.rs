//! Place invariants that hold in everything that is reachable.
//!
//! A place invariant gives each shared and each local state a weight that is not negative. The weight of a configuration is
//! that of its shared state and of all its threads. If every initial configuration weighs at most `bound` and no step
//! increases the weight, then whatever weighs more is unreachable; and since more threads weigh more, that is an
//! upward-closed set. What leads to it weighs too much, too: so a backward search may leave out a configuration that is
//! too heavy, and its predecessors need not be looked for.
//!
//! [`conditions`](super::conditions) says which weights these are, and finds some.

use boolprog_explore::tts::{LocalId, SharedId};

use boolprog_certificate::sets;

/// Weights that no step increases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlaceInvariant {
    /// Of each shared state.
    pub(super) shared: Vec<u32>,
    /// Of each local state.
    pub(super) locals: Vec<u32>,
    /// What everything reachable weighs at most.
    pub(super) bound: u32,
}

impl PlaceInvariant {
    /// Whether these threads weigh too much to be reachable, and so does everything above them.
    pub(super) fn excludes(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        let threads: u64 = threads.iter().map(|local| u64::from(self.locals[local.0 as usize])).sum();
        u64::from(self.shared[shared.0 as usize]) + threads > u64::from(self.bound)
    }

    /// The same as evidence.
    pub(super) fn certificate(&self) -> sets::PlaceInvariant {
        sets::PlaceInvariant {
            shared: heavy(&self.shared).map(|(state, weight)| (SharedId(state), weight)).collect(),
            locals: heavy(&self.locals).map(|(state, weight)| (LocalId(state), weight)).collect(),
            bound: self.bound,
        }
    }
}

/// The weights that are not 0.
fn heavy(weights: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(weights.iter().copied()).filter(|(_, weight)| *weight > 0)
}
