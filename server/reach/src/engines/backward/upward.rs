//! Upward-closed sets of configurations, by the elements that generate them.

use std::iter;

use crate::multisets::is_within;
use boolprog_explore::tts::{LocalId, SharedId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The local states of some threads, sorted, with repetition.
pub(super) type Threads = SmallVec<[LocalId; 4]>;

/// Everything above one of its generators: with the same shared state, and at least their threads.
#[derive(Default)]
pub(super) struct UpwardClosed {
    rows: FxHashMap<SharedId, FxHashSet<Threads>>,
}

impl UpwardClosed {
    pub(super) fn insert(&mut self, shared: SharedId, threads: Threads) {
        self.rows.entry(shared).or_default().insert(threads);
    }

    pub(super) fn remove(&mut self, shared: SharedId, threads: &Threads) {
        if let Some(row) = self.rows.get_mut(&shared) {
            row.remove(threads);
        }
    }

    pub(super) fn remove_if(&mut self, is_unwanted: impl Fn(SharedId, &Threads) -> bool) -> usize {
        let before = self.len();
        for (&shared, row) in &mut self.rows {
            row.retain(|threads| !is_unwanted(shared, threads));
        }
        before - self.len()
    }

    fn len(&self) -> usize {
        self.rows.values().map(FxHashSet::len).sum()
    }

    /// Returns `true` if the configuration is in the set.
    pub(super) fn contains(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        self.rows.get(&shared).is_some_and(|row| has_below(row, threads, |_| true))
    }

    /// Returns `true` if a generator is below the configuration and not equal to it.
    pub(super) fn contains_smaller(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        let smaller = |generator: &[LocalId]| generator.len() < threads.len();
        self.rows.get(&shared).is_some_and(|row| has_below(row, threads, smaller))
    }

    /// The number of look-ups or comparisons for a query about these threads.
    pub(super) fn effort(&self, shared: SharedId, threads: &[LocalId]) -> usize {
        self.rows.get(&shared).map_or(0, |row| number_of_parts(threads).min(row.len()))
    }

    /// The generators that are not above others, sorted.
    pub(super) fn minimal(&self) -> Vec<(SharedId, Vec<LocalId>)> {
        let all = self.rows.iter().flat_map(|(&shared, row)| row.iter().map(move |threads| (shared, threads)));
        let minimal = all.filter(|(shared, threads)| !self.contains_smaller(*shared, threads));
        let mut minimal: Vec<_> = minimal.map(|(shared, threads)| (shared, threads.to_vec())).collect();
        minimal.sort_unstable();
        minimal
    }
}

/// Returns `true` if a wanted generator is below these threads. Looks up their parts, or iterates over the generators,
/// if these are fewer.
fn has_below(row: &FxHashSet<Threads>, threads: &[LocalId], wanted: impl Fn(&[LocalId]) -> bool) -> bool {
    if number_of_parts(threads) <= row.len() {
        parts(threads).any(|part| wanted(&part) && row.contains(&part))
    } else {
        row.iter().any(|generator| wanted(generator) && is_within(generator, threads))
    }
}

/// The number of lists that [`parts`] gives, equal ones counted.
fn number_of_parts(threads: &[LocalId]) -> usize {
    1_usize.checked_shl(threads.len() as u32).unwrap_or(usize::MAX)
}

/// Every list that is left of a sorted list of fewer than 64 threads when some are taken out, each once.
fn parts(threads: &[LocalId]) -> impl Iterator<Item = Threads> {
    // Of equal threads the first ones are chosen. A choice that keeps one and not the equal one before it is left out.
    let repeated = iter::zip(1.., threads.windows(2)).filter(|(_, pair)| pair[0] == pair[1]);
    let repeated: u64 = repeated.map(|(bit, _)| 1 << bit).sum();
    let choices = (0..1_u64 << threads.len()).filter(move |choice| choice & repeated & !(choice << 1) == 0);
    choices.map(move |choice| {
        let kept = (0..).zip(threads).filter(|(bit, _)| choice >> bit & 1 == 1);
        kept.map(|(_, &local)| local).collect()
    })
}

/// Takes one thread in this local state out; whether there was one.
pub(super) fn take(threads: &mut Threads, local: LocalId) -> bool {
    let position = threads.iter().position(|&other| other == local);
    position.map(|position| threads.remove(position)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(locals: &[u32]) -> Threads {
        locals.iter().copied().map(LocalId).collect()
    }

    #[test]
    fn each_part_comes_once() {
        let parts: Vec<Threads> = parts(&threads(&[1, 1, 2])).collect();
        let expected: [&[u32]; 6] = [&[], &[1], &[1, 1], &[2], &[1, 2], &[1, 1, 2]];
        assert_eq!(parts, expected.map(threads));
    }

    #[test]
    fn both_lookups_agree() {
        let mut set = UpwardClosed::default();
        let generators: [&[u32]; 5] = [&[1, 1], &[2, 3], &[4], &[5, 5, 5], &[6, 7]];
        for (count, generator) in (1..).zip(generators) {
            set.insert(SharedId(0), threads(generator));
            assert_eq!(set.minimal().len(), count);
            for (query, expected) in
                [(&[1][..], false), (&[1, 1], true), (&[0, 1, 1, 2], true), (&[1, 2], false), (&[], false)]
            {
                assert_eq!(set.contains(SharedId(0), &threads(query)), expected, "{count}: {query:?}");
            }
        }
        assert!(!set.contains(SharedId(1), &threads(&[4])));
        assert!(!set.contains_smaller(SharedId(0), &threads(&[4])));
        assert!(set.contains_smaller(SharedId(0), &threads(&[4, 4])));
        set.insert(SharedId(0), threads(&[5]));
        assert_eq!(set.minimal().len(), 5);
        set.remove(SharedId(0), &threads(&[5]));
        assert!(!set.contains(SharedId(0), &threads(&[5])));
    }
}
