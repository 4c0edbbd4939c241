//! Sets of places, and what memory points to.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::Thing;

/// Offsets of one object that are kept apart in a set; more of them become any offset.
const MOST_OFFSETS: usize = 16;

/// Number of bytes that a pointer has at most.
const POINTER: u64 = 8;

/// A position in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offset {
    /// Anywhere.
    Any,
    /// This number of bytes after its beginning.
    At(u64),
}

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
pub struct Set(BTreeSet<Pointee>);

impl Set {
    /// Returns `true` if a place is among them.
    pub fn contains(&self, thing: Thing, at: u64) -> bool {
        let is_there = |offset| self.0.contains(&Pointee { thing, offset });
        is_there(Offset::Any) || is_there(Offset::At(at))
    }

    /// The beginning of an object.
    pub(super) fn of(thing: Thing) -> Self {
        Self(BTreeSet::from([Pointee { thing, offset: Offset::At(0) }]))
    }

    /// Returns `true` if it points nowhere.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The places.
    pub fn iter(&self) -> impl Iterator<Item = Pointee> + '_ {
        self.0.iter().copied()
    }

    /// The places after a number of bytes. What lies before an object is anywhere in it.
    #[must_use]
    pub(super) fn moved(&self, by: i128) -> Self {
        if by == 0 {
            return self.clone();
        }
        let moved = |offset| match offset {
            Offset::At(at) => u64::try_from(i128::from(at) + by).map_or(Offset::Any, Offset::At),
            Offset::Any => Offset::Any,
        };
        let mut result = Self::default();
        for pointee in self.iter() {
            result.insert(Pointee { offset: moved(pointee.offset), ..pointee });
        }
        result
    }

    /// Anywhere in the same objects.
    #[must_use]
    pub(super) fn anywhere(&self) -> Self {
        Self(self.iter().map(|pointee| Pointee { offset: Offset::Any, ..pointee }).collect())
    }

    /// Adds a place; returns `true` if it is new.
    pub(super) fn insert(&mut self, pointee: Pointee) -> bool {
        let any = Pointee { offset: Offset::Any, ..pointee };
        if self.0.contains(&any) || self.0.contains(&pointee) {
            return false;
        }
        let of_thing = any..=Pointee { offset: Offset::At(u64::MAX), ..pointee };
        if pointee == any || self.0.range(of_thing.clone()).count() == MOST_OFFSETS {
            let gone: Vec<Pointee> = self.0.range(of_thing).copied().collect();
            for pointee in gone {
                self.0.remove(&pointee);
            }
            return self.0.insert(any);
        }
        self.0.insert(pointee)
    }

    /// Adds all places of another set; returns `true` if one is new.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for pointee in other.iter() {
            changed |= self.insert(pointee);
        }
        changed
    }
}

/// The sets of the pointers that lie in objects.
#[derive(Debug, Default)]
pub(super) struct Memory(FxHashMap<Thing, Cells>);

#[derive(Debug, Default)]
struct Cells {
    at: BTreeMap<u64, Set>,
    anywhere: Set,
}

impl Memory {
    /// The set of all that can be read at some of these places, a number of bytes at each.
    pub(super) fn read(&self, places: &Set, size: u64) -> Set {
        let mut result = Set::default();
        for Pointee { thing, offset } in places.iter() {
            let Some(cells) = self.0.get(&thing) else { continue };
            result.extend(&cells.anywhere);
            let range = match offset {
                Offset::Any => 0..u64::MAX,
                Offset::At(at) => at.saturating_sub(POINTER - 1)..at.saturating_add(size),
            };
            for (_, set) in cells.at.range(range) {
                result.extend(set);
            }
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
            let cells = self.0.entry(thing).or_default();
            changed |= match offset {
                Offset::Any => cells.anywhere.extend(value),
                Offset::At(at) => cells.at.entry(at).or_default().extend(value),
            };
        }
        changed
    }

    /// Copies a number of bytes; returns `true` if that is new.
    pub(super) fn copy(&mut self, to: &Set, from: &Set, size: u64) -> bool {
        let mut changed = false;
        for source in from.iter() {
            let Some(cells) = self.0.get(&source.thing) else { continue };
            let anywhere = cells.anywhere.clone();
            let parts: Vec<(u64, Set)> = match source.offset {
                Offset::Any => cells.at.iter().map(|(at, set)| (*at, set.clone())).collect(),
                Offset::At(at) => {
                    let range = cells.at.range(at..at.saturating_add(size));
                    range.map(|(cell, set)| (cell - at, set.clone())).collect()
                }
            };
            changed |= self.write(&to.anywhere(), &anywhere);
            for (offset, set) in parts {
                let places = if source.offset == Offset::Any { to.anywhere() } else { to.moved(offset.into()) };
                changed |= self.write(&places, &set);
            }
        }
        changed
    }
}
