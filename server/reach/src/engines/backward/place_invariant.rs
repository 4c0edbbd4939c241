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
        self.excess(shared, threads.iter().map(|&local| (local, 1))) > 0
    }

    /// The weight above the bound of a configuration with this number of threads in each of these local states.
    pub(super) fn excess(&self, shared: SharedId, threads: impl Iterator<Item = (LocalId, u32)>) -> u64 {
        let threads = threads.map(|(local, count)| u64::from(self.locals[local.0 as usize]) * u64::from(count));
        let weight = u64::from(self.shared[shared.0 as usize]) + threads.sum::<u64>();
        weight.saturating_sub(self.bound.into())
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

/// Weights to which each rule of a net adds no more than `gain`. They are a place invariant if that is 0; otherwise the
/// excess of a configuration, divided by it, is a lower bound on the number of rules that lead above it: the optimum of
/// the state equation with the number of rules as its objective (Blondin, Haase, Offtermatt, "Directed reachability for
/// infinite-state systems", TACAS 2021, section 4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Potential {
    pub(super) weights: PlaceInvariant,
    pub(super) gain: u32,
}

impl Potential {
    /// The lower bound, in thousandths. Nothing may be excluded.
    pub(super) fn distance(&self, shared: SharedId, threads: impl Iterator<Item = (LocalId, u32)>) -> u64 {
        self.weights.excess(shared, threads).saturating_mul(1_000) / u64::from(self.gain.max(1))
    }
}

/// The weights that are not 0.
fn heavy(weights: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(weights.iter().copied()).filter(|(_, weight)| *weight > 0)
}
