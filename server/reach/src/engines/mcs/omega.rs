//! Omega sets: the places with any number of tokens. Wide, but few different ones, so each is stored once.

use boolprog_base::Arena;

use super::bits;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OmegaId(pub(super) u32);

/// All omega sets so far.
pub(super) struct Omegas(Arena<u64>);

impl Omegas {
    /// For sets of this number of words.
    pub(super) fn new(words: usize) -> Self {
        Self(Arena::new(words))
    }

    pub(super) fn get(&self, OmegaId(id): OmegaId) -> &[u64] {
        self.0.get(id)
    }

    pub(super) fn intern(&mut self, set: &[u64]) -> OmegaId {
        OmegaId(self.0.intern(set))
    }

    pub(super) fn intern_with(&mut self, set: OmegaId, added: &[u32]) -> OmegaId {
        let mut larger = self.get(set).to_vec();
        for &place in added {
            bits::insert(&mut larger, place);
        }
        self.intern(&larger)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
