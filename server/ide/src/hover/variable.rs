//! Hover of a variable: declaration, comment, storage, writers.

use boolprog_base::Span;
use boolprog_program::names::{ProcedureId, Role, Storage, Symbol, VariableId, doc_comment};
use boolprog_syntax::ast::{Declaration, DeclaredVariable, SiteId};

use crate::Snapshot;
use crate::hover::{line, lines, states};
use crate::markdown::{code, escaped};

/// The lines about a variable; `site` is where it is used, if it is.
pub(super) fn describe(snapshot: &Snapshot, id: VariableId, site: Option<SiteId>) -> Vec<String> {
    let Some(variable) = snapshot.analysis.names.variables.get(id.0 as usize) else { return Vec::new() };
    let declared = declaration(snapshot, variable.span);
    let text = declared.map_or(snapshot.slice(variable.span), |(_, variable)| snapshot.slice(variable.span));
    let mut told = vec![line(format_args!("{} - {}", code(text), storage(snapshot, variable.storage)))];
    told.extend(declared.and_then(|(declaration, variable)| comment(snapshot, declaration, variable)).map(line));
    told.push(line(written(snapshot, id)));
    told.extend(site.and_then(|site| value(snapshot, id, site)).map(line));
    told
}

fn storage(snapshot: &Snapshot, storage: Storage) -> String {
    let procedure = |id: ProcedureId| {
        snapshot.file.procedures.get(id.0 as usize).map_or("", |procedure| procedure.name.text.as_str())
    };
    match storage {
        Storage::Shared => "shared variable, one copy for all threads".to_owned(),
        Storage::ThreadLocal => "thread-local variable, one copy per thread".to_owned(),
        Storage::Local(owner) => format!("local variable of {}", code(procedure(owner))),
        Storage::Parameter(owner, _) => format!("parameter of {}", code(procedure(owner))),
    }
}

fn declaration(snapshot: &Snapshot, name: Span) -> Option<(&Declaration, &DeclaredVariable)> {
    let locals = snapshot.file.procedures.iter().flat_map(|procedure| &procedure.declarations);
    snapshot.file.declarations.iter().chain(locals).find_map(|declaration| {
        let variable = declaration.variables.iter().find(|variable| variable.name.span == name)?;
        Some((declaration, variable))
    })
}

/// The comment that documents the variable, or else its whole declaration, on one line.
fn comment(snapshot: &Snapshot, declaration: &Declaration, variable: &DeclaredVariable) -> Option<String> {
    let comment = |span| doc_comment(&snapshot.text, &snapshot.file.comments, span);
    let text = comment(variable.span).or_else(|| comment(declaration.span))?;
    Some(escaped(&text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

fn written(snapshot: &Snapshot, id: VariableId) -> String {
    let uses = snapshot.analysis.names.uses_of(Symbol::Variable(id));
    let writes = uses.filter(|found| matches!(found.role, Role::Write | Role::PassiveWrite));
    let writers: Vec<u32> = writes.map(|found| found.span.start).collect();
    let names = &snapshot.analysis.names;
    let by_calls = match names.info(id).storage {
        Storage::Parameter(owner, _) => names.procedure("main") != Some(owner),
        _ => false,
    };
    match (writers.is_empty(), by_calls) {
        (true, true) => "Set by calls only".to_owned(),
        (true, false) => "Never written".to_owned(),
        (false, true) => format!("Set by calls, written in {}", lines(&snapshot.text, &writers)),
        (false, false) => format!("Written in {}", lines(&snapshot.text, &writers)),
    }
}

/// The value of the variable before the site, if it is the same in every state.
fn value(snapshot: &Snapshot, id: VariableId, site: SiteId) -> Option<String> {
    let states = states::exact(snapshot, site)?;
    let column = states.columns.iter().position(|column| *column == id)?;
    let mut values = states.states.iter().filter_map(|state| state.get(column));
    let first = values.next()?;
    Some(match (values.all(|value| value == first), first) {
        (true, true) => "Always T here".to_owned(),
        (true, false) => "Always F here".to_owned(),
        (false, _) => "T or F here".to_owned(),
    })
}
