//! Mathematical integers. Where a bound is the least or the greatest number of 64 bits, there is none, and terms are exact all the same:
//! the integers of integer programs do not end.

use boolprog_import::Expr;
use boolprog_integer::Arithmetic;

use super::{Kept, Value};
use crate::term;

/// Beyond all numbers that fit into 64 bits, whatever is added to it, and however it is shifted.
const INFINITE: i128 = 1 << 125;

impl Kept {
    /// Returns `true` if a bound of one of two mathematical integers is missing.
    pub(super) fn are_endless(self, left: &Value, right: &Value) -> bool {
        !self.wraps && (left.is_endless() || right.is_endless())
    }
}

impl Value {
    /// Returns `true` for a mathematical integer of which a bound is missing, or may be.
    pub(crate) fn is_endless(&self) -> bool {
        self.low != self.high && (self.low == i64::MIN || self.high == i64::MAX)
    }

    /// The bounds, as numbers beyond all others where they are missing.
    pub(crate) fn ends(&self) -> (i128, i128) {
        match self.constant() {
            Some(number) => (number.into(), number.into()),
            None => (
                if self.low == i64::MIN { -INFINITE } else { self.low.into() },
                if self.high == i64::MAX { INFINITE } else { self.high.into() },
            ),
        }
    }

    /// A term with its bounds, which are missing where they do not fit into 64 bits.
    pub(super) fn unbounded(term: Expr, low: i128, high: i128) -> Self {
        if let (Ok(number), true) = (i64::try_from(low), low == high) {
            return Self::number(number);
        }
        let [low, high] = [low, high].map(|end| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
        // A value beyond all numbers of 64 bits has a bound on one side only.
        let (low, high) = if low == high { (low.min(0), high.max(0)) } else { (low, high) };
        Self { term, low, high }
    }

    /// A number of any size up to 65 bits.
    pub(crate) fn large(number: i128) -> Self {
        let (half, rest) = (number.div_euclid(2), number.rem_euclid(2));
        let double = term::arithmetic(Arithmetic::Multiply, Expr::Number(half as i64), Expr::Number(2));
        let term = term::arithmetic(Arithmetic::Add, double, Expr::Number(rest as i64));
        Self::unbounded(term, number, number)
    }

    /// The exact quotient by a power of two between these exponents, which are 62 at most, rounded down.
    pub(super) fn halved(&self, power: &Self, least: u32, most: u32) -> Self {
        let (low, high) = self.ends();
        let (low, high) = ((low >> least).min(low >> most), (high >> least).max(high >> most));
        Self::unbounded(self.operation(Arithmetic::Divide, power), low, high)
    }

    /// The exact sum, difference, or product with a constant.
    pub(super) fn exactly(&self, operation: Arithmetic, other: &Self) -> Self {
        let ((a, b), (c, d)) = (self.ends(), other.ends());
        let (low, high) = match operation {
            Arithmetic::Add => (a + c, b + d),
            Arithmetic::Subtract => (a - d, b - c),
            _ => {
                let products = [a, b].into_iter().flat_map(|x| [c, d].map(|y| x.saturating_mul(y)));
                products.fold((i128::MAX, i128::MIN), |(low, high), it| (low.min(it), high.max(it)))
            }
        };
        let term = match (operation, &self.term) {
            (Arithmetic::Subtract, Expr::Number(0)) => term::negate(other.term.clone()),
            _ => self.operation(operation, other),
        };
        Self::unbounded(term, low, high)
    }
}

/// The lowest bits, as a remainder. Other bits are not known of numbers without a bound.
pub(super) fn and(left: &Value, right: &Value) -> Option<Value> {
    let (value, mask) = match (left.constant(), right.constant()) {
        (_, Some(mask)) => (left, mask),
        (Some(mask), _) => (right, mask),
        _ => return None,
    };
    let size = mask.checked_add(1).filter(|size| *size > 0 && size.cast_unsigned().is_power_of_two())?;
    Value::within(value.operation(Arithmetic::Remainder, &Value::number(size)), 0, mask.into())
}
