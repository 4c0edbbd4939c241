//! Calls that are used as values.

use boolprog_base::Diagnostic;
use boolprog_syntax::ast::{Call, Expr, ExprKind, Statement, StatementKind};

use super::{Context, codes};
use crate::walk;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for (_, procedure) in context.procedures() {
        procedure.enforce.iter().chain(&procedure.abortif).for_each(|expr| nested(expr, report));
    }
    context.statements(|_, statement| {
        walk::expressions(statement, |expr, _| nested(expr, report));
        if let StatementKind::Call { results, call } = &statement.kind
            && !results.is_empty()
        {
            report.extend(result(context, statement, call));
        }
    });
}

fn nested(expr: &Expr, report: &mut Vec<Diagnostic>) {
    walk::parts(expr, |part| {
        if let ExprKind::Call(call) = &part.kind {
            let message = format!(
                "A call cannot stand inside an expression. Assign the result of `{}` to a variable first, and use that.",
                call.procedure.text
            );
            report.push(codes::CALL_IN_EXPRESSION.at(call.span, message));
        }
    });
}

fn result(context: &Context, statement: &Statement, call: &Call) -> Option<Diagnostic> {
    if walk::is_async_call(statement) {
        let message =
            "This call runs in a thread of its own (its label begins with `ASYNC_`), so it has no result to assign.";
        return Some(codes::ASYNC_RESULT.at(call.span, message));
    }
    let procedure = context.called(&call.procedure.text)?;
    (procedure.results == 0).then(|| {
        let message = format!(
            "`{}` has no result. Give it the result type `bool`, or call it as a statement.",
            call.procedure.text
        );
        codes::VOID_VALUE.at(call.procedure.span, message).with_related(procedure.name.span, "The procedure is here.")
    })
}
