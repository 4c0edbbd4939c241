//! Operators: the sorts of their operands.

use boolprog_base::Span;

use super::super::codes;
use super::{Elaborator, Expression};
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind};
use crate::{Arithmetic, Comparison, Formula, Term};

impl Elaborator<'_> {
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Expression> {
        match operator {
            BinaryOperator::And => Some(Expression::Formula(Formula::All(self.parts(operator, left, right)?))),
            BinaryOperator::Or => Some(Expression::Formula(Formula::Any(self.parts(operator, left, right)?))),
            BinaryOperator::Arithmetic(operation) => {
                let (first, second) = (self.term(left), self.term(right));
                let (first, second) = (first?, second?);
                self.check_arithmetic(operation, &first, &second, left.span.cover(right.span), right.span);
                Some(Expression::Term(Term::binary(operation, first, second)))
            }
            BinaryOperator::Comparison(comparison) => self.comparison(comparison, left, right),
        }
    }

    /// The operands of `&&` or `||`, those of operands with the same operator on the left included.
    fn parts(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Vec<Formula>> {
        let first = match &left.kind {
            ExprKind::Binary(inner, first, second) if *inner == operator => self.parts(operator, first, second),
            _ => self.formula(left).map(|formula| vec![formula]),
        };
        let last = self.formula(right);
        let mut parts = first?;
        parts.push(last?);
        Some(parts)
    }

    fn comparison(&mut self, comparison: Comparison, left: &Expr, right: &Expr) -> Option<Expression> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if !equality && matches!(left.kind, ExprKind::Binary(BinaryOperator::Comparison(_), ..)) {
            let message = "A comparison is a truth value and cannot be compared again. Write `a < b && b < c`.";
            self.push(codes::TYPE_MISMATCH.at(left.span, message));
            return None;
        }
        let first = if equality { self.expression(left) } else { self.term(left).map(Expression::Term) };
        Some(Expression::Formula(match first {
            Some(Expression::Formula(first)) => {
                let equal = Formula::Equal(Box::new(first), Box::new(self.formula(right)?));
                if comparison == Comparison::Equal { equal } else { Formula::Not(Box::new(equal)) }
            }
            Some(Expression::Term(first)) => Formula::Compare(comparison, first, self.term(right)?),
            None => {
                self.expression(right);
                return None;
            }
        }))
    }

    fn check_arithmetic(&mut self, operation: Arithmetic, left: &Term, right: &Term, span: Span, divisor: Span) {
        let known = |term: &Term| if let Term::Constant(value) = term.fold(None) { Some(value) } else { None };
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if divides && known(right) == Some(0) {
            self.push(codes::DIVISION_BY_ZERO.at(divisor, "This divides by zero."));
        }
        let nonlinear = match operation {
            Arithmetic::Add | Arithmetic::Subtract => false,
            Arithmetic::Multiply => known(left).is_none() && known(right).is_none(),
            Arithmetic::Divide | Arithmetic::Remainder => known(right).is_none(),
        };
        if nonlinear {
            let message = "This is not linear: explicit search computes it, but provers may give up on it.";
            self.push(codes::NONLINEAR_TERM.at(span, message));
        }
    }

    pub(super) fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Expression> {
        let condition = self.formula(condition);
        let then = self.expression(then);
        match (condition, then?) {
            (condition, Expression::Term(then)) => {
                let otherwise = self.term(otherwise)?;
                Some(Expression::Term(Term::conditional(condition?, then, otherwise)))
            }
            (condition, Expression::Formula(then)) => {
                let (condition, otherwise) = (condition, self.formula(otherwise)?);
                let condition = condition?;
                let negation = Formula::negation(condition.clone());
                let cases = [Formula::All(vec![condition, then]), Formula::All(vec![negation, otherwise])];
                Some(Expression::Formula(Formula::Any(cases.into())))
            }
        }
    }
}
