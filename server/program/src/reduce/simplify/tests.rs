use boolprog_syntax::ast::BinaryOp;

use super::*;
use crate::program::{Possible, Slot};

const OPERATORS: [BinaryOp; 7] =
    [BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::And, BinaryOp::Xor, BinaryOp::Or, BinaryOp::Implies, BinaryOp::Iff];

/// Every expression of two variables, `*` and the constants with this number of operators.
fn expressions(operators: u32) -> Vec<Expr> {
    if operators == 0 {
        let variables = [0, 1].map(|slot| Expr::Old(Slot::Shared(slot)));
        return [Expr::Any, Expr::Const(false), Expr::Const(true)].into_iter().chain(variables).collect();
    }
    let parts: Vec<Vec<Expr>> = (0..operators).map(expressions).collect();
    let mut found: Vec<Expr> =
        parts[operators as usize - 1].iter().map(|part| Expr::Not(Box::new(part.clone()))).collect();
    for (left, right) in parts.iter().zip(parts.iter().rev()) {
        for (left, right) in left.iter().flat_map(|left| right.iter().map(move |right| (left, right))) {
            let both = || (Box::new(left.clone()), Box::new(right.clone()));
            found.extend(OPERATORS.map(|operator| Expr::Binary(operator, both().0, both().1)));
            for variable in expressions(0) {
                found.push(Expr::Ternary(Box::new(variable.clone()), both().0, both().1));
                found.push(Expr::Ternary(both().0, Box::new(variable), both().1));
            }
        }
    }
    found
}

/// The values that an expression can have for each valuation of the two variables.
fn values(expr: &Expr) -> [Possible; 4] {
    [0, 1, 2, 3].map(|valuation| {
        expr.possible(&|atom| match atom {
            Atom::Old(Slot::Shared(slot)) => Possible::only(valuation >> slot & 1 == 1),
            _ => Possible::NEITHER,
        })
    })
}

#[test]
fn folding_keeps_the_values() {
    for expr in (0..3).flat_map(expressions) {
        let folded = substitute(&expr, &Expr::from);
        assert_eq!(values(&folded), values(&expr), "{expr:?} became {folded:?}");
    }
}

#[test]
fn a_condition_can_be_true_where_it_could() {
    let can_be_true = |expr: &Expr| values(expr).map(|possible| possible.t);
    for expr in (0..3).flat_map(expressions) {
        let condition = condition(substitute(&expr, &Expr::from));
        assert_eq!(can_be_true(&condition), can_be_true(&expr), "{expr:?} became {condition:?}");
    }
}

#[test]
fn a_variable_without_effect_is_removed() {
    let variable = || Box::new(Expr::Old(Slot::Shared(0)));
    let either = Expr::Binary(BinaryOp::Or, variable(), Box::new(Expr::Any));
    assert_eq!(condition(either), Expr::Const(true));
    let parity = Expr::Binary(BinaryOp::Equal, variable(), Box::new(Expr::Any));
    assert_eq!(substitute(&parity, &Expr::from), Expr::Any);
}
