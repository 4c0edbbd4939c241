//! The parts into which the accesses of a program divide an object.
//!
//! They are the coarsest of which every access is a sequence: mostly each scalar is one variable, and bytes are variables only where
//! something reads them.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::Shape;

/// Number of bytes that an access has at most.
const WIDEST: u64 = 16;

/// Number of bytes that a part of several accesses has at most.
const WIDE: u64 = 8;

/// The accesses to an object, and the parts that follow from that.
#[derive(Default)]
pub(super) struct Parts {
    /// The shape of what is accessed, by offset and number of bytes.
    accessed: BTreeMap<(u64, u64), Shape>,
    /// Storage units that are accessed for bit-fields only.
    units: BTreeSet<(u64, u64)>,
    /// Offsets at which something is written or copied that is no scalar.
    cuts: BTreeSet<u64>,
    /// The parts, by offset and number of bytes.
    divided: BTreeMap<(u64, u64), Shape>,
}

impl Parts {
    /// Notes an access; returns `true` if it is new.
    pub(super) fn access(&mut self, offset: u64, shape: Shape) -> bool {
        self.units.remove(&(offset, shape.size()));
        self.add_access(offset, shape)
    }

    /// Notes an access to a bit-field in a storage unit.
    pub(super) fn access_unit(&mut self, offset: u64, shape: Shape) {
        if self.add_access(offset, shape) {
            self.units.insert((offset, shape.size()));
        }
    }

    /// Returns `true` if something other than a bit-field lies in a part.
    pub(super) fn is_apart(&self, (at, size): (u64, u64)) -> bool {
        in_range(&self.accessed, at, at + size).any(|(accessed, _)| !self.units.contains(&accessed))
    }

    fn add_access(&mut self, offset: u64, shape: Shape) -> bool {
        let Some(known) = self.accessed.get_mut(&(offset, shape.size())) else {
            self.accessed.insert((offset, shape.size()), shape);
            return true;
        };
        *known = common(*known, shape);
        false
    }

    /// Notes that something begins or ends at an offset.
    pub(super) fn cut(&mut self, at: u64) {
        self.cuts.insert(at);
    }

    /// The accesses to a range of bytes; of a scalar that lies there in part, that part.
    pub(super) fn accessed(&self, offset: u64, size: u64) -> Vec<(u64, Shape)> {
        let end = offset.saturating_add(size);
        let clipped = |((at, length), shape): ((u64, u64), &Shape)| {
            let (first, last) = (at.max(offset), (at + length).min(end));
            let shape = if last - first == length { *shape } else { Shape::Unsigned((last - first) as u8) };
            (first, shape)
        };
        in_range(&self.accessed, offset, end).map(clipped).collect()
    }

    /// Computes the parts.
    pub(super) fn divide(&mut self) {
        self.divided.clear();
        let mut bounds: BTreeSet<u64> = BTreeSet::new();
        let mut end = 0;
        for (at, size) in self.accessed.keys().copied().collect::<Vec<_>>() {
            if at >= end {
                self.add(&std::mem::take(&mut bounds));
            }
            end = end.max(at + size);
            bounds.extend([at, at + size]);
            bounds.extend(self.cuts.range(at..at + size));
        }
        self.add(&bounds);
    }

    /// Adds the parts between these offsets.
    fn add(&mut self, bounds: &BTreeSet<u64>) {
        for (first, end) in bounds.iter().zip(bounds.iter().skip(1)) {
            let (mut at, is_whole) = (*first, self.accessed.contains_key(&(*first, end - first)));
            while at < *end {
                let size = if is_whole { end - at } else { (end - at).min(WIDE) };
                let shape = self.accessed.get(&(at, size)).copied();
                // Of a truth value, only the lowest bit would be kept.
                let is_alone = bounds.len() == 2;
                let shape = shape.filter(|shape| is_alone || *shape != Shape::Bool);
                self.divided.insert((at, size), shape.unwrap_or(Shape::Unsigned(size as u8)));
                at += size;
            }
        }
    }

    /// The shape of a part, if it is one.
    pub(super) fn shape(&self, part: (u64, u64)) -> Option<Shape> {
        self.divided.get(&part).copied()
    }

    /// The parts that lie in a range of bytes, at least in part.
    pub(super) fn overlapping(&self, offset: u64, size: u64) -> Vec<(u64, u64)> {
        in_range(&self.divided, offset, offset.saturating_add(size)).map(|(part, _)| part).collect()
    }
}

/// The scalars in a range of bytes, at least in part.
fn in_range(all: &BTreeMap<(u64, u64), Shape>, offset: u64, end: u64) -> impl Iterator<Item = ((u64, u64), &Shape)> {
    let first = offset.saturating_sub(WIDEST);
    let found = all.range((first, 0)..(end, 0)).filter(move |((at, size), _)| at + size > offset);
    found.map(|(part, shape)| (*part, shape))
}

/// A shape for what is accessed in two: one that keeps all bits.
fn common(one: Shape, other: Shape) -> Shape {
    match (one, other) {
        _ if one == other => one,
        (Shape::Floating(_), _) => other,
        (_, Shape::Floating(_)) => one,
        (Shape::Bool, _) | (_, Shape::Bool) => Shape::Unsigned(1),
        _ => one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(accesses: &[(u64, Shape)], cuts: &[u64]) -> Vec<(u64, u64)> {
        let mut parts = Parts::default();
        for (offset, shape) in accesses {
            parts.access(*offset, *shape);
        }
        for at in cuts {
            parts.cut(*at);
        }
        parts.divide();
        parts.overlapping(0, u64::MAX)
    }

    #[test]
    fn scalars_are_parts() {
        assert_eq!(
            divided(&[(0, Shape::Signed(4)), (4, Shape::Signed(4)), (8, Shape::Pointer(8))], &[4]),
            [(0, 4), (4, 4), (8, 8)]
        );
    }

    #[test]
    fn what_overlaps_is_divided() {
        assert_eq!(
            divided(&[(0, Shape::Unsigned(4)), (0, Shape::Unsigned(1)), (8, Shape::Signed(4))], &[]),
            [(0, 1), (1, 3), (8, 4)]
        );
        assert_eq!(divided(&[(0, Shape::Unsigned(8)), (4, Shape::Unsigned(8))], &[]), [(0, 4), (4, 4), (8, 4)]);
        assert_eq!(divided(&[(0, Shape::Unsigned(4))], &[2]), [(0, 2), (2, 2)]);
        assert_eq!(divided(&[(0, Shape::Floating(16)), (15, Shape::Bool)], &[]), [(0, 8), (8, 7), (15, 1)]);
    }
}
