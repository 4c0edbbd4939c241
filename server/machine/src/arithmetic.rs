//! Arithmetic of C11 6.5 on values: the result, wrapped around where it must be, and which rule was broken.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "conversions of C round, and what does not fit is found before"
)]

use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_c_syntax::types::Floating;

use crate::fault::Kind;
use crate::value::{Scalar, Value, signed, unsigned};

/// A rule that an operation breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The kind of fault.
    pub kind: Kind,
    /// The clause.
    pub rule: &'static str,
    /// The event.
    pub message: String,
}

/// A result, and the rule that was broken to get it.
pub type Outcome = (Value, Option<Box<Broken>>);

#[expect(clippy::unnecessary_wraps, reason = "it is a part of an outcome")]
fn broken(kind: Kind, rule: &'static str, message: String) -> Option<Box<Broken>> {
    Some(Box::new(Broken { kind, rule, message }))
}

/// Number of bits, and whether the type is signed.
#[inline]
fn width(scalar: Scalar) -> (u32, bool) {
    match scalar {
        Scalar::Integer { size, signed } => (8 * u32::from(size), signed),
        other => (8 * other.size() as u32, false),
    }
}

/// A number brought into the range of an integer or pointer type.
#[inline]
pub(crate) fn wrap(number: i128, scalar: Scalar) -> i128 {
    match width(scalar) {
        (32, true) => (number as i32).into(),
        (64, true) => (number as i64).into(),
        (64, false) => (number.cast_unsigned() as u64).into(),
        (bits, true) => signed(number.cast_unsigned(), bits),
        (bits, false) => unsigned(number.cast_unsigned(), bits).cast_signed(),
    }
}

/// A floating value rounded to its type.
fn round(number: f64, format: Floating) -> Value {
    Value::Floating(if format == Floating::Float { f64::from(number as f32) } else { number })
}

/// Converts a value from one scalar type to another (C11 6.3.1).
pub fn convert(value: &Value, from: Scalar, to: Scalar) -> Outcome {
    match (from, to) {
        (_, Scalar::Bool) => (value.is_true().into(), None),
        (Scalar::Floating { .. }, Scalar::Floating { format, .. }) => (round(value.floating(), format), None),
        (Scalar::Floating { .. }, _) => from_floating(value.floating(), to),
        (_, Scalar::Floating { format, .. }) => (to_floating(value.integer(), from, format), None),
        _ => (Value::Integer(wrap(value.integer(), to)), None),
    }
}

fn from_floating(number: f64, to: Scalar) -> Outcome {
    let whole = number.trunc();
    let (bits, is_signed) = width(to);
    let exponent = if is_signed { bits - 1 } else { bits };
    let limit = 2f64.powi(exponent.cast_signed());
    let low = if is_signed { -limit } else { 0.0 };
    let result = if number < 0.0 { whole as i128 } else { (whole as u128).cast_signed() };
    let is_inside = whole >= low && whole < limit;
    let problem = if is_inside {
        None
    } else {
        broken(
            Kind::Overflow,
            "C11 6.3.1.4p1",
            format!("The value {number} is out of the range of the integer type to which it is converted."),
        )
    };
    (Value::Integer(wrap(result, to)), problem)
}

fn to_floating(number: i128, from: Scalar, format: Floating) -> Value {
    let is_signed = width(from).1;
    match (format, is_signed) {
        (Floating::Float, true) => Value::Floating(f64::from(number as f32)),
        (Floating::Float, false) => Value::Floating(f64::from(number.cast_unsigned() as f32)),
        (_, true) => Value::Floating(number as f64),
        (_, false) => Value::Floating(number.cast_unsigned() as f64),
    }
}

/// An operator on one operand.
pub fn unary(operator: Unary, scalar: Scalar, value: &Value) -> Outcome {
    match (operator, scalar) {
        (Unary::Not, _) => ((!value.is_true()).into(), None),
        (Unary::Plus, _) => (value.clone(), None),
        (Unary::Negate, Scalar::Floating { .. }) => (Value::Floating(-value.floating()), None),
        (Unary::Negate, _) => fit(value.integer().wrapping_neg(), value.integer() == i128::MIN, scalar, || {
            format!("-({})", value.integer())
        }),
        (Unary::Complement, _) => (Value::Integer(wrap(!value.integer(), scalar)), None),
    }
}

/// The result of most operations on integers of up to 64 bits, of which it is plain that they break no rule.
#[inline]
pub(crate) fn quick(operator: Binary, scalar: Scalar, a: &Value, b: &Value) -> Option<Value> {
    let (Scalar::Integer { size, signed }, Value::Integer(x), Value::Integer(y)) = (scalar, a, b) else { return None };
    match (size, signed) {
        (4 | 8, true) => quick_signed(operator, size, *x as i64, *y as i64),
        (4 | 8, false) => quick_unsigned(operator, size, x.cast_unsigned() as u64, y.cast_unsigned() as u64),
        _ => None,
    }
}

