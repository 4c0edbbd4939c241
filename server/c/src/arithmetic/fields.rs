//! Bit-fields in storage units.

use boolprog_c_form::form::Shape;
use boolprog_c_syntax::types::Bits;
use boolprog_integer::Arithmetic;

use super::{Computed, Integers, Kept, Value};
use crate::term;

impl Value {
    /// The value of a bit-field in this storage unit of a shape. One that reaches beyond its unit is not known.
    pub(crate) fn bits(&self, bits: Bits, shape: Shape) -> Computed {
        unit_of(shape, bits).map(|kept| field(self.shifted_down(bits.first.into()), bits, kept.signed)).into()
    }

    /// This storage unit of a shape after a bit-field was written.
    pub(crate) fn with_bits(&self, bits: Bits, new: &Self, shape: Shape) -> Computed {
        unit_of(shape, bits).and_then(|kept| kept.inserted(self, bits, new)).into()
    }
}

/// The representation of a storage unit, if a bit-field is in it: that of a `_Bool` has other bits, too.
fn unit_of(shape: Shape, bits: Bits) -> Option<Kept> {
    let shape = if shape == Shape::Bool { Shape::Unsigned(1) } else { shape };
    let kept = Integers { unbounded: false }.kept(shape)?;
    (bits.width > 0 && u32::from(bits.first) + u32::from(bits.width) <= kept.bits).then_some(kept)
}

/// The lowest bits, as many as a bit-field has.
fn field(value: Value, bits: Bits, signed: bool) -> Value {
    match (u32::from(bits.width), signed) {
        (64.., _) => value,
        (width, true) => value.reduced(width, -1 << (width - 1)),
        (width, false) => value.reduced(width, 0),
    }
}

impl Kept {
    /// A storage unit with the lowest bits of a number in place of those of a bit-field.
    fn inserted(self, unit: &Value, bits: Bits, new: &Value) -> Option<Value> {
        let (first, width) = (u32::from(bits.first), u32::from(bits.width));
        let has_sign = first + width == self.bits && self.low < 0;
        let mask = ((u128::MAX >> (128 - width)) << first) as u64;
        let above = if has_sign { u64::MAX.checked_shl(self.bits).unwrap_or(0) } else { 0 };
        let others = unit.masked(!(mask | above).cast_signed());
        let inserted = field(new.clone(), bits, has_sign).shifted_up(first);
        let term = term::arithmetic(Arithmetic::Add, others, inserted.term);
        Value::within(term, self.low.into(), self.high.into())
    }
}
