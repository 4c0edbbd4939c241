//! Expressions as text.

use boolprog_syntax::ast::{BinaryOp, Call, Expr, ExprKind};

pub(crate) const fn operator(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Equal => "=",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "&",
        BinaryOp::Xor => "^",
        BinaryOp::Or => "|",
        BinaryOp::Implies => "=>",
        BinaryOp::Iff => "<->",
    }
}

/// An expression on one line, with the parentheses of the source and the usual spelling of every operator.
pub(crate) fn expression(expr: &Expr) -> String {
    let mut text = String::new();
    write(expr, &mut text);
    text
}

fn write(expr: &Expr, text: &mut String) {
    match &expr.kind {
        ExprKind::Const(value) => text.push(if *value { 'T' } else { 'F' }),
        ExprKind::Any => text.push('*'),
        ExprKind::Variable(variable) => {
            if variable.primed {
                text.push('\'');
            }
            text.push_str(&variable.name.text);
        }
        ExprKind::Paren(inner) => {
            text.push('(');
            write(inner, text);
            text.push(')');
        }
        ExprKind::Not(inner) => {
            text.push('!');
            write(inner, text);
        }
        ExprKind::Binary(op, left, right) => {
            write(left, text);
            text.push(' ');
            text.push_str(operator(*op));
            text.push(' ');
            write(right, text);
        }
        ExprKind::Ternary(test, yes, no) => {
            write(test, text);
            text.push_str(" ? ");
            write(yes, text);
            text.push_str(" : ");
            write(no, text);
        }
        ExprKind::Schoose(yes, no) => {
            text.push_str("schoose[");
            write(yes, text);
            text.push_str(", ");
            write(no, text);
            text.push(']');
        }
        ExprKind::Call(call) => {
            let Call { procedure, arguments, .. } = &**call;
            text.push_str(&procedure.text);
            text.push('(');
            for (index, argument) in arguments.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write(argument, text);
            }
            text.push(')');
        }
        ExprKind::Hole => text.push_str("..."),
    }
}
