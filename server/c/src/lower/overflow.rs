//! Overflow of signed integers: a violation where it is asked for, before the result is used.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;

use super::{Check, Lower, Lowered};
use crate::ast::{Binary, Type};
use crate::term;
use crate::value::{Value, ValueKind, bounds};

impl Lower<'_> {
    /// An operation whose result has to be one of its type, if that is signed.
    pub(super) fn no_overflow(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) -> Lowered<Value> {
        let balanced = if operator == Binary::ShiftLeft {
            self.integers.promote(left).map(|left| (left, right.clone()))
        } else {
            self.integers.balance(left, right)
        };
        let (left, right) = self.computed(balanced, span)?;
        let Type::Integer { bits, signed: true } = left.ty else {
            let result = self.integers.binary(operator, &left, &right);
            return self.computed(result, span);
        };
        let (left, right) = (self.settled(&left, span)?, self.settled(&right, span)?);
        self.defined(operator, &left, &right, span);
        let result = self.integers.binary(operator, &left, &right);
        let result = self.computed(result, span)?;
        let ValueKind::Number(value, low, high) = result.kind else { return Ok(result) };
        let (least, most) = bounds(&result.ty);
        if bits > 32 && !self.options.unbounded && (low < least || high > most) {
            return self.unsupported(span, "overflow of integers of 64 bits");
        }
        for (comparison, bound, exceeds) in
            [(Comparison::GreaterOrEqual, least, low < least), (Comparison::LessOrEqual, most, high > most)]
        {
            if exceeds {
                self.require(
                    term::compare(comparison, value.clone(), Term::Number(bound as i64)),
                    Check::Overflow,
                    span,
                );
            }
        }
        Ok(Value { kind: ValueKind::Number(value, low.max(least), high.min(most)), ty: result.ty })
    }

    /// The value itself, as an operand.
    fn settled(&mut self, value: &Value, span: Span) -> Lowered<Value> {
        let settled = self.integers.settle(value);
        let (expr, low, high) = self.computed(settled, span)?;
        Ok(Value { kind: ValueKind::Number(expr, low, high), ty: value.ty.clone() })
    }

    /// Requires what is not shown by the size of the result: the least value divided by -1 has no remainder, and a negative
    /// value is not shifted to the left.
    fn defined(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) {
        let (ValueKind::Number(a, low, _), ValueKind::Number(b, from, to)) = (&left.kind, &right.kind) else { return };
        let (least, _) = bounds(&left.ty);
        let is_not = |value: &Term, number: i128| {
            term::compare(Comparison::NotEqual, value.clone(), Term::Number(number as i64))
        };
        match operator {
            Binary::Remainder if *low <= least && *from <= -1 && *to >= -1 => {
                self.require(term::or(is_not(a, least), is_not(b, -1)), Check::Overflow, span);
            }
            Binary::ShiftLeft if *low < 0 => {
                let positive = term::compare(Comparison::GreaterOrEqual, a.clone(), Term::Number(0));
                self.require(positive, Check::Overflow, span);
            }
            _ => {}
        }
    }
}
