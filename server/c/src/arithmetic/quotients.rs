//! Division towards zero (C11 6.5.5p6), and its remainder. Those by zero are zero.

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::{Kept, Value};
use crate::term;

impl Kept {
    pub(super) fn quotient(self, left: &Value, right: &Value) -> Option<Value> {
        if self.is_folded() && (left.low < 0 || right.low < 0) {
            return Some(unless_zero(right, folded_quotient(left, right)));
        }
        let most = if self.are_endless(left, left) {
            i128::MAX
        } else {
            i128::from(left.low.unsigned_abs().max(left.high.unsigned_abs()) / least_absolute(right))
        };
        let negated = || self.difference(&Value::number(0), left);
        let (low, high) = signs(left, right, most);
        let exact = Value { term: truncated(left, right), low, high };
        let quotient = match unless_minus_one(left, right) {
            Expr::Truth(true) => self.wrap(exact)?,
            Expr::Truth(false) => negated()?,
            condition => Value::select(condition, exact, negated()?),
        };
        Some(unless_zero(right, quotient))
    }

    pub(super) fn remainder(self, left: &Value, right: &Value) -> Value {
        if self.is_folded() && (left.low < 0 || right.low < 0) {
            return unless_zero(right, folded_remainder(left, right));
        }
        let (least, most) = if self.wraps { (right.low.into(), right.high.into()) } else { right.ends() };
        let divisor = i128::abs(least).max(i128::abs(most));
        let below = |end: i128| end.abs().min((divisor - 1).max(0));
        let is_positive = left.is(Comparison::GreaterOrEqual, 0);
        let of_positive = left.operation(Arithmetic::Remainder, right);
        let away = away_from_zero(right);
        let moved = term::arithmetic(Arithmetic::Add, left.term.clone(), away.clone());
        let remainder = term::arithmetic(Arithmetic::Remainder, moved, right.term.clone());
        let of_negative = term::arithmetic(Arithmetic::Subtract, remainder, away);
        let term = term::conditional(is_positive, of_positive, of_negative);
        let (low, high) = left.ends();
        let remainder = Value::unbounded(term, -below(low.min(0)), below(high.max(0)));
        let remainder = Value::select(unless_minus_one(left, right), remainder, Value::number(0));
        unless_zero(right, remainder)
    }
}

/// A value where the divisor is not zero.
fn unless_zero(divisor: &Value, value: Value) -> Value {
    Value::select(divisor.is(Comparison::NotEqual, 0), value, Value::number(0))
}

/// The condition that the quotient is not that of the least number and -1, which needs more than 64 bits.
fn unless_minus_one(left: &Value, right: &Value) -> Expr {
    if left.low == i64::MIN { right.is(Comparison::NotEqual, -1) } else { Expr::Truth(true) }
}

/// The least absolute value of a divisor that is not zero.
fn least_absolute(divisor: &Value) -> u64 {
    if divisor.low > 0 || divisor.high < 0 { divisor.low.unsigned_abs().min(divisor.high.unsigned_abs()) } else { 1 }
}

/// Bounds of a quotient of at most this absolute value, by the signs of the operands.
fn signs(left: &Value, right: &Value, most: i128) -> (i64, i64) {
    let is_negative = (left.low < 0 && right.high > 0) || (left.high > 0 && right.low < 0);
    let is_positive = (left.high > 0 && right.high > 0) || (left.low < 0 && right.low < 0);
    let end =
        |is_possible: bool, end: i128| if is_possible { end.clamp(i64::MIN.into(), i64::MAX.into()) as i64 } else { 0 };
    (end(is_negative, -most), end(is_positive, most))
}

/// The absolute value of a divisor that is not zero, less one.
fn away_from_zero(divisor: &Value) -> Expr {
    let of_negative = term::arithmetic(Arithmetic::Subtract, Expr::Number(-1), divisor.term.clone());
    term::conditional(divisor.is(Comparison::Greater, 0), divisor.moved(-1), of_negative)
}

