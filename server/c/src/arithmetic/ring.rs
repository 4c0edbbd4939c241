//! Sums, differences and products modulo the shape.

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::{Kept, Value};
use crate::term;

/// Half of the bits of the widest integers.
const HALF: u32 = 32;

impl Kept {
    pub(super) fn sum(self, left: &Value, right: &Value) -> Option<Value> {
        match left.plus(right) {
            _ if !self.wraps => Some(left.exactly(Arithmetic::Add, right)),
            Some(sum) => self.wrap(sum),
            None => self.wrapped(Arithmetic::Add, left, right),
        }
    }

    pub(super) fn difference(self, left: &Value, right: &Value) -> Option<Value> {
        match left.minus(right) {
            _ if !self.wraps => Some(left.exactly(Arithmetic::Subtract, right)),
            Some(difference) => self.wrap(difference),
            None => self.wrapped(Arithmetic::Subtract, left, right),
        }
    }

    /// A sum or a difference that may need more than 64 bits.
    fn wrapped(self, operation: Arithmetic, left: &Value, right: &Value) -> Option<Value> {
        let Self { bits: 64, wraps: true, .. } = self else { return None };
        let beyond = Beyond::of(operation, left, right);
        let [lowered, raised] = [right.moved(i64::MIN), right.raised()];
        let (lowered, raised) = if operation == Arithmetic::Add { (lowered, raised) } else { (raised, lowered) };
        let above = term::arithmetic(operation, left.moved(i64::MIN), lowered);
        let below = term::arithmetic(operation, left.raised(), raised);
        let term = term::conditional(beyond.below, below, left.operation(operation, right));
        let term = term::conditional(beyond.above, above, term);
        Some(Value { term, low: self.low, high: self.high })
    }

    pub(super) fn product(self, left: &Value, right: &Value) -> Option<Value> {
        if !self.wraps {
            let is_linear = left.constant().is_some() || right.constant().is_some();
            let is_exact = is_linear || !self.are_endless(left, right) && left.times(right).is_some();
            return is_exact.then(|| left.exactly(Arithmetic::Multiply, right));
        }
        if let Some(product) = left.times(right) {
            return self.wrap(product);
        }
        if self.bits < 64 {
            let centred = |value: &Value| value.clone().reduced(self.bits, -1 << (self.bits - 1));
            return self.wrap(left.times(&centred(right)).or_else(|| centred(left).times(&centred(right)))?);
        }
        match (left.constant(), right.constant()) {
            (_, Some(factor)) => self.multiple(left, factor),
            (Some(factor), _) => self.multiple(right, factor),
            _ => None,
        }
    }

    /// The product with a constant, modulo 2⁶⁴: of halves `a` and `b` of both, the lower ones at the end, it is
    /// `a₁ b₁ + ((a₀ b₁ + a₁ b₀) mod 2³²) 2³²`.
    fn multiple(self, value: &Value, factor: i64) -> Option<Value> {
        if factor.cast_unsigned().is_power_of_two() {
            return Some(value.clone().shifted_up(factor.trailing_zeros()));
        }
        let least = -1 << (HALF - 1);
        let low_factor = Value::number(factor).reduced(HALF, least);
        let high_factor = (i128::from(factor) - i128::from(low_factor.low)) >> HALF;
        let (high, low) = (value.shifted_down(HALF), value.clone().reduced(HALF, 0));
        let part = |half: &Value, factor: &Value| Some(half.times(factor)?.reduced(HALF, 0));
        let middle = part(&high, &low_factor)?.plus(&part(&low, &Value::number(high_factor as i64))?)?;
        self.sum(&low.times(&low_factor)?, &middle.shifted_up(HALF))
    }

    /// The condition that one number is less than another.
    pub(super) fn is_less(self, left: &Value, right: &Value) -> Expr {
        let is_less = left.compare(Comparison::Less, right);
        if !self.is_folded() || (left.low >= 0 && right.low >= 0) {
            return is_less;
        }
        // A negative number has the highest bit.
        let is_low = left.is(Comparison::GreaterOrEqual, 0);
        let (either, both) = (term::or(is_low.clone(), is_less.clone()), term::and(is_low, is_less));
        term::conditional(right.is(Comparison::Less, 0), either, both)
    }
}

/// When the sum or the difference of two numbers needs more than 64 bits.
pub(super) struct Beyond {
    /// It is greater than all numbers.
    pub(super) above: Expr,
    /// It is less than all numbers.
    pub(super) below: Expr,
}

impl Beyond {
    pub(super) fn of(operation: Arithmetic, left: &Value, right: &Value) -> Self {
        let (low, high) = left.interval(operation, right);
        let (back, grows, shrinks) = match operation {
            Arithmetic::Add => (Arithmetic::Subtract, Comparison::Greater, Comparison::Less),
            _ => (Arithmetic::Add, Comparison::Less, Comparison::Greater),
        };
        let condition = |is_possible: bool, direction, comparison, end: i64| {
            if !is_possible {
                return Expr::Truth(false);
            }
            let last = term::arithmetic(back, Expr::Number(end), right.term.clone());
            term::and(right.is(direction, 0), term::compare(comparison, left.term.clone(), last))
        };
        Self {
            above: condition(high > i64::MAX.into(), grows, Comparison::Greater, i64::MAX),
            below: condition(low < i64::MIN.into(), shrinks, Comparison::Less, i64::MIN),
        }
    }
}
