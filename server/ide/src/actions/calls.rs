//! Calls inside expressions, taken out of them.

use boolprog_base::{Diagnostic, Fix, Span};
use boolprog_program::walk::{children, expressions, is_async_label};
use boolprog_syntax::ast::{Call, Expr, ExprKind, Statement, StatementKind};

use super::{fresh, insertion, place};
use crate::Snapshot;
use crate::rename::spelt;

/// The fixes of a call inside an expression.
pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    if diagnostic.code != "call-in-expression" {
        return Vec::new();
    }
    taken_out(snapshot, diagnostic.span).into_iter().collect()
}

/// The call becomes a statement before its own. Not where it would have to be made again, as for a `while`, or only
/// sometimes, as for an `elsif`.
fn taken_out(snapshot: &Snapshot, span: Span) -> Option<Fix> {
    let (procedure, statement) = place::statement(snapshot, span)?;
    let names = &snapshot.analysis.names;
    let call = call(statement, span)?;
    let called = snapshot.file.procedures.get(names.procedure(&call.procedure.text)?.0 as usize)?;
    let starts_thread = statement.labels.iter().any(|label| is_async_label(&label.text));
    if called.results != 1 || starts_thread || !call.arguments.iter().all(is_plain) {
        return None;
    }
    let name = fresh::variable(snapshot, "result");
    let indentation = place::indentation(snapshot, statement.span.start);
    let assignment = format!("{name} := {};\n{indentation}", snapshot.slice(span));
    let edits = vec![
        fresh::local(snapshot, procedure, &name)?,
        insertion(statement.span.start, assignment),
        spelt(&snapshot.text, span, &name),
    ];
    Some(Fix { title: format!("Assign the result of `{}` to a variable first", call.procedure.text), edits })
}

/// The call with this span in an expression that the statement evaluates once, before anything else.
fn call(statement: &Statement, span: Span) -> Option<&Call> {
    let mut all: Vec<&Expr> = Vec::new();
    match &statement.kind {
        StatementKind::While { .. } => {}
        StatementKind::If { branches, .. } => all.extend(branches.first().map(|branch| &branch.condition)),
        _ => expressions(statement, |whole, _| all.push(whole)),
    }
    let mut at = all.into_iter().find(|whole| whole.span.contains(span))?;
    loop {
        match &at.kind {
            ExprKind::Call(call) if call.span == span => return Some(call),
            _ => at = children(at).find(|child| child.span.contains(span))?,
        }
    }
}

/// `true` if an expression is valid outside a `constrain`, too.
fn is_plain(expression: &Expr) -> bool {
    let is_special = matches!(&expression.kind, ExprKind::Variable(it) if it.primed || it.name.text.ends_with('$'));
    !is_special && children(expression).all(is_plain)
}