#[inline]
fn quick_signed(operator: Binary, size: u8, x: i64, y: i64) -> Option<Value> {
    let result = match operator {
        Binary::Add => x.checked_add(y)?,
        Binary::Subtract => x.checked_sub(y)?,
        Binary::Multiply => x.checked_mul(y)?,
        Binary::And => x & y,
        Binary::Or => x | y,
        Binary::Xor => x ^ y,
        Binary::Less => i64::from(x < y),
        Binary::Greater => i64::from(x > y),
        Binary::LessOrEqual => i64::from(x <= y),
        Binary::GreaterOrEqual => i64::from(x >= y),
        Binary::Equal => i64::from(x == y),
        Binary::NotEqual => i64::from(x != y),
        Binary::Divide | Binary::Remainder | Binary::ShiftLeft | Binary::ShiftRight => return None,
    };
    (size == 8 || i64::from(result as i32) == result).then(|| Value::Integer(result.into()))
}

#[inline]
fn quick_unsigned(operator: Binary, size: u8, x: u64, y: u64) -> Option<Value> {
    let result = match operator {
        Binary::Add => x.wrapping_add(y),
        Binary::Subtract => x.wrapping_sub(y),
        Binary::Multiply => x.wrapping_mul(y),
        Binary::And => x & y,
        Binary::Or => x | y,
        Binary::Xor => x ^ y,
        Binary::Less => u64::from(x < y),
        Binary::Greater => u64::from(x > y),
        Binary::LessOrEqual => u64::from(x <= y),
        Binary::GreaterOrEqual => u64::from(x >= y),
        Binary::Equal => u64::from(x == y),
        Binary::NotEqual => u64::from(x != y),
        Binary::Divide => x.checked_div(y)?,
        Binary::Remainder => x.checked_rem(y)?,
        Binary::ShiftLeft if y < 8 * u64::from(size) => x << y,
        Binary::ShiftRight if y < 8 * u64::from(size) => x >> y,
        Binary::ShiftLeft | Binary::ShiftRight => return None,
    };
    let result = if size == 4 { (result as u32).into() } else { result };
    Some(Value::Integer(result.into()))
}

/// An operator on two operands of one type; for shifts, the type is that of the left one.
#[inline]
pub fn binary(operator: Binary, scalar: Scalar, a: &Value, b: &Value) -> Outcome {
    if let Scalar::Floating { format, .. } = scalar {
        return (floating(operator, format, a.floating(), b.floating()), None);
    }
    let (x, y) = (a.integer(), b.integer());
    match operator {
        Binary::Less
        | Binary::Greater
        | Binary::LessOrEqual
        | Binary::GreaterOrEqual
        | Binary::Equal
        | Binary::NotEqual => (compare(operator, scalar, x, y).into(), None),
        Binary::Add => arithmetic(x.overflowing_add(y), scalar, x, '+', y),
        Binary::Subtract => arithmetic(x.overflowing_sub(y), scalar, x, '-', y),
        Binary::Multiply => multiply(scalar, x, y),
        Binary::Divide | Binary::Remainder => divide(operator, scalar, x, y),
        Binary::ShiftLeft | Binary::ShiftRight => shift(operator, scalar, x, y),
        Binary::And => (Value::Integer(x & y), None),
        Binary::Or => (Value::Integer(x | y), None),
        Binary::Xor => (Value::Integer(x ^ y), None),
    }
}

#[inline]
fn arithmetic((result, wide): (i128, bool), scalar: Scalar, x: i128, sign: char, y: i128) -> Outcome {
    fit(result, wide, scalar, || format!("{x} {sign} {y}"))
}

/// A result in the range of its type. A signed one must have been there before (C11 6.5p5).
#[inline]
fn fit(result: i128, wide: bool, scalar: Scalar, term: impl Fn() -> String) -> Outcome {
    let wrapped = wrap(result, scalar);
    let problem = if width(scalar).1 && (wide || wrapped != result) {
        let message = format!(
            "The result of {} is out of the range of its type, a signed one of {} bits.",
            term(),
            width(scalar).0
        );
        broken(Kind::Overflow, "C11 6.5p5", message)
    } else {
        None
    };
    (Value::Integer(wrapped), problem)
}

fn multiply(scalar: Scalar, x: i128, y: i128) -> Outcome {
    arithmetic(x.overflowing_mul(y), scalar, x, '*', y)
}

fn divide(operator: Binary, scalar: Scalar, x: i128, y: i128) -> Outcome {
    if y == 0 {
        return (
            Value::Integer(0),
            broken(Kind::Division, "C11 6.5.5p5", format!("The number {x} is divided by zero.")),
        );
    }
    let (bits, is_signed) = width(scalar);
    if !is_signed {
        let (x, y) = (x.cast_unsigned(), y.cast_unsigned());
        let result = if operator == Binary::Divide { x / y } else { x % y };
        return (Value::Integer(result.cast_signed()), None);
    }
    let least = if bits == 128 { i128::MIN } else { -(1 << (bits - 1)) };
    if x == least && y == -1 {
        let result = if operator == Binary::Divide { x } else { 0 };
        let message = format!("The quotient of {x} and -1 is out of the range of its type.");
        return (Value::Integer(result), broken(Kind::Division, "C11 6.5.5p6", message));
    }
    let result = match (operator, i64::try_from(x), i64::try_from(y)) {
        (Binary::Divide, Ok(x), Ok(y)) => x.checked_div(y).map_or(-i128::from(x), i128::from),
        (Binary::Divide, ..) => x / y,
        (_, Ok(x), Ok(y)) => x.wrapping_rem(y).into(),
        _ => x % y,
    };
    (Value::Integer(result), None)
}

