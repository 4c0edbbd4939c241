//! The values of an initialiser in their order, of which later ones replace earlier ones (C11 6.7.9p19).

use std::collections::BTreeMap;

use crate::parser::Parser;
use crate::tree::Part;

/// Values that an initialiser gives to the parts of an object.
#[derive(Default)]
pub(super) struct Values {
    /// The values, in the order of the text.
    pub(super) parts: Vec<Part>,
    /// The lists in braces, each of which initialises the whole of a part.
    pub(super) braces: Vec<Braces>,
}

/// A list in braces for a part.
#[derive(Clone, Copy)]
pub(super) struct Braces {
    /// The number of its first value.
    pub(super) first: usize,
    /// Offset of the part in bytes.
    pub(super) offset: u64,
    /// Number of its bytes.
    pub(super) size: u64,
}

impl Values {
    /// The size, as numbers of values and of lists.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.parts.len(), self.braces.len())
    }

    /// The part that was added after a mark; its values are numbered from there on.
    pub(super) fn since(&self, (parts, braces): (usize, usize)) -> Self {
        let numbered = |it: &Braces| Braces { first: it.first - parts, ..*it };
        Self { parts: self.parts[parts..].to_vec(), braces: self.braces[braces..].iter().map(numbered).collect() }
    }

    /// Adds the same values again, a number of bytes further on.
    pub(super) fn repeat(&mut self, pattern: &Self, shift: u64) {
        let first = self.parts.len();
        let shifted = |it: &Braces| Braces { first: first + it.first, offset: it.offset + shift, ..*it };
        self.braces.extend(pattern.braces.iter().map(shifted));
        self.parts.extend(pattern.parts.iter().map(|part| Part { offset: part.offset + shift, ..part.clone() }));
    }
}

impl Parser<'_> {
    /// The values that later ones do not replace. Takes time linear in their number if offsets grow, and else is slower by a
    /// logarithm.
    pub(super) fn kept(&self, values: Values) -> Vec<Part> {
        let Values { parts, braces } = values;
        let ranges: Vec<(u64, u64)> = parts.iter().map(|part| self.unit.bits_of(part)).collect();
        let comes_after = |it: &Braces| it.first == 0 || ranges[it.first - 1].1 <= 8 * it.offset;
        if ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0) && braces.iter().all(comes_after) {
            return parts;
        }
        let mut braces = braces.into_iter().rev().peekable();
        let mut covered = Covered::default();
        let mut is_kept = vec![true; parts.len()];
        for (number, range) in ranges.iter().enumerate().rev() {
            while let Some(Braces { offset, size, .. }) = braces.next_if(|it| it.first > number) {
                covered.add(8 * offset, 8 * (offset + size));
            }
            is_kept[number] = !covered.contains(*range);
            covered.add(range.0, range.1);
        }
        parts.into_iter().zip(is_kept).filter_map(|(part, is_kept)| is_kept.then_some(part)).collect()
    }
}

/// Bits that later values set: ranges that do not meet, by their beginnings.
#[derive(Default)]
struct Covered(BTreeMap<u64, u64>);

impl Covered {
    /// Returns `true` if all bits of a range that is not empty are covered.
    fn contains(&self, (first, end): (u64, u64)) -> bool {
        first < end && self.0.range(..=first).next_back().is_some_and(|(_, covered)| *covered >= end)
    }

    fn add(&mut self, mut first: u64, mut end: u64) {
        if first >= end {
            return;
        }
        while let Some((at, until)) = self.0.range(..=end).next_back().map(|(at, until)| (*at, *until))
            && until >= first
        {
            self.0.remove(&at);
            first = first.min(at);
            end = end.max(until);
        }
        self.0.insert(first, end);
    }
}
