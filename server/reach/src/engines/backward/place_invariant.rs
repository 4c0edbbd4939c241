//! Place invariants of all reachable configurations.
//!
//! A place invariant gives each shared and each local state a weight that is not negative. The weight of a
//! configuration is that of its shared state and of all its threads. If every initial configuration weighs at most
//! `bound` and no step increases the weight, then every heavier configuration is unreachable; and since more threads
//! weigh more, these form an upward-closed set. Their predecessors are too heavy, too: so a backward search may leave
//! out a configuration that is too heavy, with its predecessors.
//!
//! [`conditions`](super::conditions) characterises these weights, and finds some.

use boolprog_explore::tts::{LocalId, SharedId};

use boolprog_certificate::sets;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlaceInvariant {
    pub(super) shared: Vec<u32>,
    pub(super) locals: Vec<u32>,
    /// Largest weight of a reachable configuration.
    pub(super) bound: u32,
}

impl PlaceInvariant {
    /// `true` if these threads weigh too much to be reachable, and so does everything above them.
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
