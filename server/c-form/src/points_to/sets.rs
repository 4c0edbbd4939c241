//! Sets of places, and what memory points to.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::Thing;
use super::offsets::{Distance, Offset};

/// Offsets of one object that are kept apart in a set; more of them become one progression.
const MOST_OFFSETS: usize = 16;

/// Number of bytes that a pointer has at most.
const POINTER: u64 = 8;

/// A place to which a pointer can point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pointee {
    /// The object.
    pub thing: Thing,
    /// The position in it.
    pub offset: Offset,
}

/// Places to which a pointer can point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Set {
    /// In their order. Nearly all sets have one.
    pointees: SmallVec<[Pointee; 1]>,
    is_elsewhere: bool,
}

impl Set {
    /// Returns `true` if a place is among them.
    pub fn contains(&self, thing: Thing, at: u64) -> bool {
        self.pointees[self.range_of(thing)].iter().any(|pointee| pointee.offset.contains(at))
    }

    /// The beginning of an object.
    pub fn of(thing: Thing) -> Self {
        Self { pointees: smallvec![Pointee { thing, offset: Offset::At(0) }], is_elsewhere: false }
    }

    /// Objects that the program does not have, to which code outside of it may point.
    pub(super) fn elsewhere() -> Self {
        Self { pointees: SmallVec::new(), is_elsewhere: true }
    }

    /// Returns `true` if it may point to an object that the program does not have.
    pub fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// The same without objects that the program does not have.
    #[must_use]
    pub(super) fn within(self) -> Self {
        Self { is_elsewhere: false, ..self }
    }

    /// Returns `true` if it points nowhere.
    pub fn is_empty(&self) -> bool {
        self.pointees.is_empty() && !self.is_elsewhere
    }

    /// The places.
    pub fn iter(&self) -> impl Iterator<Item = Pointee> + '_ {
        self.pointees.iter().copied()
    }

    /// Where the places in an object are.
    fn range_of(&self, thing: Thing) -> Range<usize> {
        let first = self.pointees.partition_point(|pointee| pointee.thing < thing);
        let count = self.pointees[first..].partition_point(|pointee| pointee.thing == thing);
        first..first + count
    }

    /// The places after a distance.
    #[must_use]
    pub(super) fn moved(&self, by: Distance) -> Self {
        if by == Distance::NONE {
            return self.clone();
        }
        let mut result = Self { is_elsewhere: self.is_elsewhere, ..Self::default() };
        for pointee in self.iter() {
            result.insert(Pointee { offset: pointee.offset.moved(by), ..pointee });
        }
        result
    }

    /// Anywhere in the same objects.
    #[must_use]
    pub(super) fn anywhere(&self) -> Self {
        self.moved(Distance { bytes: 0, step: 1 })
    }

    /// Adds a place; returns `true` if it is new.
    pub(super) fn insert(&mut self, pointee: Pointee) -> bool {
        let Pointee { thing, mut offset } = pointee;
        let range = self.range_of(thing);
        let known = &self.pointees[range.clone()];
        if known.iter().any(|it| it.offset.includes(offset)) {
            return false;
        }
        if known.len() == MOST_OFFSETS {
            offset = known.iter().fold(offset, |all, it| all.joined(it.offset));
        }
        for index in range.rev() {
            if offset.includes(self.pointees[index].offset) {
                self.pointees.remove(index);
            }
        }
        let pointee = Pointee { thing, offset };
        let index = self.pointees.partition_point(|it| *it < pointee);
        self.pointees.insert(index, pointee);
        true
    }

    /// Adds all places of another set; returns `true` if one is new.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        let mut changed = other.is_elsewhere && !self.is_elsewhere;
        self.is_elsewhere |= other.is_elsewhere;
        for pointee in other.iter() {
            changed |= self.insert(pointee);
        }
        changed
    }
}

