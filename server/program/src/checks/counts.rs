//! Numbers of values, arguments and results.

use boolprog_base::words::{count, is_are};
use boolprog_base::{Diagnostic, Span};
use boolprog_syntax::ast::{Call, Expr, Name, Procedure, Statement, StatementKind, Target, ThreadStart};

use super::{Context, codes, portability};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    context.statements(|id, statement| {
        let own = &context.file.procedures[id.0 as usize];
        match &statement.kind {
            StatementKind::Assign { targets, values, .. } => report.extend(assignment(targets, values)),
            StatementKind::Call { results, call } => {
                report.extend(arguments(context, &call.procedure, &call.arguments));
                report.extend(call_results(context, results, call));
            }
            StatementKind::StartThread(ThreadStart::Procedure(name)) => report.extend(arguments(context, name, &[])),
            StatementKind::StartThread(ThreadStart::Call(call)) => {
                report.extend(arguments(context, &call.procedure, &call.arguments));
            }
            StatementKind::Return(values) => report.extend(returned(own, statement, values)),
            _ => {}
        }
    });
}

/// The targets that are too many among left sides.
fn surplus_targets(targets: &[Target], wanted: usize) -> Option<Span> {
    Span::covering(targets.iter().skip(wanted).map(Target::span))
}

/// The expressions that are too many.
fn surplus(values: &[Expr], wanted: usize) -> Option<Span> {
    Span::covering(values.iter().skip(wanted).map(|value| value.span))
}

fn assignment(targets: &[Target], values: &[Expr]) -> Option<Diagnostic> {
    if targets.len() == values.len() {
        return None;
    }
    let span = surplus_targets(targets, values.len()).or_else(|| surplus(values, targets.len()))?;
    let message = format!(
        "{} {} assigned, but there {} {}. Each variable needs one value.",
        count(targets.len(), "variable"),
        is_are(targets.len()),
        is_are(values.len()),
        count(values.len(), "value")
    );
    Some(codes::VALUE_COUNT.at(span, message))
}

fn arguments(context: &Context, name: &Name, arguments: &[Expr]) -> Option<Diagnostic> {
    let procedure = context.called(&name.text)?;
    let wanted = procedure.parameters.len();
    if arguments.len() == wanted {
        return None;
    }
    let message = format!(
        "`{}` has {}, but there {} {}.",
        name.text,
        count(wanted, "parameter"),
        is_are(arguments.len()),
        count(arguments.len(), "argument")
    );
    let span = surplus(arguments, wanted).unwrap_or(name.span);
    Some(codes::ARGUMENT_COUNT.at(span, message).with_related(procedure.name.span, "The procedure is here."))
}

fn call_results(context: &Context, results: &[Target], call: &Call) -> Option<Diagnostic> {
    let procedure = context.called(&call.procedure.text)?;
    let wanted = procedure.results as usize;
    // A void call as a value and a call as a statement are other matters.
    if results.is_empty() || wanted == 0 || results.len() == wanted {
        return None;
    }
    let message = format!(
        "`{}` has {}, but {} {} assigned. Use `_` for a result you do not need.",
        call.procedure.text,
        count(wanted, "result"),
        count(results.len(), "variable"),
        is_are(results.len())
    );
    let span = surplus_targets(results, wanted).unwrap_or(call.procedure.span);
    Some(codes::RESULT_MISMATCH.at(span, message).with_related(procedure.name.span, "The procedure is here."))
}

fn returned(procedure: &Procedure, statement: &Statement, values: &[Expr]) -> Option<Diagnostic> {
    let wanted = procedure.results as usize;
    if values.len() == wanted || portability::goes_nowhere(procedure) {
        return None;
    }
    let span = surplus(values, wanted).unwrap_or(statement.span);
    let message = format!(
        "`{}` has {}, but this `return` has {}.",
        procedure.name.text,
        if wanted == 0 { "no results".to_owned() } else { count(wanted, "result") },
        if values.is_empty() { "no values".to_owned() } else { count(values.len(), "value") }
    );
    let help = match (wanted, values.len()) {
        (0, 1) => format!(" To return it, declare `bool {}`.", procedure.name.text),
        (0, values) => format!(" To return them, declare `bool<{values}> {}`.", procedure.name.text),
        _ => String::new(),
    };
    let diagnostic = codes::RESULT_MISMATCH.at(span, message + &help);
    Some(match procedure.result_type {
        Some(span) => diagnostic.with_related(span, "The result type is here."),
        None => diagnostic,
    })
}
