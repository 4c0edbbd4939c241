//! Numbers of C, with signed integers that wrap around.
#![expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "C converts and compares in this way")]

use boolprog_c_form::form::Shape;
use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_c_syntax::types::Bits;

/// A scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// An integer or an address.
    Integer(i128),
    /// A floating number.
    Floating(f64),
}

impl Value {
    /// The number of an integer.
    pub fn integer(self) -> i128 {
        match self {
            Self::Integer(number) => number,
            Self::Floating(number) => number as i128,
        }
    }

    /// The number as an address or a size.
    pub fn address(self) -> u64 {
        self.integer().cast_unsigned() as u64
    }

    /// The number as a floating one.
    pub fn floating(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Floating(number) => number,
        }
    }

    /// Returns `true` if it is not zero.
    pub fn is_true(self) -> bool {
        match self {
            Self::Integer(number) => number != 0,
            Self::Floating(number) => number != 0.0,
        }
    }
}

/// The number of the low bits.
fn wrapped(number: i128, bits: u32, is_signed: bool) -> i128 {
    let unused = 128 - bits;
    if is_signed { number << unused >> unused } else { (number.cast_unsigned() << unused >> unused).cast_signed() }
}

/// A value in a shape.
fn fitted(value: Value, shape: Shape) -> Value {
    match shape {
        Shape::Bool => Value::Integer(i128::from(value.is_true())),
        Shape::Signed(size) => Value::Integer(wrapped(value.integer(), 8 * u32::from(size), true)),
        Shape::Unsigned(size) | Shape::Pointer(size) => {
            Value::Integer(wrapped(value.integer(), 8 * u32::from(size), false))
        }
        Shape::Floating(4) => Value::Floating(f64::from(value.floating() as f32)),
        Shape::Floating(_) => Value::Floating(value.floating()),
    }
}

pub(super) fn converted(value: Value, _from: Shape, to: Shape) -> Value {
    fitted(value, to)
}

pub(super) fn unary(operator: Unary, value: Value, shape: Shape) -> Value {
    match (operator, value) {
        (Unary::Not, value) => Value::Integer(i128::from(!value.is_true())),
        (Unary::Plus, value) => value,
        (Unary::Negate, Value::Floating(number)) => Value::Floating(-number),
        (Unary::Negate, value) => fitted(Value::Integer(-value.integer()), shape),
        (Unary::Complement, value) => fitted(Value::Integer(!value.integer()), shape),
    }
}

/// None if C does not define the result.
pub(super) fn binary(operator: Binary, a: Value, b: Value, shape: Shape) -> Option<Value> {
    if matches!(shape, Shape::Floating(_)) {
        return Some(floating(operator, a.floating(), b.floating(), shape));
    }
    let (a, b) = (a.integer(), b.integer());
    let size = u32::from(shape.size() as u8) * 8;
    let truth = |truth: bool| Value::Integer(i128::from(truth));
    let number = match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b)?,
        Binary::Remainder => a.checked_rem(b)?,
        Binary::ShiftLeft if (0..i128::from(size)).contains(&b) => a << b,
        Binary::ShiftRight if (0..i128::from(size)).contains(&b) => a >> b,
        Binary::ShiftLeft | Binary::ShiftRight => return None,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Less => return Some(truth(a < b)),
        Binary::Greater => return Some(truth(a > b)),
        Binary::LessOrEqual => return Some(truth(a <= b)),
        Binary::GreaterOrEqual => return Some(truth(a >= b)),
        Binary::Equal => return Some(truth(a == b)),
        Binary::NotEqual => return Some(truth(a != b)),
    };
    Some(fitted(Value::Integer(number), shape))
}

fn floating(operator: Binary, a: f64, b: f64, shape: Shape) -> Value {
    let truth = |truth: bool| Value::Integer(i128::from(truth));
    let number = match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Less => return truth(a < b),
        Binary::Greater => return truth(a > b),
        Binary::LessOrEqual => return truth(a <= b),
        Binary::GreaterOrEqual => return truth(a >= b),
        Binary::NotEqual => return truth(a != b),
        _ => return truth(a == b),
    };
    fitted(Value::Floating(number), shape)
}

pub(super) fn decoded(bytes: &[u8], shape: Shape, bits: Option<Bits>) -> Value {
    match (shape, bits) {
        (Shape::Floating(4), _) => Value::Floating(f32::from_le_bytes(bytes[..4].try_into().expect("4")).into()),
        (Shape::Floating(_), _) => Value::Floating(f64::from_le_bytes(bytes[..8].try_into().expect("8"))),
        (shape, None) => fitted(Value::Integer(little(bytes)), shape),
        (shape, Some(bits)) => {
            let number = little(bytes) >> (bits.first % 8);
            Value::Integer(wrapped(number, bits.width.into(), matches!(shape, Shape::Signed(_))))
        }
    }
}

pub(super) fn encoded(bytes: &mut [u8], shape: Shape, bits: Option<Bits>, value: Value) {
    let number = match (shape, bits) {
        (Shape::Floating(4), _) => (value.floating() as f32).to_bits().into(),
        (Shape::Floating(_), _) => value.floating().to_bits().into(),
        (_, None) => value.integer(),
        (_, Some(bits)) => {
            let mask = wrapped(-1, bits.width.into(), false) << (bits.first % 8);
            little(bytes) & !mask | value.integer() << (bits.first % 8) & mask
        }
    };
    let count = bytes.len();
    bytes.copy_from_slice(&number.to_le_bytes()[..count]);
}

fn little(bytes: &[u8]) -> i128 {
    let mut all = [0; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(all)
}
