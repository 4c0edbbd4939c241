//! Operators on bits: `&`, `|`, `^` and shifts, as sums of the bits of numbers in two's complement.

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use crate::ast::{Binary, Type};
use crate::term;
use crate::value::{Computed, Integers, Value, ValueKind, bounds};

/// An integer with its least and its greatest value.
type Number = (Expr, i128, i128);

impl Integers {
    /// A shift by a number that is not negative and less than 32.
    pub(crate) fn shift(self, operator: Binary, left: &Value, right: &Value) -> Computed {
        let (by, low, high) = self.settle(right)?;
        let (least, most) = (low.clamp(0, 31) as i64, high.clamp(0, 31) as i64);
        let mut shifted: Option<Value> = None;
        for by_constant in least..=most {
            let value = self.shift_by(operator, left, by_constant)?;
            let is_it = term::compare(Comparison::Equal, by.clone(), Expr::Number(by_constant));
            shifted = Some(match shifted {
                None => value,
                Some(others) => chosen(is_it, value, others)?,
            });
        }
        shifted.ok_or("a shift by this")
    }

    fn shift_by(self, operator: Binary, left: &Value, by: i64) -> Computed {
        if operator == Binary::ShiftLeft {
            let left = &self.kept_by_shift(left, by)?;
            return self.binary(Binary::Multiply, left, &Value::number(1 << by, left.ty.clone()));
        }
        let (expr, low, high) = self.settle(left)?;
        let shifted = term::arithmetic(Arithmetic::Divide, expr, Expr::Number(1 << by));
        Ok(Value { kind: ValueKind::Number(shifted, low >> by, high >> by), ty: left.ty.clone() })
    }

    /// An operand of a shift to the left; an unsigned one without the bits that are lost, where the product would be large.
    fn kept_by_shift(self, value: &Value, by: i64) -> Computed {
        let Type::Integer { bits: bits @ ..=32, signed: false } = value.ty else { return Ok(value.clone()) };
        let (expr, _, high) = self.settle(value)?;
        let kept = 1_i64 << (i64::from(bits) - by).max(0);
        if self.unbounded || high << by <= 1 << 62 {
            return Ok(value.clone());
        }
        let expr = term::arithmetic(Arithmetic::Remainder, expr, Expr::Number(kept));
        Ok(Value { kind: ValueKind::Number(expr, 0, i128::from(kept) - 1), ty: value.ty.clone() })
    }

    /// `&`, `|` and `^`: `a | b` is `a + b - (a & b)`, and `a ^ b` is `a + b - 2 (a & b)`.
    pub(crate) fn bitwise(self, operator: Binary, left: &Value, right: &Value) -> Result<Number, &'static str> {
        let (mut a, mut b) = (self.settle(left)?, self.settle(right)?);
        if matches!(a.0, Expr::Number(_)) {
            std::mem::swap(&mut a, &mut b);
        }
        let masked = match (&a.0, &b.0) {
            (Expr::Number(x), Expr::Number(y)) => Some(Expr::Number(x & y)),
            (_, Expr::Number(mask)) => masked(&a.0, *mask),
            _ => None,
        };
        let both = match masked {
            Some(both) => both,
            None => bit_by_bit(&a, &b).ok_or("`&`, `|` or `^` of integers of more than 32 bits")?,
        };
        let (least, most) = bounds(&left.ty);
        let sum = term::arithmetic(Arithmetic::Add, a.0.clone(), b.0.clone());
        let minus = |times: i64| {
            let part = term::arithmetic(Arithmetic::Multiply, Expr::Number(times), both.clone());
            term::arithmetic(Arithmetic::Subtract, sum.clone(), part)
        };
        // No bit is set above the highest one of both.
        let all_bits = (1 << bits_of(a.2.max(b.2))) - 1;
        let of_positive = if a.1 >= 0 && b.1 >= 0 { (0, all_bits) } else { (least, most) };
        Ok(match operator {
            Binary::And if b.1 >= 0 => (both, 0, b.2),
            Binary::And if a.1 >= 0 => (both, 0, a.2),
            Binary::And => (both, least, most),
            Binary::Or => (minus(1), of_positive.0, of_positive.1),
            _ => (minus(2), of_positive.0, of_positive.1),
        })
    }
}

/// One of two values of the same type.
fn chosen(condition: Expr, then: Value, otherwise: Value) -> Computed {
    let (ValueKind::Number(a, low, high), ValueKind::Number(b, least, most)) = (then.kind, otherwise.kind) else {
        return Err("a shift of this");
    };
    let kind = ValueKind::Number(term::conditional(condition, a, b), low.min(least), high.max(most));
    Ok(Value { kind, ty: otherwise.ty })
}

/// The number of bits of a number that is not negative.
fn bits_of(number: i128) -> u32 {
    128 - number.max(0).leading_zeros()
}

/// `a & b`, where each bit of one is tested; the last bit has the sign. None for more than 32 bits.
fn bit_by_bit(a: &Number, b: &Number) -> Option<Expr> {
    let is_negative = a.1 < 0 && b.1 < 0;
    let size = |it: &Number| if it.1 < 0 { bits_of(it.2.max(-1 - it.1)) + 1 } else { bits_of(it.2) };
    // Above the highest bit of a number that is not negative, the result has none.
    let bits = match (a.1 < 0, b.1 < 0) {
        (false, true) => size(a),
        (true, false) => size(b),
        (false, false) => size(a).min(size(b)),
        (true, true) => size(a).max(size(b)),
    };
    if bits > 32 {
        return None;
    }
    let bit = |it: &Number, at: u32| {
        let moved = term::arithmetic(Arithmetic::Divide, it.0.clone(), Expr::Number(1 << at));
        term::arithmetic(Arithmetic::Remainder, moved, Expr::Number(2))
    };
    let parts = (0..bits).map(|at| {
        let weight = if is_negative && at + 1 == bits { -(1 << at) } else { 1 << at };
        let is_set = |it| term::compare(Comparison::Equal, bit(it, at), Expr::Number(1));
        term::conditional(term::and(is_set(a), is_set(b)), Expr::Number(weight), Expr::Number(0))
    });
    Some(parts.fold(Expr::Number(0), |sum, part| term::arithmetic(Arithmetic::Add, sum, part)))
}

/// `value & mask` as a sum over the runs of ones in the mask; none if there are many.
fn masked(value: &Expr, mask: i64) -> Option<Expr> {
    let mut runs = Vec::new();
    let mut rest = mask.cast_unsigned();
    let mut at = 0;
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        rest >>= zeros;
        let ones = rest.trailing_ones();
        runs.push((at + zeros, ones));
        at += zeros + ones;
        rest = if ones == 64 { 0 } else { rest >> ones };
    }
    // The sign alone, and everything but the sign, need numbers that there are not.
    if runs.len() > 4 || runs.iter().any(|(from, length)| from + length > 62 && (*from > 62 || from + length < 64)) {
        return None;
    }
    let number = |value: i64| Expr::Number(value);
    let parts = runs.into_iter().map(|(from, length)| {
        let moved = term::arithmetic(Arithmetic::Divide, value.clone(), number(1 << from.min(62)));
        // A run to the end has the sign.
        let kept = if from + length > 62 {
            moved
        } else {
            term::arithmetic(Arithmetic::Remainder, moved, number(1 << length))
        };
        term::arithmetic(Arithmetic::Multiply, kept, number(1 << from.min(62)))
    });
    Some(parts.fold(number(0), |sum, part| term::arithmetic(Arithmetic::Add, sum, part)))
}
