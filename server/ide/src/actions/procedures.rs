//! Procedures that are missing, unused, or lack a `return`.

use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_program::names::{Role, Symbol};
use boolprog_syntax::ast::{Call, StatementKind, ThreadStart};

use super::{deletion, insertion, place};
use crate::Snapshot;

pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let fix = match diagnostic.code {
        "no-main" => Some(("Create `main`".to_owned(), vec![appended(snapshot, "void main() begin\n  skip;\nend")])),
        "undeclared-procedure" => create(snapshot, diagnostic),
        "unused-procedure" => remove(snapshot, diagnostic.span),
        "missing-return" => add_return(snapshot, diagnostic.span),
        _ => None,
    };
    fix.map(|(title, edits)| Fix { title, edits }).into_iter().collect()
}

/// A procedure at the end of the text.
fn appended(snapshot: &Snapshot, procedure: &str) -> Edit {
    let end = snapshot.text.trim_end().len() as u32;
    insertion(end, if end == 0 { procedure.to_owned() } else { format!("\n\n{procedure}") })
}

fn create(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Option<(String, Vec<Edit>)> {
    let name = snapshot.slice(diagnostic.span);
    let (_, statement) = place::statement(snapshot, diagnostic.span)?;
    let (results, arguments) = match &statement.kind {
        StatementKind::Call { results, call: Call { arguments, .. } } => (results.len(), arguments.len()),
        StatementKind::StartThread(ThreadStart::Call(call)) => (0, call.arguments.len()),
        StatementKind::StartThread(ThreadStart::Procedure(_)) => (0, 0),
        _ => return None,
    };
    let result_type = match results {
        0 => "void".to_owned(),
        1 => "bool".to_owned(),
        several => format!("bool<{several}>"),
    };
    let parameters: Vec<String> = (1..=arguments).map(|number| format!("p{number}")).collect();
    let body = if results == 0 { "skip".to_owned() } else { format!("return {}", stars(results)) };
    let text = format!("{result_type} {name}({}) begin\n  {body};\nend", parameters.join(", "));
    Some((format!("Create the procedure `{name}`"), vec![appended(snapshot, &text)]))
}

fn stars(count: usize) -> String {
    vec!["*"; count].join(", ")
}

/// Only if nothing else names it.
fn remove(snapshot: &Snapshot, name: Span) -> Option<(String, Vec<Edit>)> {
    let names = &snapshot.analysis.names;
    let id = names.procedure(snapshot.slice(name))?;
    let procedure = snapshot.file.procedures.get(id.0 as usize)?;
    let is_named =
        |found: &boolprog_program::names::Use| found.role != Role::Declaration && found.procedure != Some(id);
    let is_free = !names.uses_of(Symbol::Procedure(id)).any(is_named) && procedure.span.contains(name);
    is_free.then(|| {
        (format!("Remove `{}`", procedure.name.text), vec![deletion(procedure.span.start, procedure.span.end)])
    })
}

fn add_return(snapshot: &Snapshot, end: Span) -> Option<(String, Vec<Edit>)> {
    let procedure = snapshot.file.procedures.iter().find(|procedure| procedure.span.contains(end))?;
    let values = stars(procedure.results as usize);
    let edits = place::at_end(snapshot, procedure, &format!("  return {values};"))?;
    Some((format!("Add `return {values}`"), edits))
}
