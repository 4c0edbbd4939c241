//! Weights that no step may increase.

use boolprog_explore::tts::{Effect, LocalId, SharedId, Transition};
use rustc_hash::FxHashMap;

use super::Origins;
use crate::sets::PlaceInvariant;

pub(super) struct Weights {
    shared: FxHashMap<SharedId, u32>,
    locals: FxHashMap<LocalId, u32>,
    bound: i64,
}

impl Weights {
    pub(super) fn new(PlaceInvariant { shared, locals, bound }: &PlaceInvariant) -> Self {
        let (shared, locals) = (shared.iter().copied().collect(), locals.iter().copied().collect());
        Self { shared, locals, bound: (*bound).into() }
    }

    fn shared(&self, shared: SharedId) -> i64 {
        self.shared.get(&shared).copied().unwrap_or_default().into()
    }

    fn local(&self, local: LocalId) -> i64 {
        self.locals.get(&local).copied().unwrap_or_default().into()
    }

    /// Returns `true` if these threads, and any with more of them, are too heavy.
    pub(super) fn exclude(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        let threads: i64 = threads.iter().map(|&local| self.local(local)).sum();
        self.shared(shared) + threads > self.bound
    }

    /// `true` if these threads may be too heavy together with any number in some local states.
    pub(super) fn may_exclude(&self, shared: SharedId, threads: &[LocalId], any_number: &[LocalId]) -> bool {
        any_number.iter().any(|&local| self.local(local) > 0) || self.exclude(shared, threads)
    }

    /// `true` if a step by this transition may increase the weight; `moved` lists the origins of its transfer.
    pub(super) fn may_grow(&self, transition: &Transition, moved: Option<&Origins>) -> bool {
        let created = match transition.effect {
            Effect::Create(local) => Some(local),
            Effect::None | Effect::Each(_) | Effect::One(_) => None,
        };
        let before = self.shared(transition.shared) + self.local(transition.local);
        let after = transition.to_local.into_iter().chain(created).map(|local| self.local(local)).sum::<i64>();
        let gain = self.shared(transition.to_shared) + after - before;
        let moves = moved.into_iter().flatten();
        let gains = moves.flat_map(|(&to, origins)| origins.iter().map(move |&from| self.local(to) - self.local(from)));
        let largest = gains.max().unwrap_or_default().max(0);
        match transition.effect {
            // As many threads as possible.
            Effect::Each(_) => gain > 0 || largest > 0,
            // One, or none.
            Effect::One(_) => gain + largest > 0,
            Effect::None | Effect::Create(_) => gain > 0,
        }
    }
}
