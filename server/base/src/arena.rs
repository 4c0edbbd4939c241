//! Interned rows of words.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::{Parts, memory};

/// Rows of equal width, packed one after the other; equal rows have one number.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    width: usize,
    words: Vec<T>,
    numbers: Parts<u32>,
}

impl<T: Copy + Hash + Eq> Arena<T> {
    /// An empty arena of rows of this many words.
    pub fn new(width: usize) -> Self {
        Self { width, words: Vec::new(), numbers: Parts::default() }
    }

    /// The row with this number.
    pub fn get(&self, number: u32) -> &[T] {
        row(&self.words, self.width, number)
    }

    /// The number of a row, counted from 0 in order of first occurrence.
    pub fn intern(&mut self, new: &[T]) -> u32 {
        let Self { width, words, numbers } = self;
        let width = *width;
        if let Some(&number) = numbers.find(hash(new), |&number| row(words, width, number) == new) {
            return number;
        }
        let number = numbers.len() as u32;
        words.extend_from_slice(new);
        numbers.insert_unique(hash(new), number, |&number| hash(row(words, width, number)));
        number
    }

    /// The number of rows.
    pub fn len(&self) -> u32 {
        self.numbers.len() as u32
    }

    /// Returns `true` if there is no row.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        memory::of_vec(&self.words) + self.numbers.bytes()
    }
}

fn row<T>(words: &[T], width: usize, number: u32) -> &[T] {
    let start = number as usize * width;
    &words[start..start + width]
}

fn hash<T: Hash>(row: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in row {
        word.hash(&mut hasher);
    }
    hasher.finish()
}
