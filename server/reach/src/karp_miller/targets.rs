//! Which targets the labels cover.

use boolprog_explore::tts::{LocalId, SharedId, Tts};
use fixedbitset::FixedBitSet;

use super::label::Label;

/// The targets of a system, those of each shared state together.
pub(super) struct Targets {
    /// For each shared state the targets that no label covers yet.
    open: Vec<Vec<Open>>,
    covered: FixedBitSet,
    /// The properties that are asked for and not violated yet; `None` to go on to the end.
    asked: Option<Vec<u32>>,
}

/// A target that no label covers yet.
struct Open {
    index: usize,
    property: u32,
    /// Local states, and how many threads are wanted there.
    wanted: Vec<(u32, u32)>,
}

impl Targets {
    pub(super) fn new(tts: &Tts, until_violated: Option<&[u32]>) -> Self {
        let mut open: Vec<Vec<Open>> = (0..tts.shared_states).map(|_| Vec::new()).collect();
        for (index, target) in tts.targets.iter().enumerate() {
            let SharedId(shared) = target.shared;
            let groups = target.locals.chunk_by(|left, right| left == right);
            let wanted = groups.map(|same| (same[0], same.len() as u32)).map(|(LocalId(local), count)| (local, count));
            open[shared as usize].push(Open { index, property: target.property, wanted: wanted.collect() });
        }
        let covered = FixedBitSet::with_capacity(tts.targets.len());
        Self { open, covered, asked: until_violated.map(<[u32]>::to_vec) }
    }

    /// Notes what a new label covers.
    pub(super) fn inspect(&mut self, label: &Label) {
        let Self { open, covered, asked } = self;
        open[label.shared as usize].retain(|target| {
            let found = target.wanted.iter().all(|&(local, count)| label.threads[local as usize] >= count);
            if found {
                covered.insert(target.index);
                if let Some(asked) = asked {
                    asked.retain(|&property| property != target.property);
                }
            }
            !found
        });
    }

    /// Whether everything that was asked for is violated.
    pub(super) fn is_answered(&self) -> bool {
        self.asked.as_ref().is_some_and(Vec::is_empty)
    }

    pub(super) fn into_covered(self) -> FixedBitSet {
        self.covered
    }
}
