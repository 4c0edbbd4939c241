//! `&`, `|` and `^` of numbers in two's complement: all others are sums of what `&` leaves of each.

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::Value;
use crate::term;

/// Of wider numbers that are both unknown, the bits are not tested one by one.
const MAX_BITS: u32 = 32;

pub(super) fn and(left: &Value, right: &Value) -> Option<Value> {
    let (low, high) = ends(left, right);
    let term = both(left, right)?;
    let high = match (left.low >= 0, right.low >= 0) {
        (true, true) => left.high.min(right.high),
        (true, false) => left.high,
        (false, true) => right.high,
        (false, false) => high,
    };
    let low = if left.low < 0 && right.low < 0 { low } else { 0 };
    Value::within(term, low.into(), high.into())
}

pub(super) fn or(left: &Value, right: &Value) -> Option<Value> {
    let both = both(left, right)?;
    let rest = term::arithmetic(Arithmetic::Subtract, right.term.clone(), both);
    combined(left, right, term::arithmetic(Arithmetic::Add, left.term.clone(), rest))
}

pub(super) fn xor(left: &Value, right: &Value) -> Option<Value> {
    let both = both(left, right)?;
    let rest = |value: &Value| term::arithmetic(Arithmetic::Subtract, value.term.clone(), both.clone());
    combined(left, right, term::arithmetic(Arithmetic::Add, rest(left), rest(right)))
}

fn combined(left: &Value, right: &Value, term: Expr) -> Option<Value> {
    let (low, high) = ends(left, right);
    Value::within(term, low.into(), high.into())
}

/// Bounds of any operation on the bits of two numbers.
fn ends(left: &Value, right: &Value) -> (i64, i64) {
    let bits = left.length().max(right.length());
    let high = ((1_i128 << bits) - 1) as i64;
    (if left.low < 0 || right.low < 0 { -high - 1 } else { 0 }, high)
}

/// The term of `left & right`.
fn both(left: &Value, right: &Value) -> Option<Expr> {
    match (left.constant(), right.constant()) {
        (_, Some(mask)) => Some(left.masked(mask)),
        (Some(mask), _) => Some(right.masked(mask)),
        _ => bit_by_bit(left, right),
    }
}

/// `left & right`, where each bit is tested; the last one has the sign if both can be negative.
fn bit_by_bit(left: &Value, right: &Value) -> Option<Expr> {
    let bits = match (left.low < 0, right.low < 0) {
        (false, true) => left.length(),
        (true, false) => right.length(),
        (false, false) => left.length().min(right.length()),
        (true, true) => left.length().max(right.length()) + 1,
    };
    if bits > MAX_BITS {
        return None;
    }
    let has_sign = left.low < 0 && right.low < 0;
    let parts = (0..bits).map(|at| {
        let is_set = |value: &Value| value.shifted_down(at).reduced(1, 0).is(Comparison::NotEqual, 0);
        let weight = if has_sign && at + 1 == bits { -(1 << at) } else { 1 << at };
        term::conditional(term::and(is_set(left), is_set(right)), Expr::Number(weight), Expr::Number(0))
    });
    Some(parts.fold(Expr::Number(0), |sum, part| term::arithmetic(Arithmetic::Add, sum, part)))
}

impl Value {
    /// Number of bits, without the sign.
    fn length(&self) -> u32 {
        let length = |number: i64| 64 - number.max(!number).leading_zeros();
        length(self.low).max(length(self.high))
    }

    /// The term of `self & mask`: the sum over the runs of ones in the mask.
    pub(super) fn masked(&self, mask: i64) -> Expr {
        if let Some(number) = self.constant() {
            return Expr::Number(number & mask);
        }
        let mask = if self.low >= 0 { mask & ((1_i128 << self.length()) - 1) as i64 } else { mask };
        let parts = runs(mask.cast_unsigned()).map(|(from, length)| {
            let shifted = self.shifted_down(from);
            let kept = if from + length == u64::BITS { shifted } else { shifted.reduced(length, 0) };
            if from + 1 == u64::BITS {
                return Value::select(kept.is(Comparison::NotEqual, 0), Value::number(i64::MIN), Value::number(0)).term;
            }
            kept.operation(Arithmetic::Multiply, &Value::number(1 << from))
        });
        parts.fold(Expr::Number(0), |sum, part| term::arithmetic(Arithmetic::Add, sum, part))
    }
}

/// The first bit and the number of bits of each run of ones.
fn runs(mask: u64) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let from = rest.trailing_zeros();
            let length = (rest >> from).trailing_ones();
            rest &= u64::MAX.checked_shl(from + length).unwrap_or(0);
            (from, length)
        })
    })
}
