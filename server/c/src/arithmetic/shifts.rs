//! Shifts (C11 6.5.7). Those by amounts out of range are shifts by the nearest amount in range.

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::{Kept, Value};
use crate::term;

/// The greatest exponent of a power of two that fits.
const MAX_EXPONENT: u32 = 62;

impl Kept {
    pub(super) fn shift_left(self, value: &Value, by: &Value) -> Option<Value> {
        let (least, most) = self.amounts(by);
        if value.constant().is_some() || least == most {
            return chosen(by, least, most, &|by| self.shifted_left(value, by));
        }
        if most > MAX_EXPONENT {
            return None;
        }
        self.product(value, &power(by, least, most)?)
    }

    pub(super) fn shift_right(self, value: &Value, by: &Value) -> Option<Value> {
        let (least, most) = self.amounts(by);
        if value.constant().is_some() || least == most {
            return chosen(by, least, most, &|by| self.shifted_right(value, by));
        }
        if most > MAX_EXPONENT || (self.is_folded() && value.low < 0) {
            return None;
        }
        let power = power(by, least, most)?;
        if self.are_endless(value, value) {
            return Some(value.halved(&power, least, most));
        }
        let term = value.operation(Arithmetic::Divide, &power);
        let ends = [value.low >> least, value.low >> most, value.high >> least, value.high >> most];
        let [first, rest @ ..] = ends;
        let (low, high) = (rest.into_iter().fold(first, i64::min), rest.into_iter().fold(first, i64::max));
        Some(Value { term, low, high })
    }

    /// The least and the greatest amount in range.
    pub(super) fn amounts(self, by: &Value) -> (u32, u32) {
        let amount = |end: i64| end.clamp(0, i64::from(self.bits) - 1).unsigned_abs() as u32;
        // A large unsigned amount is kept as a negative number.
        (amount(by.low), amount(by.high))
    }

    fn shifted_left(self, value: &Value, by: u32) -> Option<Value> {
        let factor = Value::number(1 << by.min(MAX_EXPONENT));
        if !self.wraps {
            return if by <= MAX_EXPONENT { self.product(value, &factor) } else { None };
        }
        match value.times(&factor).filter(|_| by <= MAX_EXPONENT) {
            Some(product) => self.wrap(product),
            None => Some(value.clone().shifted_up(by)),
        }
    }

    fn shifted_right(self, value: &Value, by: u32) -> Option<Value> {
        if self.are_endless(value, value) {
            return (by <= MAX_EXPONENT).then(|| value.halved(&Value::number(1 << by), by, by));
        }
        let shifted = value.shifted_down(by);
        Some(if self.is_folded() && by > 0 { shifted.reduced(64 - by, 0) } else { shifted })
    }
}

/// Two to the power of an amount.
fn power(by: &Value, least: u32, most: u32) -> Option<Value> {
    chosen(by, least, most, &|by| Some(Value::number(1 << by)))
}

/// The value for each amount, found by halving.
pub(super) fn chosen(by: &Value, least: u32, most: u32, value: &dyn Fn(u32) -> Option<Value>) -> Option<Value> {
    if least == most {
        return value(least);
    }
    let middle = u32::midpoint(least, most);
    let is_low = term::compare(Comparison::LessOrEqual, by.term.clone(), Expr::Number(middle.into()));
    let (low, high) = (chosen(by, least, middle, value)?, chosen(by, middle + 1, most, value)?);
    Some(Value::select(is_low, low, high))
}
