//! Transition relations of Theta: the part of them that assigns the next value of a variable.
//!
//! A relation is a conjunction. A conjunct that is a decision over the old values with the next value of one variable at its
//! ends, as in `if c then x' = 1 else x' = x`, becomes an assignment. All others become conditions of the step, in which the
//! next values are those that are assigned.

use boolprog_integer::syntax::ast::BinaryOperator;
use smol_str::SmolStr;

use super::super::typing::{Scope, equation};
use crate::program::expression::Expr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// This value, of the old values of all variables.
    Value(Expr),
    Any,
    /// There is none, so the step does not exist.
    Never,
    /// A decision over the old values.
    If(Expr, Box<Next>, Box<Next>),
    Either(Box<Next>, Box<Next>),
}

impl Next {
    /// The next value of the variable according to a conjunct; `None` if it constrains anything else.
    pub(super) fn of(conjunct: &Expr, variable: &SmolStr) -> Option<Self> {
        let next = Expr::Name(Scope::next(variable));
        Self::read(conjunct, &next)
    }

    fn read(expr: &Expr, next: &Expr) -> Option<Self> {
        if let Some((left, right)) = equation(expr) {
            let value = match (left == next, right == next) {
                (true, false) => Some(right),
                (false, true) => Some(left),
                _ => None,
            };
            return value.filter(|value| !mentions_next(value)).cloned().map(Self::Value);
        }
        if expr == next {
            return Some(Self::Value(Expr::Truth(true)));
        }
        match expr {
            Expr::Truth(true) => Some(Self::Any),
            Expr::Truth(false) => Some(Self::Never),
            Expr::Not(inner) if **inner == *next => Some(Self::Value(Expr::Truth(false))),
            Expr::Conditional(condition, then, otherwise) if !mentions_next(condition) => {
                Some(Self::decide(condition, Self::read(then, next)?, Self::read(otherwise, next)?))
            }
            Expr::Binary(BinaryOperator::Or, left, right) => match (mentions_next(left), mentions_next(right)) {
                (false, true) => Some(Self::decide(left, Self::Any, Self::read(right, next)?)),
                (true, false) => Some(Self::decide(right, Self::Any, Self::read(left, next)?)),
                (true, true) => Some(Self::Either(Self::read(left, next)?.into(), Self::read(right, next)?.into())),
                (false, false) => None,
            },
            Expr::Binary(BinaryOperator::And, left, right) => match (mentions_next(left), mentions_next(right)) {
                (false, true) => Some(Self::decide(left, Self::read(right, next)?, Self::Never)),
                (true, false) => Some(Self::decide(right, Self::read(left, next)?, Self::Never)),
                _ => None,
            },
            _ => None,
        }
    }

    fn decide(condition: &Expr, then: Self, otherwise: Self) -> Self {
        Self::If(condition.clone(), then.into(), otherwise.into())
    }

    /// The value, and the condition under which there is one; `any` stands for any value, and `pick` makes choices between
    /// two.
    pub(super) fn value(&self, any: &mut dyn FnMut() -> Expr, pick: &mut dyn FnMut() -> Expr) -> (Expr, Expr) {
        match self {
            Self::Value(value) => (value.clone(), Expr::Truth(true)),
            Self::Any => (any(), Expr::Truth(true)),
            Self::Never => (any(), Expr::Truth(false)),
            Self::If(condition, then, otherwise) => {
                let condition = condition.clone();
                // The value does not matter if there is no step.
                if **otherwise == Self::Never {
                    let (value, possible) = then.value(any, pick);
                    return (value, Expr::and(condition, possible));
                }
                let (then, otherwise) = (then.value(any, pick), otherwise.value(any, pick));
                let value = Expr::conditional(condition.clone(), then.0, otherwise.0);
                (value, Expr::conditional(condition, then.1, otherwise.1))
            }
            Self::Either(first, second) => {
                let choice = pick();
                let (first, second) = (first.value(any, pick), second.value(any, pick));
                let value = Expr::conditional(choice.clone(), first.0, second.0);
                (value, Expr::conditional(choice, first.1, second.1))
            }
        }
    }
}

pub(super) fn mentions_next(expr: &Expr) -> bool {
    expr.mentions(|name| name.ends_with('\''))
}
