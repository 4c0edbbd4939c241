//! Index of the transitions of each thread state.

use std::ops::Range;

use boolprog_base::memory;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{LocalId, SharedId};

/// The maximal number of entries per item in a table of all thread states, and [`SMALL`] more.
const PER_ITEM: u64 = 16;

/// A table of this number of thread states is small, however few items there are.
const SMALL: u64 = 1 << 12;

/// For each thread state its range in a list that is ordered by (shared, local).
#[derive(Clone, Debug)]
pub struct Index(Form);

#[derive(Clone, Debug)]
enum Form {
    /// For each thread state, row by row, where its items start; one more at the end.
    Table { starts: Vec<u32>, local_states: usize },
    /// Thread states that have any. For systems whose numbers are mostly unused.
    Sparse(FxHashMap<(SharedId, LocalId), Range<u32>>),
}

impl Index {
    /// The index of a list with these thread states, in order, whose ids are below these numbers. Linear in the list,
    /// in time and memory.
    pub fn new<I>(shared_states: u32, local_states: u32, thread_states: I) -> Self
    where
        I: ExactSizeIterator<Item = (SharedId, LocalId)>,
    {
        let all = u64::from(shared_states) * u64::from(local_states);
        if all <= PER_ITEM * thread_states.len() as u64 + SMALL {
            Self(Form::table(all as usize, local_states as usize, thread_states))
        } else {
            Self(Form::sparse(thread_states))
        }
    }

    /// The range of a thread state. Its ids need not be below the numbers.
    #[inline]
    pub fn of(&self, shared: SharedId, local: LocalId) -> Range<u32> {
        match &self.0 {
            Form::Table { starts, local_states } if (local.0 as usize) < *local_states => {
                let at = shared.0 as usize * local_states + local.0 as usize;
                match starts.get(at..at + 2) {
                    Some(&[start, end]) => start..end,
                    _ => 0..0,
                }
            }
            Form::Table { .. } => 0..0,
            Form::Sparse(ranges) => ranges.get(&(shared, local)).cloned().unwrap_or(0..0),
        }
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Form::Table { starts, .. } => size_of::<u32>() * starts.capacity(),
            Form::Sparse(ranges) => memory::of_map(ranges),
        }
    }
}

impl Form {
    fn table<I>(all: usize, local_states: usize, thread_states: I) -> Self
    where
        I: ExactSizeIterator<Item = (SharedId, LocalId)>,
    {
        let mut starts = Vec::with_capacity(all + 1);
        let items = thread_states.len() as u32;
        for (number, (SharedId(shared), LocalId(local))) in (0..).zip(thread_states) {
            let at = shared as usize * local_states + local as usize;
            if at >= starts.len() {
                starts.resize(at + 1, number);
            }
        }
        starts.resize(all + 1, items);
        Self::Table { starts, local_states }
    }

    fn sparse<I>(thread_states: I) -> Self
    where
        I: ExactSizeIterator<Item = (SharedId, LocalId)>,
    {
        let mut ranges: FxHashMap<_, Range<u32>> =
            FxHashMap::with_capacity_and_hasher(thread_states.len(), FxBuildHasher);
        for (number, thread_state) in (0..).zip(thread_states) {
            ranges.entry(thread_state).or_insert(number..number).end = number + 1;
        }
        Self::Sparse(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread_states(list: &[(u32, u32)]) -> impl ExactSizeIterator<Item = (SharedId, LocalId)> {
        list.iter().map(|&(shared, local)| (SharedId(shared), LocalId(local)))
    }

    #[test]
    fn both_forms_find_the_same() {
        let list = [(0, 2), (0, 2), (1, 0), (2, 1)];
        for form in [Form::table(9, 3, thread_states(&list)), Form::sparse(thread_states(&list))] {
            let index = Index(form);
            let found = |shared, local| index.of(SharedId(shared), LocalId(local));
            assert_eq!(found(0, 2), 0..2);
            assert_eq!(found(1, 0), 2..3);
            assert_eq!(found(2, 1), 3..4);
            for (shared, local) in [(0, 0), (0, 3), (1, 2), (2, 2), (3, 0), (9, 9)] {
                assert!(found(shared, local).is_empty(), "({shared}, {local})");
            }
        }
    }

    #[test]
    fn unused_numbers_take_no_memory() {
        let index = Index::new(u32::MAX, u32::MAX, thread_states(&[(0, 0), (u32::MAX - 1, u32::MAX - 1)]));
        assert!(index.bytes() < 1000);
        assert_eq!(index.of(SharedId(u32::MAX - 1), LocalId(u32::MAX - 1)), 1..2);
    }
}
