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
mod tests {
    use boolprog_syntax::ast::BinaryOp;

    use super::*;
    use crate::program::{Possible, Slot};

    const OPERATORS: [BinaryOp; 7] = [
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::And,
        BinaryOp::Xor,
        BinaryOp::Or,
        BinaryOp::Implies,
        BinaryOp::Iff,
    ];

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
}
