//! Multisets of threads in which many threads in the same local state take no more room than one.

use boolprog_explore::tts::LocalId;
use smallvec::SmallVec;

/// The threads in each local state: local states, increasing, with numbers above 0.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Bag(SmallVec<[(LocalId, u32); 4]>);

impl Bag {
    /// The threads, in any order.
    pub(super) fn of(threads: impl IntoIterator<Item = LocalId>) -> Self {
        let mut list: SmallVec<[(LocalId, u32); 4]> = threads.into_iter().map(|local| (local, 1)).collect();
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += u32::from(same) * next.1;
            same
        });
        Self(list)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (LocalId, u32)> {
        self.0.iter().copied()
    }

    /// The number of threads.
    pub(super) fn size(&self) -> u32 {
        self.0.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// The number of local states.
    pub(super) fn width(&self) -> usize {
        self.0.len()
    }

    /// The number of threads in this local state.
    pub(super) fn count(&self, local: LocalId) -> u32 {
        self.0.binary_search_by_key(&local, |entry| entry.0).map_or(0, |position| self.0[position].1)
    }

    /// The threads one by one, sorted.
    pub(super) fn threads(&self) -> Vec<LocalId> {
        self.iter().flat_map(|(local, count)| std::iter::repeat_n(local, count as usize)).collect()
    }

    /// Returns `true` if all these threads are among those.
    pub(super) fn is_within(&self, others: &Self) -> bool {
        if self.width() > others.width() {
            return false;
        }
        let mut others = others.iter();
        self.iter().all(|(local, count)| {
            others.find(|(other, _)| *other >= local).is_some_and(|(other, most)| other == local && count <= most)
        })
    }

    /// These threads and those.
    pub(super) fn plus(&self, others: &Self) -> Self {
        self.merged(others, u32::saturating_add)
    }

    /// These threads without those, as far as they are there.
    pub(super) fn minus(&self, others: &Self) -> Self {
        self.merged(others, u32::saturating_sub)
    }

    /// The number for each local state, computed from both numbers.
    fn merged(&self, others: &Self, number: impl Fn(u32, u32) -> u32) -> Self {
        let (mut left, mut right) = (self.0.iter().peekable(), others.0.iter().peekable());
        let mut list = SmallVec::new();
        loop {
            let local = match (left.peek(), right.peek()) {
                (None, None) => return Self(list),
                (Some((local, _)), None) | (None, Some((local, _))) => *local,
                (Some((left, _)), Some((right, _))) => *left.min(right),
            };
            let here = left.next_if(|entry| entry.0 == local).map_or(0, |entry| entry.1);
            let there = right.next_if(|entry| entry.0 == local).map_or(0, |entry| entry.1);
            let number = number(here, there);
            if number > 0 {
                list.push((local, number));
            }
        }
    }

    /// Takes out all threads in unwanted local states.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(LocalId) -> bool) {
        self.0.retain(|(local, _)| is_wanted(*local));
    }

    /// Memory besides that of the value itself.
    pub(super) fn bytes(&self) -> usize {
        if self.0.spilled() { self.0.capacity() * size_of::<(LocalId, u32)>() } else { 0 }
    }

    /// A set of 64 bits: if these threads are among those, so are the bits.
    pub(super) fn signature(&self) -> u64 {
        self.0.iter().fold(0, |bits, (local, _)| bits | 1 << (local.0 % 64))
    }
}
