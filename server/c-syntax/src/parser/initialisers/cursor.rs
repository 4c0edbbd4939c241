//! Places for the values of a list in braces.

use crate::types::{Bits, Type};

/// The place for the next value of a list.
pub(super) struct Cursor {
    /// The aggregate of the braces first, then those without braces in it.
    pub(super) levels: Vec<Level>,
    /// One more than the largest index of the outermost array that has a value.
    pub(super) length: u64,
}

/// A position in an aggregate.
pub(super) struct Level {
    pub(super) ty: Type,
    pub(super) offset: u64,
    /// Index of the element or member.
    pub(super) at: u64,
}

/// A range in a designator, `[first ... last]`: a value is repeated.
pub(super) struct Range {
    /// Number of the level of its array.
    pub(super) level: usize,
    /// The size of an element.
    pub(super) stride: u64,
    /// Number of elements after the first one.
    pub(super) more: u64,
}

impl Cursor {
    /// Goes to the last element of a range.
    pub(super) fn skip(&mut self, range: &Range) {
        if let Some(level) = self.levels.get_mut(range.level) {
            level.at += range.more;
        }
        for level in self.levels.iter_mut().skip(range.level + 1) {
            level.offset += range.more * range.stride;
        }
    }

    /// Takes the outermost position into account for the length of an array without one.
    pub(super) fn measure(&mut self) {
        let is_inside = self.levels.len() > 1;
        if let Some(outermost) = self.levels.first() {
            self.length = self.length.max(outermost.at.saturating_add(u64::from(is_inside)));
        }
    }
}

/// An element or a member.
pub(super) struct Slot {
    pub(super) ty: Type,
    pub(super) offset: u64,
    pub(super) bits: Option<Bits>,
}
