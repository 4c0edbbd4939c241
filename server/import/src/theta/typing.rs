//! Expressions of Theta with their types, checked in the same pass.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison, Sort};
use smol_str::{SmolStr, format_smolstr};

use super::source::{Operator, PrefixOperator, Source, SourceKind};
use crate::Refusal;
use crate::program::expression::Expr;
use crate::program::ranges::Ranges;

/// Limit on the size of expressions: a quotient doubles operands that occur twice.
const MAX_SIZE: usize = 20_000;

#[derive(Clone, Debug)]
pub(super) struct Meaning {
    pub(super) value: Expr,
    pub(super) is_truth: bool,
}

/// The names that an expression can use.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) names: BTreeMap<SmolStr, Meaning>,
    /// The values of constants that have a name in the program.
    pub(super) constants: Ranges,
}

impl Scope {
    pub(super) fn declare(&mut self, name: &SmolStr, value: Expr, sort: Sort) {
        self.names.insert(name.clone(), Meaning { value, is_truth: sort == Sort::Boolean });
    }

    pub(super) fn find(&self, name: &str, span: Span) -> Result<&Meaning, Refusal> {
        self.names.get(name).ok_or_else(|| Refusal::new(span, format!("There is no variable `{name}`.")))
    }

    /// The next value of a variable, under a name that is none: only a substitution makes it one.
    pub(super) fn next(variable: &SmolStr) -> SmolStr {
        format_smolstr!("{variable}'")
    }

    pub(super) fn typed(&self, source: &Source, is_truth: bool) -> Result<Expr, Refusal> {
        if is_truth { self.truth(source) } else { self.integer(source) }
    }

    pub(super) fn truth(&self, source: &Source) -> Result<Expr, Refusal> {
        self.expect(source, true)
    }

    fn integer(&self, source: &Source) -> Result<Expr, Refusal> {
        self.expect(source, false)
    }

    fn expect(&self, source: &Source, wanted: bool) -> Result<Expr, Refusal> {
        let (expr, is_truth) = self.expression(source)?;
        if is_truth == wanted {
            return Ok(expr);
        }
        let what = if wanted { "A truth value is required here." } else { "An integer is required here." };
        Err(Refusal::new(source.span, what))
    }

    /// The expression, and whether it is a truth value.
    fn expression(&self, source: &Source) -> Result<(Expr, bool), Refusal> {
        Ok(match &source.kind {
            SourceKind::Number(value) => (Expr::Number(*value), false),
            SourceKind::Truth(value) => (Expr::Truth(*value), true),
            SourceKind::Name(name) => {
                let meaning = self.find(name, source.span)?;
                (meaning.value.clone(), meaning.is_truth)
            }
            SourceKind::Primed(name) => self.primed(name, source.span)?,
            SourceKind::Prefix(PrefixOperator::Not, inner) => (Expr::complement(self.truth(inner)?), true),
            SourceKind::Prefix(PrefixOperator::Minus, inner) => (Expr::negate(self.integer(inner)?), false),
            SourceKind::Prefix(PrefixOperator::Plus, inner) => (self.integer(inner)?, false),
            SourceKind::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            SourceKind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, is_truth) = self.expression(then)?;
                (Expr::conditional(condition, then, self.typed(otherwise, is_truth)?), is_truth)
            }
        })
    }

    fn primed(&self, name: &str, span: Span) -> Result<(Expr, bool), Refusal> {
        let meaning = self.find(name, span)?;
        match &meaning.value {
            Expr::Name(variable) => Ok((Expr::Name(Self::next(variable)), meaning.is_truth)),
            _ => Err(Refusal::new(span, format!("`{name}` is a constant and has no next value."))),
        }
    }

    fn binary(&self, operator: Operator, left: &Source, right: &Source) -> Result<(Expr, bool), Refusal> {
        let truths = || Ok::<_, Refusal>((self.truth(left)?, self.truth(right)?));
        let integers = || Ok::<_, Refusal>((self.integer(left)?, self.integer(right)?));
        let compare = |comparison| {
            let (left, right) = integers()?;
            Ok((Expr::compare(comparison, left, right), true))
        };
        let quotient = || match integers()? {
            (_, divisor) if self.constants.of(&divisor) == Some((0, 0)) => {
                Err(Refusal::new(right.span, "This divides by zero."))
            }
            operands => Ok(operands),
        };
        let arithmetic = |operation| {
            let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
            let (left, right) = if divides { quotient()? } else { integers()? };
            Ok((Expr::arithmetic(operation, left, right), false))
        };
        match operator {
            Operator::Or => truths().map(|(left, right)| (Expr::or(left, right), true)),
            Operator::And => truths().map(|(left, right)| (Expr::and(left, right), true)),
            Operator::Implies => truths().map(|(left, right)| (Expr::or(Expr::complement(left), right), true)),
            Operator::Equivalent => truths().map(|(left, right)| (Expr::compare(Comparison::Equal, left, right), true)),
            Operator::ExclusiveOr => {
                truths().map(|(left, right)| (Expr::compare(Comparison::NotEqual, left, right), true))
            }
            Operator::Equal => self.equality(Comparison::Equal, left, right),
            Operator::NotEqual => self.equality(Comparison::NotEqual, left, right),
            Operator::Less => compare(Comparison::Less),
            Operator::LessOrEqual => compare(Comparison::LessOrEqual),
            Operator::Greater => compare(Comparison::Greater),
            Operator::GreaterOrEqual => compare(Comparison::GreaterOrEqual),
            Operator::Add => arithmetic(Arithmetic::Add),
            Operator::Subtract => arithmetic(Arithmetic::Subtract),
            Operator::Multiply => arithmetic(Arithmetic::Multiply),
            Operator::Divide => arithmetic(Arithmetic::Divide),
            Operator::Modulo => arithmetic(Arithmetic::Remainder),
            Operator::Remainder => {
                let (dividend, divisor) = quotient()?;
                let expr = remainder(dividend, divisor);
                if expr.size() > MAX_SIZE {
                    return Err(Refusal::new(left.span.cover(right.span), "This is too large: `rem` is nested."));
                }
                Ok((expr, false))
            }
        }
    }

    /// `=` and `/=` of integers or truth values.
    fn equality(&self, comparison: Comparison, left: &Source, right: &Source) -> Result<(Expr, bool), Refusal> {
        let (first, is_truth) = self.expression(left)?;
        let second = self.typed(right, is_truth)?;
        Ok((Expr::compare(comparison, first, second), true))
    }
}

/// `rem`: the Euclidean remainder, negated if the divisor is negative.
fn remainder(dividend: Expr, divisor: Expr) -> Expr {
    let euclidean = Expr::arithmetic(Arithmetic::Remainder, dividend, divisor.clone());
    let is_negative = match &divisor {
        Expr::Number(value) => Expr::Truth(*value < 0),
        _ => Expr::compare(Comparison::Less, divisor, Expr::Number(0)),
    };
    Expr::conditional(is_negative, Expr::negate(euclidean.clone()), euclidean)
}

/// The conjuncts, at any depth.
pub(super) fn conjuncts(source: &Source) -> Vec<&Source> {
    match &source.kind {
        SourceKind::Binary(Operator::And, left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![source],
    }
}

/// The sides of an equation `x = e` of names and constants, in either order.
pub(super) fn equation(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Binary(BinaryOperator::Comparison(Comparison::Equal), left, right) => Some((left, right)),
        _ => None,
    }
}
