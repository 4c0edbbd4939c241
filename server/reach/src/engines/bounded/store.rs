//! Configurations of boundedly many threads, packed.

use std::hash::Hasher;

use boolprog_base::{Parts, memory};
use boolprog_explore::tts::{LocalId, SharedId};
use rustc_hash::FxHasher;

use crate::threads::AllStates;
use boolprog_certificate::sets::Certificate;

/// A set of configurations, each with at most `width` live threads, numbered from 0 in order of insertion.
///
/// A configuration is a shared state and the sorted list of the local states of its threads: threads in the same local
/// state are not distinguished, which divides the number of configurations by up to n! for n threads. All lie in two
/// flat arrays (4 bytes times width + 1 each), the index is a table of their numbers.
#[derive(Clone, Debug)]
pub struct Configurations {
    width: usize,
    shared: Vec<SharedId>,
    /// `width` entries each; those after the last thread are [`ABSENT`].
    locals: Vec<LocalId>,
    table: Parts<u32>,
}

/// A number that sorts after every thread.
const ABSENT: LocalId = LocalId(u32::MAX);

impl Configurations {
    /// The empty set of configurations with at most `width` live threads.
    pub(super) fn new(width: usize) -> Self {
        Self { width, shared: Vec::new(), locals: Vec::new(), table: Parts::default() }
    }

    pub fn len(&self) -> usize {
        self.shared.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shared.is_empty()
    }

    /// One of them: its shared state and its threads, sorted.
    pub fn get(&self, index: u32) -> (SharedId, &[LocalId]) {
        let index = index as usize;
        let row = &self.locals[index * self.width..][..self.width];
        (self.shared[index], &row[..row.partition_point(|&local| local != ABSENT)])
    }

    /// All of them, in order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (SharedId, &[LocalId])> {
        (0..self.shared.len() as u32).map(|index| self.get(index))
    }

    pub(super) fn thread_states(&self) -> AllStates {
        let mut states: Vec<_> =
            self.iter().flat_map(|(shared, locals)| locals.iter().map(move |&local| (shared, local))).collect();
        states.sort_unstable();
        states.dedup();
        let most_threads = self.iter().map(|(_, locals)| locals.len() as u32).max();
        AllStates { states, most_threads, maximal_markings: None }
    }

    /// Adds a configuration; its number if it is new. `threads` is sorted and no longer than the width.
    pub(super) fn insert(&mut self, shared: SharedId, threads: &[LocalId]) -> Option<u32> {
        let (index, is_new) = self.number(shared, threads);
        is_new.then_some(index)
    }

    /// Adds a configuration if it is not there; its number, and whether it is new. `threads` is sorted and no longer
    /// than the width.
    pub(super) fn number(&mut self, shared: SharedId, threads: &[LocalId]) -> (u32, bool) {
        debug_assert!(threads.len() <= self.width && threads.is_sorted());
        let Self { width, shared: all_shared, locals, table } = self;
        let row = |index: u32| {
            let row = &locals[index as usize * *width..][..*width];
            (all_shared[index as usize], &row[..row.partition_point(|&local| local != ABSENT)])
        };
        let is_equal = |&index: &u32| row(index) == (shared, threads);
        let rehash = |&index: &u32| {
            let (shared, threads) = row(index);
            self::hash(shared, threads)
        };
        let hash = hash(shared, threads);
        if let Some(&index) = table.find(hash, is_equal) {
            return (index, false);
        }
        let index = all_shared.len() as u32;
        table.insert_unique(hash, index, rehash);
        all_shared.push(shared);
        locals.extend_from_slice(threads);
        locals.resize(all_shared.len() * *width, ABSENT);
        (index, true)
    }

    pub(super) fn bytes(&self) -> usize {
        memory::of_vec(&self.shared) + memory::of_vec(&self.locals) + self.table.bytes()
    }
}

impl From<&Configurations> for Certificate {
    /// The configurations that an exhaustive search found.
    fn from(found: &Configurations) -> Self {
        Self::Configurations(found.iter().map(|(shared, threads)| (shared, threads.to_vec())).collect())
    }
}

fn hash(shared: SharedId, threads: &[LocalId]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(shared.0);
    for local in threads {
        hasher.write_u32(local.0);
    }
    hasher.finish()
}
