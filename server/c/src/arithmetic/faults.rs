//! The conditions under which operations have no result.

use boolprog_c_form::form::Shape;
use boolprog_c_syntax::tree::{Binary, Unary};
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::quotients::truncated;
use super::ring::Beyond;
use super::shifts::chosen;
use super::{Integers, Kept, MAX_SIZE, Value};
use crate::term;

/// The condition that makes an operation undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A division by zero (C11 6.5.5p5), or one whose quotient the shape does not have (C11 6.5.5p6).
    Division,
    /// A shift by a number that is negative, or not less than the number of bits (C11 6.5.7p3).
    Shift,
    /// Another signed result that the shape does not have (C11 6.5p5, 6.5.7p4).
    Overflow,
}

impl Integers {
    /// The faults of an operator on one operand, each with its condition. None if bounds exclude them.
    pub(crate) fn unary_faults(self, operator: Unary, value: &Value, shape: Shape) -> Vec<(Fault, Expr)> {
        let overflow = self.overflowing(shape).filter(|_| operator == Unary::Negate);
        let condition = overflow.map(|kept| (Fault::Overflow, value.is(Comparison::Equal, kept.low)));
        possible(condition)
    }

    /// The faults of an operator on two operands, each with its condition. None if bounds exclude them.
    pub(crate) fn binary_faults(
        self,
        operator: Binary,
        left: &Value,
        right: &Value,
        shape: Shape,
    ) -> Vec<(Fault, Expr)> {
        let Some(kept) = self.kept(shape) else { return Vec::new() };
        let of_amount = match operator {
            Binary::Divide | Binary::Remainder => {
                let is_zero = right.is(Comparison::Equal, 0);
                let overflow = self.overflowing(shape).map(|kept| kept.quotient_overflows(left, right));
                Some((Fault::Division, term::or(is_zero, overflow.unwrap_or(Expr::Truth(false)))))
            }
            Binary::ShiftLeft | Binary::ShiftRight => Some((Fault::Shift, kept.is_no_amount(right))),
            _ => None,
        };
        let overflow = self.overflowing(shape).map(|kept| (Fault::Overflow, kept.overflow(operator, left, right)));
        // A quotient that overflows is a fault of both kinds, and the other one is always looked for.
        if matches!(of_amount, Some((Fault::Division, _))) {
            possible(overflow.into_iter().chain(of_amount))
        } else {
            possible(of_amount.into_iter().chain(overflow))
        }
    }

    /// The condition that the exact sum, difference or product of two values of shapes is none of another shape. `None` if no term of
    /// bounded size gives it.
    pub(crate) fn is_inexact(
        self,
        operator: Binary,
        [(left, left_shape), (right, right_shape)]: [(&Value, Shape); 2],
        result: Shape,
    ) -> Option<Expr> {
        let [of_left, of_right, kept] = [self.kept(left_shape)?, self.kept(right_shape)?, self.kept(result)?];
        let is_number = |value: &Value, kept: Kept| !kept.is_folded() || value.low >= 0;
        let exact = match operator {
            Binary::Add => left.plus(right),
            Binary::Subtract => left.minus(right),
            _ => left.times(right),
        };
        let are_numbers = is_number(left, of_left) && is_number(right, of_right);
        // As unsigned integers of 64 bits, these are what is kept.
        let are_unsigned =
            [(left, of_left), (right, of_right)].iter().all(|(it, kept)| kept.is_folded() || it.low >= 0);
        let condition = match exact.filter(|_| are_numbers) {
            Some(exact) if kept.is_folded() => exact.is(Comparison::Less, 0),
            Some(exact) => kept.is_outside(&exact),
            None if !kept.wraps => return None,
            None if are_numbers && kept.signed && kept.bits == 64 => kept.overflow(operator, left, right),
            None if kept.is_folded() && are_unsigned => match operator {
                Binary::Add => kept.is_less(&kept.sum(left, right)?, left),
                Binary::Subtract => kept.is_less(left, right),
                _ => multiple_exceeds(left, right)?,
            },
            None if operator == Binary::Multiply && left.low >= 0 && right.low >= 0 && !kept.is_folded() => {
                let most = truncated(&Value::number(kept.high), right);
                term::and(right.is(Comparison::Greater, 0), term::compare(Comparison::Greater, left.term.clone(), most))
            }
            None => return None,
        };
        Some(condition).filter(|condition| term::size(condition) <= MAX_SIZE)
    }