/// Division towards zero: Euclidean, after a negative dividend was moved towards zero.
pub(super) fn truncated(left: &Value, right: &Value) -> Expr {
    let moved = term::arithmetic(Arithmetic::Add, left.term.clone(), away_from_zero(right));
    term::conditional(
        left.is(Comparison::GreaterOrEqual, 0),
        left.operation(Arithmetic::Divide, right),
        term::arithmetic(Arithmetic::Divide, moved, right.term.clone()),
    )
}

/// The parts of the division of a dividend with the highest bit by a divisor without it.
struct Halves {
    /// The dividend without its highest bit.
    rest: Expr,
    /// The remainder of the rest.
    remainder: Expr,
    /// The divisor, less the remainder of 2⁶³, which is here between 1 and the divisor.
    missing: Expr,
}

impl Halves {
    fn of(left: &Value, right: &Value) -> Self {
        let rest = left.raised();
        let remainder = term::arithmetic(Arithmetic::Remainder, rest.clone(), right.term.clone());
        let of_power = term::arithmetic(Arithmetic::Remainder, Expr::Number(i64::MAX), right.term.clone());
        let missing = term::arithmetic(Arithmetic::Subtract, right.moved(-1), of_power);
        Self { rest, remainder, missing }
    }

    /// The condition that the sum of both remainders is at least the divisor.
    fn carries(&self) -> Expr {
        term::compare(Comparison::GreaterOrEqual, self.remainder.clone(), self.missing.clone())
    }
}

/// The cases of a division of unsigned integers of 64 bits.
fn cases(left: &Value, right: &Value, plain: Expr, halved: Expr, of_high: Expr) -> Expr {
    let of_low = term::conditional(left.is(Comparison::GreaterOrEqual, 0), plain, halved);
    term::conditional(right.is(Comparison::Less, 0), of_high, of_low)
}

/// The condition that a dividend is at least a divisor with the highest bit.
fn contains(left: &Value, right: &Value) -> Expr {
    term::and(left.is(Comparison::Less, 0), left.compare(Comparison::GreaterOrEqual, right))
}

fn folded_quotient(left: &Value, right: &Value) -> Value {
    let halves = Halves::of(left, right);
    let divided = |dividend| term::arithmetic(Arithmetic::Divide, dividend, right.term.clone());
    let both = term::arithmetic(Arithmetic::Add, divided(halves.rest.clone()), divided(Expr::Number(i64::MAX)));
    let sum = term::arithmetic(Arithmetic::Add, both, term::number_of(halves.carries()));
    let halved = term::conditional(right.is(Comparison::Equal, 1), left.term.clone(), sum);
    let of_high = term::number_of(contains(left, right));
    let low = if right.low <= 1 && right.high >= 1 { left.low } else { 0 };
    Value { term: cases(left, right, divided(left.term.clone()), halved, of_high), low: low.min(0), high: i64::MAX }
}

fn folded_remainder(left: &Value, right: &Value) -> Value {
    let halves = Halves::of(left, right);
    let subtract = |a: Expr, b: Expr| term::arithmetic(Arithmetic::Subtract, a, b);
    let of_power = term::arithmetic(Arithmetic::Remainder, Expr::Number(i64::MAX), right.term.clone());
    let next = term::arithmetic(Arithmetic::Add, of_power, Expr::Number(1));
    let sum = term::arithmetic(Arithmetic::Add, halves.remainder.clone(), next);
    let halved = term::conditional(halves.carries(), subtract(halves.remainder, halves.missing), sum);
    let of_high =
        term::conditional(contains(left, right), left.operation(Arithmetic::Subtract, right), left.term.clone());
    let plain = left.operation(Arithmetic::Remainder, right);
    let (low, high) = if right.low >= 0 { (0, right.high.max(1) - 1) } else { (i64::MIN, i64::MAX) };
    Value { term: cases(left, right, plain, halved, of_high), low, high }
}
