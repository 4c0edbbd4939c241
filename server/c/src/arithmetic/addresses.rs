//! Arithmetic on pointers, which are the numbers of their addresses.

use boolprog_c_form::form::{Direction, Shape};

use super::{Computed, Integers, Value};

impl Integers {
    /// A pointer of a shape that is moved by a number of elements of a number of bytes (C11 6.5.6p8).
    pub(crate) fn moved(
        self,
        pointer: &Value,
        count: &Value,
        size: &Value,
        direction: Direction,
        shape: Shape,
    ) -> Computed {
        let moved = self.kept(shape).zip(offsets_of(shape)).and_then(|(kept, offsets)| {
            let offsets = self.kept(offsets)?;
            let offset = offsets.product(&offsets.wrap(count.clone())?, &offsets.wrap(size.clone())?)?;
            match direction {
                Direction::Forwards => kept.sum(pointer, &offset),
                Direction::Backwards => kept.difference(pointer, &offset),
            }
        });
        moved.into()
    }

    /// The number of elements of a number of bytes between two pointers of a shape (C11 6.5.6p9), which is signed.
    pub(crate) fn distance(self, left: &Value, right: &Value, size: &Value, shape: Shape) -> Computed {
        let distance = offsets_of(shape).and_then(|offsets| {
            let offsets = self.kept(offsets)?;
            offsets.quotient(&offsets.difference(left, right)?, &offsets.wrap(size.clone())?)
        });
        distance.into()
    }
}

/// The shape of differences of pointers.
fn offsets_of(shape: Shape) -> Option<Shape> {
    match shape {
        Shape::Pointer(size) => Some(Shape::Signed(size)),
        _ => None,
    }
}
