//! Ranges of the values of expressions: intervals.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison, Sort};
use smol_str::SmolStr;

use crate::program::expression::Expr;

/// The least and the greatest value, both possibly unreachable.
pub(crate) type Interval = (i64, i64);

/// Knowledge about the values of variables. Where assumptions contradict one another, intervals end before they begin:
/// nothing is computed there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    declared: Rc<BTreeMap<SmolStr, Interval>>,
    /// Narrower intervals. There are many copies of this map and few entries in it.
    known: BTreeMap<SmolStr, Interval>,
}

impl Ranges {
    pub(crate) fn declare(&mut self, name: &SmolStr, sort: Sort) {
        if let Sort::Range(low, high) = sort {
            Rc::make_mut(&mut self.declared).insert(name.clone(), (low, high));
        }
    }

    /// The interval of an integer expression; `None` if nothing is known.
    pub(crate) fn of(&self, expr: &Expr) -> Option<Interval> {
        match expr {
            Expr::Number(value) => Some((*value, *value)),
            Expr::Name(name) => self.of_name(name),
            Expr::Negate(inner) => {
                let (low, high) = self.of(inner)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            Expr::Conditional(condition, then, otherwise) => {
                let then = self.assuming(condition, true).of(then)?;
                let otherwise = self.assuming(condition, false).of(otherwise)?;
                Some((then.0.min(otherwise.0), then.1.max(otherwise.1)))
            }
            Expr::Binary(BinaryOperator::Arithmetic(operation), left, right) => {
                self.arithmetic(*operation, left, right)
            }
            _ => None,
        }
    }

    fn of_name(&self, name: &SmolStr) -> Option<Interval> {
        self.known.get(name).or_else(|| self.declared.get(name)).copied()
    }

    fn arithmetic(&self, operation: Arithmetic, left: &Expr, right: &Expr) -> Option<Interval> {
        if let (Arithmetic::Remainder, Expr::Number(divisor)) = (operation, right)
            && *divisor > 0
        {
            let inside = self.of(left).filter(|(low, high)| 0 <= *low && *high < *divisor);
            return Some(inside.unwrap_or((0, divisor - 1)));
        }
        let (left, right) = (self.of(left)?, self.of(right)?);
        match operation {
            Arithmetic::Add => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
            Arithmetic::Subtract => Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?)),
            Arithmetic::Multiply => {
                let ends = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
                let products: Option<Vec<i64>> =
                    ends.iter().map(|(first, second)| first.checked_mul(*second)).collect();
                let products = products?;
                Some((*products.iter().min()?, *products.iter().max()?))
            }
            Arithmetic::Divide if left.0 >= 0 && right.0 > 0 && right.1 > 0 => {
                Some((left.0 / right.1, left.1 / right.0))
            }
            Arithmetic::Remainder if left.0 >= 0 && right.0 > 0 => Some((0, left.1.min(right.1 - 1))),
            Arithmetic::Divide | Arithmetic::Remainder => None,
        }
    }

    /// `true` if all values of the expression are in the interval.
    pub(crate) fn contains(&self, expr: &Expr, interval: Interval) -> bool {
        self.of(expr).is_some_and(|(low, high)| interval.0 <= low && high <= interval.1)
    }

    /// The knowledge under the assumption that the condition has this value: comparisons of variables with numbers are
    /// understood.
    pub(crate) fn assuming(&self, condition: &Expr, value: bool) -> Self {
        let mut ranges = self.clone();
        ranges.assume(condition, value);
        ranges
    }

    pub(crate) fn assume(&mut self, condition: &Expr, value: bool) {
        match condition {
            Expr::Not(inner) => self.assume(inner, !value),
            Expr::Binary(BinaryOperator::And, left, right) if value => {
                self.assume(left, true);
                self.assume(right, true);
            }
            Expr::Binary(BinaryOperator::Or, left, right) if !value => {
                self.assume(left, false);
                self.assume(right, false);
            }
            Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => {
                let comparison = if value { *comparison } else { comparison.opposite() };
                if let (Expr::Name(name), Some(other)) = (&**left, self.of(right)) {
                    self.narrow(name, comparison, other);
                }
                if let (Some(other), Expr::Name(name)) = (self.of(left), &**right) {
                    self.narrow(name, comparison.mirrored(), other);
                }
            }
            _ => {}
        }
    }

    fn narrow(&mut self, name: &SmolStr, comparison: Comparison, (low, high): Interval) {
        let Some(mut known) = self.of_name(name) else { return };
        match comparison {
            Comparison::Equal => known = (known.0.max(low), known.1.min(high)),
            Comparison::NotEqual if low == high && known.0 == low => known.0 = low.saturating_add(1),
            Comparison::NotEqual if low == high && known.1 == high => known.1 = high.saturating_sub(1),
            Comparison::NotEqual => {}
            Comparison::Less => known.1 = known.1.min(high.saturating_sub(1)),
            Comparison::LessOrEqual => known.1 = known.1.min(high),
            Comparison::Greater => known.0 = known.0.max(low.saturating_add(1)),
            Comparison::GreaterOrEqual => known.0 = known.0.max(low),
        }
        self.known.insert(name.clone(), known);
    }
}
