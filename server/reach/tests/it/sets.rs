//! Looking at coverability sets, and at trees that may be too large for it.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::sets::Region;
use boolprog_explore::tts::{LocalId, SharedId};

/// Stops after so many states: the tree of a small system can be astronomically large.
pub(crate) struct AtMost(pub(crate) u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// One label per shared state and tail, sorted.
pub(crate) fn labels(regions: &[Region]) -> Vec<(SharedId, Vec<LocalId>, Vec<LocalId>)> {
    let labels = regions.iter().flat_map(|region| {
        let tails = move |&shared: &SharedId| {
            region.tails.iter().map(move |tail| (shared, region.omega.clone(), tail.to_vec()))
        };
        region.shared.iter().flat_map(tails)
    });
    let mut labels: Vec<_> = labels.collect();
    labels.sort();
    labels
}