fn shift(operator: Binary, scalar: Scalar, x: i128, count: i128) -> Outcome {
    let (bits, is_signed) = width(scalar);
    let problem = if (0..i128::from(bits)).contains(&count) {
        None
    } else {
        broken(Kind::Shift, "C11 6.5.7p3", format!("A value of {bits} bits is shifted by {count}."))
    };
    let count = count.cast_unsigned() as u32 & (bits - 1);
    if operator == Binary::ShiftRight {
        let result = if is_signed { x >> count } else { (x.cast_unsigned() >> count).cast_signed() };
        return (Value::Integer(result), problem);
    }
    let result = wrap(x << count, scalar);
    let is_lost = is_signed && (x < 0 || result != x << count);
    let lost = || broken(Kind::ShiftLeft, "C11 6.5.7p4", format!("{x} is shifted to the left by {count}."));
    (Value::Integer(result), problem.or_else(|| if is_lost { lost() } else { None }))
}

fn compare(operator: Binary, scalar: Scalar, x: i128, y: i128) -> bool {
    let order = if width(scalar).1 { x.cmp(&y) } else { x.cast_unsigned().cmp(&y.cast_unsigned()) };
    holds(operator, Some(order))
}

fn holds(operator: Binary, order: Option<std::cmp::Ordering>) -> bool {
    let Some(order) = order else { return operator == Binary::NotEqual };
    match operator {
        Binary::Less => order.is_lt(),
        Binary::Greater => order.is_gt(),
        Binary::LessOrEqual => order.is_le(),
        Binary::GreaterOrEqual => order.is_ge(),
        Binary::Equal => order.is_eq(),
        _ => order.is_ne(),
    }
}

fn floating(operator: Binary, format: Floating, a: f64, b: f64) -> Value {
    let result = match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        _ => return holds(operator, a.partial_cmp(&b)).into(),
    };
    round(result, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(operator: Binary, size: u8, signed: bool, x: i128, y: i128) -> (i128, Option<Kind>) {
        let (value, problem) =
            binary(operator, Scalar::Integer { size, signed }, &Value::Integer(x), &Value::Integer(y));
        (value.integer(), problem.map(|broken| broken.kind))
    }

    #[test]
    fn signed_results_out_of_range_are_faults_and_wrap() {
        assert_eq!(run(Binary::Add, 4, true, i32::MAX.into(), 1), (i32::MIN.into(), Some(Kind::Overflow)));
        assert_eq!(run(Binary::Multiply, 8, true, i64::MAX.into(), 2), (-2, Some(Kind::Overflow)));
        assert_eq!(run(Binary::Divide, 4, true, i32::MIN.into(), -1), (i32::MIN.into(), Some(Kind::Division)));
        assert_eq!(run(Binary::Divide, 16, true, i64::MIN.into(), -1), (1 << 63, None));
        assert_eq!(run(Binary::Add, 16, true, i128::MAX, 1), (i128::MIN, Some(Kind::Overflow)));
    }

    #[test]
    fn unsigned_results_wrap_quietly() {
        assert_eq!(run(Binary::Subtract, 4, false, 0, 1), (u32::MAX.into(), None));
        assert_eq!(run(Binary::Multiply, 8, false, u64::MAX.into(), u64::MAX.into()), (1, None));
        assert_eq!(run(Binary::Less, 16, false, -1, 1), (0, None));
        assert_eq!(run(Binary::Divide, 16, false, -1, 2), (i128::MAX, None));
    }

    #[test]
    fn shifts_keep_to_their_width() {
        assert_eq!(run(Binary::ShiftLeft, 4, false, 1, 31), (1 << 31, None));
        assert_eq!(run(Binary::ShiftLeft, 4, false, 1, 32), (1, Some(Kind::Shift)));
        assert_eq!(run(Binary::ShiftRight, 4, true, -8, 1), (-4, None));
        assert_eq!(run(Binary::ShiftLeft, 4, true, 1, 30), (1 << 30, None));
        assert_eq!(run(Binary::ShiftLeft, 4, true, 1, 31), (-1 << 31, Some(Kind::ShiftLeft)));
        assert_eq!(run(Binary::ShiftLeft, 4, true, -1, 1), (-2, Some(Kind::ShiftLeft)));
    }

    #[test]
    fn floating_values_are_converted_as_far_as_they_fit() {
        let double = Scalar::Floating { format: Floating::Double, size: 8 };
        let (value, problem) = convert(&Value::Floating(3.9), double, Scalar::INT);
        assert_eq!((value.integer(), problem), (3, None));
        let (_, problem) = convert(&Value::Floating(3e9), double, Scalar::INT);
        assert_eq!(problem.map(|broken| broken.kind), Some(Kind::Overflow));
    }
}
