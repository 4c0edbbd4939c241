//! Which targets are covered so far.

use boolprog_explore::tts::{LocalId, SharedId, Target, Tts};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::bits;
use super::context::{ContextId, Contexts};
use super::tail::is_within;

/// The targets of a system, those of each shared state together.
pub(super) struct Targets {
    list: Vec<Target>,
    by_shared: FxHashMap<u32, Vec<usize>>,
    /// For each context the targets that no node covers yet, with the places besides the omega places.
    open: Vec<Option<Vec<Open>>>,
    covered: FixedBitSet,
    /// The properties that are asked for and not violated yet; `None` to go on to the end.
    asked: Option<Vec<u32>>,
}

/// A target with the places that the tail of a node has to cover.
struct Open {
    index: usize,
    rest: Vec<u32>,
}

impl Open {
    fn new(index: usize, target: &Target, omega: &[u64]) -> Self {
        let places = target.locals.iter().map(|&LocalId(place)| place);
        Self { index, rest: places.filter(|&place| !bits::contains(omega, place)).collect() }
    }
}

impl Targets {
    pub(super) fn new(tts: &Tts, until_violated: Option<&[u32]>) -> Self {
        let mut by_shared: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (index, target) in tts.targets.iter().enumerate() {
            let SharedId(shared) = target.shared;
            by_shared.entry(shared).or_default().push(index);
        }
        Self {
            list: tts.targets.clone(),
            by_shared,
            open: Vec::new(),
            covered: FixedBitSet::with_capacity(tts.targets.len()),
            asked: until_violated.map(<[u32]>::to_vec),
        }
    }

    /// Notes what a new node covers. Its tail has no omega places.
    pub(super) fn inspect(&mut self, contexts: &Contexts, context: ContextId, tail: &[u32]) {
        let Self { list, by_shared, open, covered, asked } = self;
        let ContextId(index) = context;
        if open.len() <= index as usize {
            open.resize_with(contexts.len(), || None);
        }
        let open = open[index as usize].get_or_insert_with(|| {
            let shared = contexts.shared(context).iter();
            let indices = shared.filter_map(|shared| by_shared.get(shared)).flatten();
            indices.map(|&index| Open::new(index, &list[index], contexts.omega(context))).collect()
        });
        open.retain(|target| {
            if is_within(&target.rest, tail) {
                covered.insert(target.index);
                if let Some(asked) = asked {
                    asked.retain(|&property| property != list[target.index].property);
                }
            }
            !covered.contains(target.index)
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
