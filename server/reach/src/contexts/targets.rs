//! Which targets are covered so far.

use boolprog_explore::tts::{LocalId, SharedId, Target, Tts};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::bits;
use super::context::{ContextId, Contexts};
use super::tail::{Tail, is_within};

/// The targets of a system, those of each shared state together.
pub(super) struct Targets {
    list: Vec<Target>,
    by_shared: FxHashMap<u32, Vec<usize>>,
    /// For each context the targets that no node of it covers yet, with the places besides the omega places.
    open: FxHashMap<ContextId, Vec<(usize, Tail)>>,
    covered: FixedBitSet,
    /// The properties that are asked for and not violated yet; `None` to go on to the end.
    asked: Option<Vec<u32>>,
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
            open: FxHashMap::default(),
            covered: FixedBitSet::with_capacity(tts.targets.len()),
            asked: until_violated.map(<[u32]>::to_vec),
        }
    }

    /// Notes what a new node covers.
    pub(super) fn inspect(&mut self, contexts: &Contexts, context: ContextId, tail: &Tail) {
        let Self { list, by_shared, open, covered, asked } = self;
        let open = open.entry(context).or_insert_with(|| {
            let omega = contexts.omega(context);
            let shared = contexts.get(context).shared.iter();
            let indices = shared.filter_map(|shared| by_shared.get(shared)).flatten().copied();
            let rest = |index: usize| {
                let places = list[index].locals.iter().map(|&LocalId(place)| place);
                let mut rest: Tail = places.filter(|&place| !bits::contains(omega, place)).collect();
                rest.sort_unstable();
                (index, rest)
            };
            indices.map(rest).collect()
        });
        open.retain(|(index, rest)| {
            if is_within(rest, tail) {
                covered.insert(*index);
                if let Some(asked) = asked {
                    asked.retain(|&property| property != list[*index].property);
                }
            }
            !covered.contains(*index)
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
