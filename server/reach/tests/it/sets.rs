//! Looking at coverability sets, and at trees that may be too large for it.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::sets::Ideal;
use boolprog_explore::tts::{LocalId, SharedId};

/// Stops after this number of states: the tree of a small system can be astronomically large.
pub(crate) struct AtMost(pub(crate) u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// One label per shared state and tail, sorted.
pub(crate) fn labels(ideals: &[Ideal]) -> Vec<(SharedId, Vec<LocalId>, Vec<LocalId>)> {
    let labels = ideals.iter().flat_map(|ideal| {
        let tails =
            move |&shared: &SharedId| ideal.tails.iter().map(move |tail| (shared, ideal.omega.clone(), tail.to_vec()));
        ideal.shared.iter().flat_map(tails)
    });
    let mut labels: Vec<_> = labels.collect();
    labels.sort();
    labels
}
