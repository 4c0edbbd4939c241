//! Words about objects and threads: numbers that are 0 unless they were set.

use std::collections::BTreeMap;
use std::ops::Range;

/// Number of bytes that are kept for a word.
const KEPT: u64 = 48;

/// A word for each pair of numbers, such as the address of an object and the number of a thread. Those that are 0 take no memory.
#[derive(Clone, Hash, Debug, Default)]
pub(crate) struct Words(BTreeMap<(u64, u64), i64>);

impl Words {
    /// The word of a pair.
    pub(crate) fn get(&self, first: u64, second: u64) -> i64 {
        self.0.get(&(first, second)).copied().unwrap_or(0)
    }

    /// Sets the word of a pair.
    pub(crate) fn set(&mut self, first: u64, second: u64, word: i64) {
        if word == 0 {
            self.0.remove(&(first, second));
        } else {
            self.0.insert((first, second), word);
        }
    }

    /// The second numbers that have a word with a first one, in order.
    pub(crate) fn with(&self, first: u64) -> impl Iterator<Item = u64> {
        self.0.range((first, 0)..=(first, u64::MAX)).map(|((_, second), _)| *second)
    }

    /// The first numbers that have a word with a second one, in order. Linear in the number of words.
    pub(crate) fn of(&self, second: u64) -> impl Iterator<Item = u64> {
        self.0.keys().filter(move |pair| pair.1 == second).map(|(first, _)| *first)
    }

    /// The words of these first numbers are 0 again. Takes time linear in the number of them that are not.
    pub(crate) fn forget(&mut self, first: Range<u64>) {
        while let Some((pair, _)) = self.0.range((first.start, 0)..(first.end, 0)).next() {
            let pair = *pair;
            self.0.remove(&pair);
        }
    }

    /// Number of bytes that are kept.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.len() as u64 * KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_unless_they_were_set() {
        let mut words = Words::default();
        words.set(16, 1, 5);
        words.set(16, 2, -1);
        words.set(32, 1, 7);
        assert_eq!((words.get(16, 1), words.get(16, 2), words.get(16, 3)), (5, -1, 0));
        assert_eq!(words.with(16).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(words.of(1).collect::<Vec<_>>(), [16, 32]);
        words.set(16, 1, 0);
        assert_eq!(words.with(16).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn words_of_a_range_are_forgotten() {
        let mut words = Words::default();
        for first in [15, 16, 23, 24] {
            words.set(first, 1, 1);
        }
        words.forget(16..24);
        assert_eq!([15, 16, 23, 24].map(|first| words.get(first, 1)), [1, 0, 0, 1]);
        words.forget(0..100);
        assert_eq!(words.bytes(), 0);
    }
}
