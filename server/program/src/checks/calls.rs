//! Calls that are used as values.

use boolprog_base::Diagnostic;
use boolprog_syntax::ast::{Call, ExprKind, Statement, StatementKind};

use super::{Context, codes};
use crate::walk;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for unusual in context.unusual() {
        if let ExprKind::Call(call) = &unusual.part.kind {
            report.push(nested(call));
        }
    }
    context.statements(|_, statement| {
        if let StatementKind::Call { results, call } = &statement.kind
            && !results.is_empty()
        {
            report.extend(result(context, statement, call));
        }
    });
}

fn nested(call: &Call) -> Diagnostic {
    let message = format!(
        "A call cannot stand inside an expression. Assign the result of `{}` to a variable first, and use that.",
        call.procedure.text
    );
    codes::CALL_IN_EXPRESSION.at(call.span, message)
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
