//! A downward-closed set, indexed for questions whether it has something.

use boolprog_explore::tts::{LocalId, SharedId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::locals::Locals;
use crate::sets::Ideal;
use crate::sets::check::{Threads, contains};

pub(in crate::sets::check) struct Set {
    pub(super) ideals: Vec<Indexed>,
    by_shared: FxHashMap<SharedId, Vec<usize>>,
}

pub(super) struct Indexed {
    pub(super) shared: Vec<SharedId>,
    pub(super) omega: Locals,
    pub(super) tails: Vec<Threads>,
    /// Tails with a thread in a local state.
    pub(super) with: FxHashMap<LocalId, Vec<u32>>,
    /// The local states that occur.
    present: Locals,
    /// The tails of at most two threads, and everything of at most two threads below those with at most [`LONG`].
    pairs: FxHashSet<u64>,
    /// The same with more than two threads.
    below: FxHashSet<Threads>,
    /// Tails with more threads.
    long: Vec<Threads>,
}

/// The number of threads above which not all parts of a tail are stored.
const LONG: usize = 8;

/// At most two threads, sorted, as one number.
fn pair(threads: &[LocalId]) -> Option<u64> {
    let number = |local: LocalId| u64::from(local.0) + 1;
    match *threads {
        [] => Some(0),
        [only] => Some(number(only)),
        [first, second] => Some(number(first) << 32 | number(second)),
        _ => None,
    }
}

impl Set {
    pub(in crate::sets::check) fn new(ideals: &[Ideal]) -> Self {
        let ideals: Vec<Indexed> = ideals.iter().map(Indexed::new).collect();
        let mut by_shared: FxHashMap<SharedId, Vec<usize>> = FxHashMap::default();
        for (index, ideal) in ideals.iter().enumerate() {
            for &shared in &ideal.shared {
                by_shared.entry(shared).or_default().push(index);
            }
        }
        Self { ideals, by_shared }
    }

    /// The ideals with this shared state and these omega places.
    pub(super) fn above(&self, shared: SharedId, omega: &Locals) -> Vec<&Indexed> {
        let candidates = self.by_shared.get(&shared).into_iter().flatten().map(|&index| &self.ideals[index]);
        candidates.filter(|ideal| omega.is_subset(&ideal.omega)).collect()
    }

    pub(in crate::sets::check) fn covers(&self, shared: SharedId, omega: &Locals, tail: &[LocalId]) -> bool {
        self.above(shared, omega).iter().any(|ideal| ideal.has(tail))
    }
}

impl Indexed {
    fn new(ideal: &Ideal) -> Self {
        let mut indexed = Self {
            shared: ideal.shared.clone(),
            omega: ideal.omega.iter().collect(),
            tails: Vec::with_capacity(ideal.tails.len()),
            with: FxHashMap::default(),
            present: if ideal.tails.is_empty() { Locals::default() } else { ideal.omega.iter().collect() },
            pairs: FxHashSet::default(),
            below: FxHashSet::default(),
            long: vec![],
        };
        indexed.shared.sort_unstable();
        for tail in ideal.tails.iter() {
            let mut tail = indexed.counted(tail);
            tail.sort_unstable();
            indexed.add(tail);
        }
        indexed
    }

    /// Adds a tail without omega places.
    fn add(&mut self, tail: Threads) {
        let mut last = None;
        for &local in &tail {
            if last.replace(local) != Some(local) {
                self.with.entry(local).or_default().push(self.tails.len() as u32);
                self.present.insert(local);
            }
        }
        if tail.len() > LONG {
            self.long.push(tail.clone());
        } else {
            self.add_parts(&tail);
        }
        self.tails.push(tail);
    }

    /// All parts of a part are added with it, so that a known one need not be visited again.
    fn add_parts(&mut self, tail: &[LocalId]) {
        let is_new = match pair(tail) {
            Some(pair) => self.pairs.insert(pair),
            None => !self.below.contains(tail) && self.below.insert(Threads::from_slice(tail)),
        };
        if !is_new {
            return;
        }
        for position in 0..tail.len() {
            let mut part = Threads::from_slice(tail);
            part.remove(position);
            self.add_parts(&part);
        }
    }

    pub(super) fn is_omega(&self, local: LocalId) -> bool {
        self.omega.contains(local)
    }

    pub(super) fn has_shared(&self, shared: SharedId) -> bool {
        self.shared.binary_search(&shared).is_ok()
    }

    /// Without the threads in omega places.
    pub(super) fn counted(&self, threads: &[LocalId]) -> Threads {
        let mut counted = Threads::from_slice(threads);
        counted.retain(|local| !self.is_omega(*local));
        counted
    }

    /// Returns `true` if these threads, sorted, are below a tail.
    pub(super) fn has(&self, threads: &[LocalId]) -> bool {
        if threads.iter().any(|&local| self.is_omega(local)) {
            return self.has_counted(&self.counted(threads));
        }
        self.has_counted(threads)
    }

    fn has_counted(&self, threads: &[LocalId]) -> bool {
        let is_short = pair(threads).map_or_else(|| self.below.contains(threads), |pair| self.pairs.contains(&pair));
        is_short || self.long.iter().any(|tail| contains(tail, threads))
    }

    /// The local states that occur, increasing.
    pub(super) fn locals(&self) -> Vec<LocalId> {
        self.present.iter().collect()
    }
}
