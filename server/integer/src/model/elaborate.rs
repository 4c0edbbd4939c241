//! Expressions: names resolved, types checked.

mod names;
mod operators;

use boolprog_base::{Diagnostic, Span};

use super::codes;
use super::layout::Layout;
use super::symbols::Symbols;
use crate::syntax::ast::{Expr, ExprKind};
use crate::{Formula, InstanceId, Sort, Term};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Term(Term),
    Formula(Formula),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visible {
    Constants,
    /// Constants, shared variables, and all of every process by its name.
    Shared,
    /// The same and the variables of an instance.
    Instance(InstanceId),
}

/// Makes terms and formulas of expressions. Where it returns nothing it has reported why, or the parser has.
pub(super) struct Elaborator<'a> {
    pub(super) symbols: &'a Symbols<'a>,
    pub(super) layout: &'a Layout,
    pub(super) visible: Visible,
    pub(super) report: &'a mut Vec<Diagnostic>,
    /// `true` if the same was elaborated, with its diagnostics, for another instance.
    pub(super) again: bool,
}

impl<'a> Elaborator<'a> {
    /// The elaboration of expressions of constants only.
    pub(super) fn of_constants(symbols: &'a Symbols<'a>, layout: &'a Layout, report: &'a mut Vec<Diagnostic>) -> Self {
        Self { symbols, layout, visible: Visible::Constants, report, again: false }
    }

    /// Notes a finding, once for all instances.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.again {
            self.report.push(diagnostic);
        }
    }

    // Types.

    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i64> {
        if let Term::Constant(value) = self.term(expr)?.fold(None) {
            return Some(value);
        }
        self.push(codes::NOT_CONSTANT.at(expr.span, "This has no value that fits into 64 bits."));
        None
    }

    /// A known value for a variable of this sort.
    pub(super) fn constant_of_sort(&mut self, expr: &Expr, sort: Sort) -> Option<Expression> {
        Some(match sort {
            Sort::Boolean => Expression::Formula(self.formula(expr)?.fold(None)),
            Sort::Integer | Sort::Range(..) => Expression::Term(Term::Constant(self.constant(expr)?)),
        })
    }

    pub(super) fn term(&mut self, expr: &Expr) -> Option<Term> {
        match self.expression(expr)? {
            Expression::Term(term) => Some(term),
            Expression::Formula(_) => {
                let message = "Expected an integer, found a truth value.";
                self.push(codes::TYPE_MISMATCH.at(expr.span, message));
                None
            }
        }
    }

    pub(super) fn formula(&mut self, expr: &Expr) -> Option<Formula> {
        match self.expression(expr)? {
            Expression::Formula(formula) => Some(formula),
            Expression::Term(_) => {
                let message = "Expected a truth value, found an integer. Compare it with a value.";
                self.push(codes::TYPE_MISMATCH.at(expr.span, message));
                None
            }
        }
    }

    pub(super) fn expression(&mut self, expr: &Expr) -> Option<Expression> {
        let term = |term| Some(Expression::Term(term));
        let formula = |formula| Some(Expression::Formula(formula));
        match &expr.kind {
            ExprKind::Hole => None,
            ExprKind::Number(value) => term(Term::Constant(self.number(*value, expr.span)?)),
            ExprKind::Boolean(value) => formula(Formula::Constant(*value)),
            ExprKind::Name(name) => self.named(name, expr.span),
            ExprKind::Member(instance, variable) => self.member(instance, variable),
            ExprKind::At(instance, location) => {
                let instance = self.instance(instance)?;
                let location = self.location(self.layout.process_of(instance), location)?;
                formula(Formula::At { instance, location })
            }
            ExprKind::Count(process, location) => term(self.count(process, location)?),
            ExprKind::Paren(inner) => self.expression(inner),
            ExprKind::Not(inner) => formula(Formula::Not(Box::new(self.formula(inner)?))),
            ExprKind::Negate(inner) => match inner.kind {
                ExprKind::Number(value) => term(Term::Constant(0_i64.checked_sub_unsigned(value)?)),
                _ => term(Term::Negate(Box::new(self.term(inner)?))),
            },
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
        }
    }

    fn number(&mut self, value: u64, span: Span) -> Option<i64> {
        let number = i64::try_from(value).ok();
        if number.is_none() {
            self.push(codes::NUMBER_TOO_LARGE.at(span, format!("The largest number is {}.", i64::MAX)));
        }
        number
    }
}
