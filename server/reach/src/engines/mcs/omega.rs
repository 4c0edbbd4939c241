//! Omega sets: the places with any number of tokens. Wide, but few different ones, so each is stored once.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::bits;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OmegaId(pub(super) u32);

/// All omega sets so far, in one arena.
pub(super) struct Omegas {
    words: usize,
    arena: Vec<u64>,
    table: HashTable<u32>,
}

impl Omegas {
    /// For sets of this number of words.
    pub(super) fn new(words: usize) -> Self {
        Self { words, arena: Vec::new(), table: HashTable::new() }
    }

    pub(super) fn get(&self, OmegaId(id): OmegaId) -> &[u64] {
        &self.arena[id as usize * self.words..][..self.words]
    }

    pub(super) fn intern(&mut self, set: &[u64]) -> OmegaId {
        let Self { words, arena, table } = self;
        let hash = hash(set);
        if let Some(&id) = table.find(hash, |&id| arena[id as usize * *words..][..*words] == *set) {
            return OmegaId(id);
        }
        let id = table.len() as u32;
        arena.extend_from_slice(set);
        table.insert_unique(hash, id, |&id| self::hash(&arena[id as usize * *words..][..*words]));
        OmegaId(id)
    }

    pub(super) fn intern_with(&mut self, set: OmegaId, added: &[u32]) -> OmegaId {
        let mut larger = self.get(set).to_vec();
        for &place in added {
            bits::insert(&mut larger, place);
        }
        self.intern(&larger)
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.arena.capacity() + 5 * self.table.capacity()
    }
}

fn hash(set: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in set {
        hasher.write_u64(word);
    }
    hasher.finish()
}
