//! Conditions that do not depend on anything, and assignments that change nothing.

use boolprog_base::Diagnostic;
use boolprog_syntax::ast::{BinaryOp, Expr, ExprKind, Statement, StatementKind, Target};

use super::{Context, codes, replacement};
use crate::program::Possible;
use crate::walk::{self, Position};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    context.statements(|_, statement| match &statement.kind {
        StatementKind::Assume(expr) | StatementKind::Constrain(expr) => report.extend(assume(expr)),
        StatementKind::Assert(expr) if !possible(expr).f => {
            report.push(codes::CONSTANT_CONDITION.at(expr.span, "This assertion can never fail: it is always T."));
        }
        StatementKind::If { .. } | StatementKind::While { .. } => conditions(statement, report),
        StatementKind::Assign { targets, values, constrain } => {
            let alone = targets.len() == 1 && constrain.is_none();
            for (target, value) in targets.iter().zip(values) {
                report.extend(self_assignment(target, value).map(|diagnostic| {
                    let skip = replacement(statement.span, "skip");
                    if alone { diagnostic.with_fix("Change to `skip`", skip) } else { diagnostic }
                }));
            }
        }
        _ => {}
    });
}

fn assume(expr: &Expr) -> Option<Diagnostic> {
    let message = "Always F: a thread never gets past this line.";
    (!possible(expr).t).then(|| codes::ASSUME_FALSE.at(expr.span, message))
}

fn conditions(statement: &Statement, report: &mut Vec<Diagnostic>) {
    walk::expressions(statement, |expr, position| {
        let endless = matches!(statement.kind, StatementKind::While { .. })
            && matches!(walk::unparenthesised(expr).kind, ExprKind::Const(true));
        let values = possible(expr);
        // `while T` is how an endless loop is written.
        if matches!(position, Position::Condition(_)) && values != Possible::BOTH && !endless {
            let value = if values.t { "T" } else { "F" };
            report.push(codes::CONSTANT_CONDITION.at(expr.span, format!("This condition is always {value}.")));
        }
    });
}

fn self_assignment(target: &Target, value: &Expr) -> Option<Diagnostic> {
    let Target::Variable(target) = target else { return None };
    let ExprKind::Variable(value) = &walk::unparenthesised(value).kind else { return None };
    let same = target.name.text == value.name.text && !value.primed;
    let message = format!("`{}` is assigned to itself, which changes nothing.", target.name.text);
    same.then(|| codes::SELF_ASSIGNMENT.at(target.span, message))
}

/// The values of an expression over all values of the variables; each occurrence of one counts by itself.
fn possible(expr: &Expr) -> Possible {
    match &expr.kind {
        ExprKind::Const(value) => Possible::only(*value),
        ExprKind::Any | ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Hole => Possible::BOTH,
        ExprKind::Paren(inner) => possible(inner),
        ExprKind::Not(inner) => possible(inner).negated(),
        ExprKind::Binary(operator, left, right) => possible(left).combined(*operator, possible(right)),
        ExprKind::Ternary(test, yes, no) => possible(test).chosen(possible(yes), possible(no)),
        ExprKind::Schoose(yes, no) => {
            let free = possible(no).negated().combined(BinaryOp::And, Possible::BOTH);
            possible(yes).combined(BinaryOp::Or, free)
        }
    }
}