/// The sets of the pointers that lie in objects.
#[derive(Debug, Default)]
pub(super) struct Memory(FxHashMap<Thing, BTreeMap<Offset, Set>>);

impl Memory {
    /// The pointers of an object of which a byte is among a number of bytes at an offset, with their distances from there.
    fn overlapping(&self, place: Pointee, size: u64) -> impl Iterator<Item = (Distance, &Set)> {
        let window = size.saturating_add(POINTER - 1);
        let singles = match place.offset {
            Offset::At(at) => at.saturating_sub(POINTER - 1)..=at.saturating_add(size),
            Offset::Every { .. } => 0..=u64::MAX,
        };
        let progressions = Offset::Every { step: 0, rest: 0 }..;
        self.0.get(&place.thing).into_iter().flat_map(move |cells| {
            let singles = cells.range(Offset::At(*singles.start())..=Offset::At(*singles.end()));
            let all = singles.chain(cells.range(progressions.clone()));
            let distances = all.map(move |(cell, set)| (place.offset.distance(*cell), set));
            distances.filter(move |(distance, _)| distance.is_within(1 - i128::from(POINTER), window))
        })
    }

    /// The set of all that can be read at some of these places, a number of bytes at each.
    pub(super) fn read(&self, places: &Set, size: u64) -> Set {
        let mut result = Set::default();
        for (_, set) in places.iter().flat_map(|place| self.overlapping(place, size)) {
            result.extend(set);
        }
        result
    }

    /// Adds a set to all of these places; returns `true` if that is new.
    pub(super) fn write(&mut self, places: &Set, value: &Set) -> bool {
        let mut changed = false;
        if value.is_empty() {
            return false;
        }
        for Pointee { thing, offset } in places.iter() {
            changed |= self.0.entry(thing).or_default().entry(offset).or_default().extend(value);
        }
        changed
    }

    /// Copies a number of bytes; returns `true` if that is new.
    pub(super) fn copy(&mut self, to: &Set, from: &Set, size: u64) -> bool {
        let parts = from.iter().flat_map(|place| self.overlapping(place, size));
        let parts: Vec<(Distance, Set)> = parts.map(|(distance, set)| (distance, set.clone())).collect();
        let mut changed = false;
        for (distance, set) in parts {
            changed |= self.write(&to.moved(distance), &set);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::ObjectId;

    const A: Thing = Thing::Object(ObjectId(0));
    const B: Thing = Thing::Object(ObjectId(1));

    fn at(thing: Thing, offset: Offset) -> Set {
        Set { pointees: smallvec![Pointee { thing, offset }], is_elsewhere: false }
    }

    #[test]
    fn many_offsets_become_a_progression() {
        let mut set = Set::default();
        for index in 0..100 {
            set.insert(Pointee { thing: A, offset: Offset::At(4 + 12 * index) });
        }
        assert_eq!(set, at(A, Offset::Every { step: 12, rest: 4 }));
    }

    #[test]
    fn members_of_elements_are_kept_apart() {
        let mut memory = Memory::default();
        let member = |rest| at(A, Offset::Every { step: 16, rest });
        memory.write(&member(8), &Set::of(B));
        assert!(memory.read(&member(0), 8).is_empty());
        assert_eq!(memory.read(&at(A, Offset::At(40)), 8), Set::of(B));
        assert_eq!(memory.read(&at(A, Offset::At(44)), 1), Set::of(B));
        assert!(memory.read(&at(A, Offset::At(48)), 8).is_empty());
    }

    #[test]
    fn copied_elements_keep_their_members() {
        let mut memory = Memory::default();
        memory.write(&at(A, Offset::At(24)), &Set::of(A));
        memory.copy(&Set::of(B), &at(A, Offset::Every { step: 16, rest: 0 }), 16);
        assert_eq!(memory.read(&at(B, Offset::At(8)), 8), Set::of(A));
        assert!(memory.read(&at(B, Offset::At(0)), 8).is_empty());
    }
}
