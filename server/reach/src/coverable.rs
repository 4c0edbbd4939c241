//! Configurations known to be coverable, from an unfinished forward search.
//!
//! Every marking that [`mcs`](crate::engines::mcs) inserts is justified: everything below it can be covered, whatever
//! the search finds later. So the maximal markings at any moment can be used.

use boolprog_certificate::sets::Ideal;
use boolprog_explore::tts::{LocalId, SharedId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// A downward-closed set of configurations that can be covered.
#[derive(Clone, Debug, Default)]
pub struct Coverable {
    ideals: Vec<Below>,
    /// For each shared state the ideals that have it.
    by_shared: FxHashMap<SharedId, Vec<u32>>,
    bytes: usize,
}

/// An ideal with an index of its tails.
#[derive(Clone, Debug)]
struct Below {
    omega: FixedBitSet,
    /// For each local state and its number the tails that have it at least that often, increasing.
    tails: FxHashMap<(LocalId, u32), Vec<u32>>,
}

impl Coverable {
    /// The configurations below these ideals, which need not be all. Linear.
    pub fn new(ideals: &[Ideal]) -> Self {
        let mut coverable = Self::default();
        for (number, ideal) in (0..).zip(ideals) {
            for &shared in &ideal.shared {
                coverable.by_shared.entry(shared).or_default().push(number);
            }
            let below = Below::new(ideal);
            coverable.bytes += below.bytes() + 4 * ideal.shared.len();
            coverable.ideals.push(below);
        }
        coverable
    }

    /// Returns `true` if a configuration with this shared state and at least these threads, sorted, is known to be
    /// reachable.
    pub fn contains(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        let mut ideals = self.by_shared.get(&shared).into_iter().flatten();
        ideals.any(|&ideal| self.ideals[ideal as usize].contains(threads))
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Below {
    fn new(ideal: &Ideal) -> Self {
        let mut tails: FxHashMap<(LocalId, u32), Vec<u32>> = FxHashMap::default();
        for (number, tail) in (0..).zip(ideal.tails.iter()) {
            for place in numbered(tail.iter().copied()) {
                tails.entry(place).or_default().push(number);
            }
        }
        Self { omega: ideal.omega.iter().map(|&LocalId(local)| local as usize).collect(), tails }
    }

    fn bytes(&self) -> usize {
        let tails = self.tails.values().map(|tails| 4 * tails.capacity() + size_of::<(LocalId, u32, Vec<u32>)>());
        size_of::<Self>() + self.omega.len() / 8 + tails.sum::<usize>()
    }

    /// `true` if some tail has all the threads that are not in omega.
    fn contains(&self, threads: &[LocalId]) -> bool {
        let outside = threads.iter().copied().filter(|&LocalId(local)| !self.omega.contains(local as usize));
        let lists: Option<Vec<&Vec<u32>>> = numbered(outside).map(|place| self.tails.get(&place)).collect();
        let Some(mut lists) = lists else { return false };
        lists.sort_unstable_by_key(|list| list.len());
        let Some((shortest, others)) = lists.split_first() else { return true };
        shortest.iter().any(|tail| others.iter().all(|list| list.binary_search(tail).is_ok()))
    }
}

/// Sorted local states, each with its number so far.
fn numbered(threads: impl Iterator<Item = LocalId>) -> impl Iterator<Item = (LocalId, u32)> {
    threads.scan((LocalId(u32::MAX), 0), |(last, count), local| {
        *count = if *last == local { *count + 1 } else { 1 };
        *last = local;
        Some((local, *count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_below_a_marking_is_in_the_set() {
        let locals = |locals: &[u32]| locals.iter().copied().map(LocalId).collect::<Vec<_>>();
        let tails = [locals(&[1, 1]), locals(&[1, 3])].into_iter().collect();
        let ideal = Ideal { shared: vec![SharedId(0), SharedId(4)], omega: locals(&[2]), tails };
        let coverable = Coverable::new(&[ideal]);
        let contains = |shared, threads: &[u32]| coverable.contains(SharedId(shared), &locals(threads));
        assert!(contains(0, &[]) && contains(4, &[2, 2, 2]) && contains(0, &[1, 1, 2]) && contains(4, &[1, 2, 3]));
        assert!(!contains(1, &[]) && !contains(0, &[1, 1, 3]) && !contains(0, &[3, 3]) && !contains(0, &[0]));
    }
}
