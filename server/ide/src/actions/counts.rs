//! Values, arguments and results that are too many or too few.

use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_syntax::ast::{Call, Expr, Name, Procedure, Statement, StatementKind, Target, ThreadStart};

use super::{deletion, insertion, place};
use crate::Snapshot;

/// The fixes of a diagnostic about a number of values.
pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let Some((procedure, statement)) = place::statement(snapshot, diagnostic.span) else { return Vec::new() };
    let fix = match (diagnostic.code, &statement.kind) {
        ("value-count", StatementKind::Assign { targets, values, .. }) => {
            fitted(&expressions(values), targets.len(), "value", "*")
        }
        ("argument-count", StatementKind::Call { call, .. } | StatementKind::StartThread(ThreadStart::Call(call))) => {
            arguments(snapshot, call)
        }
        ("argument-count", StatementKind::StartThread(ThreadStart::Procedure(name))) => {
            wanted(snapshot, name).map(|(parameters, _)| {
                let text = format!("({})", vec!["*"; parameters].join(", "));
                fix("Add `*` for the missing arguments", insertion(name.span.end, text))
            })
        }
        ("result-mismatch", StatementKind::Call { results, call }) => {
            let spans: Vec<Span> = results.iter().map(Target::span).collect();
            wanted(snapshot, &call.procedure).and_then(|(_, count)| fitted(&spans, count, "variable", "_"))
        }
        ("result-mismatch", StatementKind::Return(values)) => returned(procedure, statement, values),
        ("void-value" | "async-result", StatementKind::Call { call, .. }) => {
            Some(fix("Drop the result", deletion(statement.span.start, call.span.start)))
        }
        _ => None,
    };
    fix.into_iter().collect()
}

fn fix(title: &str, edit: Edit) -> Fix {
    Fix { title: title.to_owned(), edits: vec![edit] }
}

fn expressions(values: &[Expr]) -> Vec<Span> {
    values.iter().map(|value| value.span).collect()
}

/// The numbers of parameters and results of a procedure.
fn wanted(snapshot: &Snapshot, name: &Name) -> Option<(usize, usize)> {
    let id = snapshot.analysis.names.procedure(&name.text)?;
    let procedure = snapshot.file.procedures.get(id.0 as usize)?;
    Some((procedure.parameters.len(), procedure.results as usize))
}

/// Makes a list with at least one item as long as it should be.
fn fitted(items: &[Span], count: usize, noun: &str, filler: &str) -> Option<Fix> {
    let last = items.last()?;
    if count < items.len() {
        let kept = items.get(count.checked_sub(1)?)?;
        return Some(fix(&format!("Remove the surplus {noun}s"), deletion(kept.end, last.end)));
    }
    let missing = format!(", {filler}").repeat(count - items.len());
    Some(fix(&format!("Add `{filler}` for each missing {noun}"), insertion(last.end, missing)))
}

fn arguments(snapshot: &Snapshot, call: &Call) -> Option<Fix> {
    let (count, _) = wanted(snapshot, &call.procedure)?;
    match (call.arguments.as_slice(), count) {
        ([], _) => {
            let text = vec!["*"; count].join(", ");
            Some(fix("Add `*` for each missing argument", insertion(call.span.end - 1, text)))
        }
        ([first, .., last] | [first @ last], 0) => {
            Some(fix("Remove the surplus arguments", deletion(first.span.start, last.span.end)))
        }
        (arguments, _) => fitted(&expressions(arguments), count, "argument", "*"),
    }
}

fn returned(procedure: &Procedure, statement: &Statement, values: &[Expr]) -> Option<Fix> {
    let behind_word = statement.span.start + "return".len() as u32;
    match (values, procedure.results as usize) {
        ([], count) => {
            let text = format!(" {}", vec!["*"; count].join(", "));
            Some(fix("Add `*` for each missing value", insertion(behind_word, text)))
        }
        ([.., last], 0) => Some(fix("Remove the surplus values", deletion(behind_word, last.span.end))),
        (values, count) => fitted(&expressions(values), count, "value", "*"),
    }
}
