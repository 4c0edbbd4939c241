//! Interned rows of words.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Rows of equal width, packed one after the other; equal rows have one number.
pub(super) struct Arena {
    width: usize,
    words: Vec<u64>,
    numbers: HashTable<u32>,
}

impl Arena {
    /// An empty arena of rows of this many words, at least one.
    pub(super) fn new(width: usize) -> Self {
        Self { width: width.max(1), words: Vec::new(), numbers: HashTable::new() }
    }

    pub(super) fn get(&self, number: u32) -> &[u64] {
        row(&self.words, self.width, number)
    }

    /// The number of a row, a new one if it is new.
    pub(super) fn intern(&mut self, new: &[u64]) -> u32 {
        let Self { width, words, numbers } = self;
        let width = *width;
        if let Some(&number) = numbers.find(hash(new), |&number| row(words, width, number) == new) {
            return number;
        }
        let number = (words.len() / width) as u32;
        words.extend_from_slice(new);
        numbers.insert_unique(hash(new), number, |&number| hash(row(words, width, number)));
        number
    }

    pub(super) fn len(&self) -> u32 {
        (self.words.len() / self.width) as u32
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.numbers.capacity() * size_of::<u32>()
    }
}

fn row(words: &[u64], width: usize, number: u32) -> &[u64] {
    let start = number as usize * width;
    &words[start..start + width]
}

fn hash(row: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in row {
        hasher.write_u64(word);
    }
    hasher.finish()
}
