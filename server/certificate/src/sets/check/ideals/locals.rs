//! A set of local states whose numbers may be large.

use std::collections::BTreeSet;

use boolprog_explore::tts::LocalId;
use fixedbitset::FixedBitSet;

/// Smaller numbers are bits: of at most 8 kB.
const SMALL: u32 = 1 << 16;

#[derive(Default)]
pub(in crate::sets::check) struct Locals {
    small: FixedBitSet,
    large: BTreeSet<LocalId>,
}

impl Locals {
    pub(super) fn insert(&mut self, local: LocalId) {
        if local.0 < SMALL {
            self.small.grow_and_insert(local.0 as usize);
        } else {
            self.large.insert(local);
        }
    }

    pub(super) fn contains(&self, local: LocalId) -> bool {
        if local.0 < SMALL { self.small.contains(local.0 as usize) } else { self.large.contains(&local) }
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.small.is_subset(&other.small) && self.large.is_subset(&other.large)
    }

    /// All of them, increasing.
    pub(super) fn iter(&self) -> impl Iterator<Item = LocalId> {
        self.small.ones().map(|local| LocalId(local as u32)).chain(self.large.iter().copied())
    }
}

impl<'a> FromIterator<&'a LocalId> for Locals {
    fn from_iter<I: IntoIterator<Item = &'a LocalId>>(locals: I) -> Self {
        let mut set = Self::default();
        locals.into_iter().for_each(|local| set.insert(*local));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_take_no_memory() {
        let few = [0, 70_000, u32::MAX - 1, 7].map(LocalId);
        let set: Locals = few.iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 7, 70_000, u32::MAX - 1].map(LocalId));
        assert!(few.iter().all(|local| set.contains(*local)));
        assert!([1, 70_001, u32::MAX].iter().all(|local| !set.contains(LocalId(*local))));
        for (left, _) in few.iter().enumerate() {
            let less: Locals = few[..left].iter().chain(&few[left + 1..]).collect();
            assert!(less.is_subset(&set) && !set.is_subset(&less));
        }
        assert!(set.small.len() <= SMALL as usize);
    }
}
