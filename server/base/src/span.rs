//! Byte ranges of a source text.

use std::ops::Range;

use smol_str::SmolStr;

/// A half-open range of byte offsets into one text. Both ends lie on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the range `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub const fn empty(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// The range as it lies in a longer text, in which this one begins at `start`.
    #[must_use]
    pub const fn after(self, start: u32) -> Self {
        Self { start: start + self.start, end: start + self.end }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The smallest range that holds all of these; none if there are none.
    pub fn covering(spans: impl IntoIterator<Item = Self>) -> Option<Self> {
        spans.into_iter().reduce(Self::cover)
    }

    /// Returns `true` if `offset` lies inside the range or at its end: where a cursor touches it.
    pub const fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns `true` if `other` lies inside this range.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns `true` if the range holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range as indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An identifier as written. Empty where the text has a hole.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The spelling, which is the identity: names are case-sensitive and compared as written.
    pub text: SmolStr,
    /// Its place in the text.
    pub span: Span,
}
