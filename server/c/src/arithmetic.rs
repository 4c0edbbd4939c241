//! Arithmetic of C as terms of integer programs.
//!
//! A value is a term with bounds. Results are those of C modulo the shape, in two's complement, and a wrap is written only
//! where bounds do not exclude it. A result that no term of bounded size gives is any value of its shape.
//!
//! **Invariant:** whatever the values of the names of a term are within their bounds, each of its parts has a value, which
//! fits into 64 bits. The value is within the bounds of the term.

mod addresses;
mod bitwise;
mod exact;
mod faults;
mod fields;
mod quotients;
mod ring;
mod shifts;
#[cfg(test)]
mod tests;
mod unbounded;

use boolprog_c_form::form::Shape;
use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_import::Expr;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

pub(crate) use faults::Fault;

use crate::term;

/// Larger terms are given up: arithmetic repeats its operands, so that terms of terms would grow without a bound.
const MAX_SIZE: usize = 2048;

/// A scalar. An unsigned integer of 64 bits is kept as the signed one with the same bits, all others as the number itself. Bounds
/// of mathematical integers that are the least and the greatest of 64 bits are [none](unbounded).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// The number that is kept.
    pub(crate) term: Expr,
    /// The least number that the term can be.
    pub(crate) low: i64,
    /// The greatest number that the term can be.
    pub(crate) high: i64,
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Computed {
    /// This value.
    Value(Value),
    /// Any value of the shape.
    Any,
}

impl From<Option<Value>> for Computed {
    fn from(value: Option<Value>) -> Self {
        value.filter(|value| term::size(&value.term) <= MAX_SIZE).map_or(Self::Any, Self::Value)
    }
}

/// Arithmetic under one reading of integers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integers {
    /// `true` for mathematical integers, which never wrap.
    pub(crate) unbounded: bool,
}

/// The representation of the numbers of a shape.
#[derive(Clone, Copy)]
struct Kept {
    /// Number of bits of the shape.
    bits: u32,
    /// The least number that is kept.
    low: i64,
    /// The greatest number that is kept.
    high: i64,
    /// `true` if numbers are kept as they are, and can be negative.
    signed: bool,
    /// `false` for mathematical integers.
    wraps: bool,
}

impl Kept {
    /// `true` for unsigned integers that are kept as the signed ones with the same bits.
    const fn is_folded(self) -> bool {
        !self.signed && self.bits == 64
    }

    /// `true` if there is a number between these bounds that is not kept.
    fn excludes(self, low: i128, high: i128) -> bool {
        low < self.low.into() || high > self.high.into()
    }

    /// The number of the shape with the same low bits; none if a mathematical integer would have to wrap.
    fn wrap(self, value: Value) -> Option<Value> {
        match self {
            _ if !self.excludes(value.low.into(), value.high.into()) => Some(value),
            Self { wraps: false, .. } => None,
            Self { bits: 64.., .. } => Some(value),
            _ => Some(value.reduced(self.bits, self.low)),
        }
    }
}

impl Integers {
    /// None for floating numbers, and integers of more than 64 bits.
    fn kept(self, shape: Shape) -> Option<Kept> {
        let (bits, signed) = match shape {
            Shape::Bool => return Some(Kept { bits: 1, low: 0, high: 1, signed: false, wraps: true }),
            Shape::Signed(size @ 1..=8) => (8 * u32::from(size), true),
            Shape::Unsigned(size @ 1..=8) | Shape::Pointer(size @ 1..=8) => (8 * u32::from(size), false),
            _ => return None,
        };
        Some(match (bits, signed) {
            _ if self.unbounded => Kept { bits, low: i64::MIN, high: i64::MAX, signed: true, wraps: false },
            (64, _) => Kept { bits, low: i64::MIN, high: i64::MAX, signed, wraps: true },
            (_, true) => Kept { bits, low: -1 << (bits - 1), high: (1 << (bits - 1)) - 1, signed, wraps: true },
            (_, false) => Kept { bits, low: 0, high: (1 << bits) - 1, signed, wraps: true },
        })
    }

    /// A variable whose values are all those of a shape.
    pub(crate) fn of_shape(self, name: SmolStr, shape: Shape) -> Computed {
        self.kept(shape).map(|kept| Value::named(name, kept.low, kept.high)).into()
    }

    /// An operator on one operand of a shape.
    pub(crate) fn unary(self, operator: Unary, value: &Value, shape: Shape) -> Computed {
        let result = self.kept(shape).and_then(|kept| match operator {
            Unary::Plus => Some(value.clone()),
            Unary::Negate => kept.difference(&Value::number(0), value),
            Unary::Complement if kept.low < 0 => kept.difference(&Value::number(-1), value),
            Unary::Complement => Value::number(kept.high).minus(value),
            Unary::Not => Some(Value::truth(Expr::complement(value.condition()))),
        });
        result.into()
    }

    /// An operator on two operands of a shape, which is that of the left one for shifts. Where there is a
    /// [fault](Self::binary_faults), the result is some value of the shape.
    pub(crate) fn binary(self, operator: Binary, left: &Value, right: &Value, shape: Shape) -> Computed {
        let result = self.kept(shape).and_then(|kept| match operator {
            Binary::Add => kept.sum(left, right),
            Binary::Subtract => kept.difference(left, right),
            Binary::Multiply => kept.product(left, right),
            Binary::Divide => kept.quotient(left, right),
            Binary::Remainder => Some(kept.remainder(left, right)),
            Binary::ShiftLeft => kept.shift_left(left, right),
            Binary::ShiftRight => kept.shift_right(left, right),
            Binary::And if kept.are_endless(left, right) => unbounded::and(left, right),
            Binary::Or | Binary::Xor if kept.are_endless(left, right) => None,
            Binary::And => bitwise::and(left, right),
            Binary::Or => bitwise::or(left, right),
            Binary::Xor => bitwise::xor(left, right),
            Binary::Less => Some(Value::truth(kept.is_less(left, right))),
            Binary::Greater => Some(Value::truth(kept.is_less(right, left))),
            Binary::LessOrEqual => Some(Value::truth(Expr::complement(kept.is_less(right, left)))),
            Binary::GreaterOrEqual => Some(Value::truth(Expr::complement(kept.is_less(left, right)))),
            Binary::Equal => Some(Value::truth(left.compare(Comparison::Equal, right))),
            Binary::NotEqual => Some(Value::truth(left.compare(Comparison::NotEqual, right))),
        });
        result.into()
    }

    /// A conversion (C11 6.3.1.2, 6.3.1.3, 6.3.2.3).
    pub(crate) fn convert(self, value: &Value, from: Shape, to: Shape) -> Computed {
        let converted = self.kept(from).and(self.kept(to)).and_then(|kept| match to {
            Shape::Bool => Some(Value::truth(value.condition())),
            _ => kept.wrap(value.clone()),
        });
        converted.into()
    }
}

impl Value {
    /// A variable whose values are between bounds, both included.
    pub(crate) fn named(name: SmolStr, low: i64, high: i64) -> Self {
        Self { term: Expr::Name(name), low, high }
    }

    /// The condition that it is not zero.
    pub(crate) fn condition(&self) -> Expr {
        self.is(Comparison::NotEqual, 0)
    }
}
