//! Expressions made smaller without a change of the values they can have.

use boolprog_syntax::ast::BinaryOp;

use crate::program::{Atom, Expr};

impl From<Atom> for Expr {
    fn from(atom: Atom) -> Self {
        match atom {
            Atom::Old(slot) => Self::Old(slot),
            Atom::New(slot) => Self::New(slot),
            Atom::PassiveOld(variable) => Self::PassiveOld(variable),
            Atom::PassiveNew(variable) => Self::PassiveNew(variable),
        }
    }
}

/// The expression with its atoms replaced and constants folded. If the replacements can have the values of their atoms,
/// the result can have those of the expression; if only those, only those. Linear.
pub(super) fn substitute(expr: &Expr, replace: &impl Fn(Atom) -> Expr) -> Expr {
    match expr {
        Expr::Const(value) => Expr::Const(*value),
        Expr::Any => Expr::Any,
        Expr::Old(slot) => replace(Atom::Old(*slot)),
        Expr::New(slot) => replace(Atom::New(*slot)),
        Expr::PassiveOld(variable) => replace(Atom::PassiveOld(*variable)),
        Expr::PassiveNew(variable) => replace(Atom::PassiveNew(*variable)),
        Expr::Not(inner) => not(substitute(inner, replace)),
        Expr::Binary(operator, left, right) => binary(*operator, substitute(left, replace), substitute(right, replace)),
        Expr::Ternary(test, yes, no) => {
            ternary(substitute(test, replace), substitute(yes, replace), substitute(no, replace))
        }
    }
}

fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Const(value) => Expr::Const(!value),
        Expr::Any => Expr::Any,
        Expr::Not(inner) => *inner,
        other => Expr::Not(Box::new(other)),
    }
}

fn binary(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Const(left), _) => partly([false, true].map(|value| operator.apply(*left, value)), right),
        (_, Expr::Const(right)) => partly([false, true].map(|value| operator.apply(value, *right)), left),
        (Expr::Any, _) | (_, Expr::Any) if is_parity(operator) => Expr::Any,
        _ => Expr::Binary(operator, Box::new(left), Box::new(right)),
    }
}

/// An operator with one operand fixed, as the values for F and T.
fn partly(values: [bool; 2], operand: Expr) -> Expr {
    match values {
        [false, true] => operand,
        [true, false] => not(operand),
        [same, _] => Expr::Const(same),
    }
}

/// Returns `true` if a change of one operand always changes the result, so that an arbitrary operand makes it
/// arbitrary.
fn is_parity(operator: BinaryOp) -> bool {
    matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Xor | BinaryOp::Iff)
}

fn ternary(test: Expr, yes: Expr, no: Expr) -> Expr {
    match (&test, &yes, &no) {
        (Expr::Const(true), ..) => yes,
        (Expr::Const(false), ..) => no,
        (_, Expr::Const(yes), Expr::Const(no)) => partly([*no, *yes], test),
        (_, Expr::Any, Expr::Any) | (Expr::Any, Expr::Any, _) | (Expr::Any, _, Expr::Any) => Expr::Any,
        _ => Expr::Ternary(Box::new(test), Box::new(yes), Box::new(no)),
    }
}

/// A condition that can be T exactly where this one can. `*` is gone from it where that does not make it longer.
///
/// Every `*` is a choice of its own, so a conjunction can be T just if both parts can, and so on. Linear.
pub(super) fn condition(expr: Expr) -> Expr {
    can_be(true, expr)
}

/// An expression that can be T exactly where `expr` can have this value.
fn can_be(value: bool, expr: Expr) -> Expr {
    match expr {
        Expr::Any => Expr::Const(true),
        Expr::Not(inner) => can_be(!value, *inner),
        Expr::Binary(operator, left, right) if !is_parity(operator) => {
            // T for `|` and `=>`, F for `&`: one part suffices.
            let (left_wanted, one_suffices) = match operator {
                BinaryOp::Implies => (!value, value),
                BinaryOp::And => (value, !value),
                _ => (value, value),
            };
            let joined = if one_suffices { BinaryOp::Or } else { BinaryOp::And };
            binary(joined, can_be(left_wanted, *left), can_be(value, *right))
        }
        Expr::Ternary(test, yes, no) => ternary(*test, can_be(value, *yes), can_be(value, *no)),
        other if value => other,
        other => not(other),
    }
}

#[cfg(test)]
mod tests;
