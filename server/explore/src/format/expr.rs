//! Expressions in the operators that every tool knows.

use boolprog_program::program::{Expr, Slot, Value};
use boolprog_syntax::ast::BinaryOp;

/// All of these; `None` if there is nothing to ask.
pub(super) fn conjunction(parts: &[&Expr]) -> Option<String> {
    if parts.is_empty() { None } else { Some(parts.iter().map(|part| show(part)).collect::<Vec<_>>().join(" & ")) }
}

pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Any => "*".to_owned(),
        Value::Expr(expr) => show(expr),
    }
}

/// Returns `true` if a right side depends on shared variables.
pub(super) fn reads_shared(value: &Value) -> bool {
    match value {
        Value::Any => false,
        Value::Expr(expr) => any(expr, &|part| matches!(part, Expr::Old(Slot::Shared(_)))),
    }
}

/// The same condition where nothing is assigned: new values are the old ones.
pub(super) fn unchanged(expr: &Expr) -> Expr {
    let boxed = |part: &Expr| Box::new(unchanged(part));
    match expr {
        Expr::New(slot) => Expr::Old(*slot),
        Expr::Not(inner) => Expr::Not(boxed(inner)),
        Expr::Binary(operator, left, right) => Expr::Binary(*operator, boxed(left), boxed(right)),
        Expr::Ternary(test, yes, no) => Expr::Ternary(boxed(test), boxed(yes), boxed(no)),
        other => other.clone(),
    }
}

/// An expression, with parentheses around every infix operator.
pub(super) fn show(expr: &Expr) -> String {
    match expr {
        Expr::Const(value) => u8::from(*value).to_string(),
        Expr::Any => "*".to_owned(),
        Expr::Old(Slot::Shared(slot)) => format!("s{slot}"),
        Expr::Old(Slot::Local(slot)) => format!("l{slot}"),
        Expr::New(slot) => format!("'{}", show(&Expr::Old(*slot))),
        // Refused before: only assignments to `x$` have these.
        Expr::PassiveOld(variable) | Expr::PassiveNew(variable) => format!("x{}$", variable.0),
        Expr::Not(inner) => format!("!{}", show(inner)),
        Expr::Binary(BinaryOp::Implies, left, right) => format!("(!{} | {})", show(left), show(right)),
        Expr::Binary(operator, left, right) => {
            let sign = match operator {
                BinaryOp::And => "&",
                BinaryOp::Or | BinaryOp::Implies => "|",
                BinaryOp::Equal | BinaryOp::Iff => "=",
                BinaryOp::NotEqual | BinaryOp::Xor => "!=",
            };
            format!("({} {sign} {})", show(left), show(right))
        }
        Expr::Ternary(test, yes, no) if any(test, &|part| matches!(part, Expr::Any)) => {
            format!("({} ? {} : {})", show(test), show(yes), show(no))
        }
        // Only where the test has one value may it be written twice.
        Expr::Ternary(test, yes, no) => {
            let test = show(test);
            format!("(({test} & {}) | (!{test} & {}))", show(yes), show(no))
        }
    }
}

fn any(expr: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    wanted(expr)
        || match expr {
            Expr::Not(inner) => any(inner, wanted),
            Expr::Binary(_, left, right) => any(left, wanted) || any(right, wanted),
            Expr::Ternary(test, yes, no) => any(test, wanted) || any(yes, wanted) || any(no, wanted),
            _ => false,
        }
}