    /// The representation of a shape whose operations can overflow.
    fn overflowing(self, shape: Shape) -> Option<Kept> {
        self.kept(shape).filter(|kept| kept.signed && kept.wraps)
    }
}

/// The faults that can happen.
fn possible(faults: impl IntoIterator<Item = (Fault, Expr)>) -> Vec<(Fault, Expr)> {
    faults.into_iter().filter(|(_, condition)| *condition != Expr::Truth(false)).collect()
}

impl Kept {
    fn is_no_amount(self, by: &Value) -> Expr {
        let is_negative = by.is(Comparison::Less, 0);
        term::or(is_negative, by.is(Comparison::GreaterOrEqual, self.bits.into()))
    }

    fn overflow(self, operator: Binary, left: &Value, right: &Value) -> Expr {
        match operator {
            Binary::Add => self.sum_overflows(Arithmetic::Add, left, right, left.plus(right)),
            Binary::Subtract => self.sum_overflows(Arithmetic::Subtract, left, right, left.minus(right)),
            Binary::Multiply => {
                left.times(right).map_or_else(|| product_overflows(left, right), |it| self.is_outside(&it))
            }
            Binary::ShiftLeft => self.shift_overflows(left, right),
            Binary::Divide | Binary::Remainder => self.quotient_overflows(left, right),
            _ => Expr::Truth(false),
        }
    }

    /// The condition that the least number is divided by -1.
    fn quotient_overflows(self, left: &Value, right: &Value) -> Expr {
        term::and(left.is(Comparison::Equal, self.low), right.is(Comparison::Equal, -1))
    }

    /// The condition that a number is none of the shape.
    fn is_outside(self, value: &Value) -> Expr {
        term::or(value.is(Comparison::Less, self.low), value.is(Comparison::Greater, self.high))
    }

    fn sum_overflows(self, operation: Arithmetic, left: &Value, right: &Value, exact: Option<Value>) -> Expr {
        match exact {
            Some(value) => self.is_outside(&value),
            None if self.bits < 64 => self.is_outside(&left.exactly(operation, right)),
            None => {
                let beyond = Beyond::of(operation, left, right);
                term::or(beyond.below, beyond.above)
            }
        }
    }

    /// The condition that a negative value is shifted, or one so large that the sign would change.
    fn shift_overflows(self, value: &Value, by: &Value) -> Expr {
        let (least, most) = self.amounts(by);
        let greatest = chosen(by, least, most, &|by| Some(Value::number(self.high >> by)));
        let is_large = greatest.map_or(Expr::Truth(false), |greatest| value.compare(Comparison::Greater, &greatest));
        term::or(value.is(Comparison::Less, 0), is_large)
    }
}

/// The condition that a product of unsigned integers of 64 bits, of which one is a constant, needs more than these bits.
fn multiple_exceeds(left: &Value, right: &Value) -> Option<Expr> {
    let (value, factor) = if left.constant().is_some() { (right, left) } else { (left, right) };
    let most = match factor.constant()?.cast_unsigned() {
        0 | 1 => return Some(Expr::Truth(false)),
        factor => (u64::MAX / factor).cast_signed(),
    };
    Some(term::or(value.is(Comparison::Less, 0), value.is(Comparison::Greater, most)))
}

/// The condition that a product needs more than 64 bits, by the quotients of the bounds and a factor.
fn product_overflows(left: &Value, right: &Value) -> Expr {
    let (left, right) = if left.constant().is_some() { (right, left) } else { (left, right) };
    let (most, least) = (Value::number(i64::MAX), Value::number(i64::MIN));
    let exceeds = |comparison, end: Expr| term::compare(comparison, left.term.clone(), end);
    let (above, below) = (truncated(&most, right), truncated(&least, right));
    let of_positive = term::or(exceeds(Comparison::Greater, above.clone()), exceeds(Comparison::Less, below.clone()));
    let is_below = term::and(right.is(Comparison::Less, -1), exceeds(Comparison::Greater, below));
    let of_negative = term::or(exceeds(Comparison::Less, above), is_below);
    let of_others = term::and(right.is(Comparison::Less, 0), of_negative);
    term::conditional(right.is(Comparison::Greater, 0), of_positive, of_others)
}
