//! Forms that Zhao's thesis uses and that other tools reject: a label after `start_thread` without `goto`, and values that `main`
//! returns, which go nowhere.

use boolprog_base::{Diagnostic, Edit, Span};
use boolprog_syntax::ast::{Expr, Procedure, StatementKind, ThreadStart};

use super::{Context, codes, replacement};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    if !context.reading.is_some_and(|reading| reading.portability) {
        return;
    }
    context.statements(|id, statement| {
        let own = &context.file.procedures[id.0 as usize];
        match &statement.kind {
            StatementKind::StartThread(ThreadStart::Label(label)) => report.push(started_label(label.span)),
            StatementKind::Return(values) if goes_nowhere(own) => report.extend(returned(statement.span, values)),
            _ => {}
        }
    });
}

/// `true` if a procedure may return values though it has no results.
pub(super) fn goes_nowhere(procedure: &Procedure) -> bool {
    procedure.name.text == "main" && procedure.results == 0
}

fn started_label(label: Span) -> Diagnostic {
    let goto = Edit { span: Span::empty(label.start), text: "goto ".to_owned() };
    let message = "A label without `goto` is a form of Zhao's thesis. Other tools look for a procedure.";
    codes::LOOSE_FORM.at(label, message).with_fix("Insert `goto`", vec![goto])
}

fn returned(statement: Span, values: &[Expr]) -> Option<Diagnostic> {
    let span = Span::covering(values.iter().map(|value| value.span))?;
    let message = "`main` has no results, so that these values go nowhere. Other tools reject them.";
    Some(codes::LOOSE_FORM.at(span, message).with_fix("Return nothing", replacement(statement, "return")))
}
