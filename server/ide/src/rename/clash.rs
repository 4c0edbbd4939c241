//! Clashes of a new name with others.

use boolprog_program::names::{LabelId, NameKind, Names, ProcedureId, Role, Symbol, Use, VariableId};
use boolprog_program::walk::is_async_label;

use super::Refusal;
use crate::Snapshot;
use crate::occurrences::same;

/// Refuses a name after which the program would mean something else.
pub(super) fn check(snapshot: &Snapshot, symbol: Symbol, new_name: &str) -> Result<(), Refusal> {
    let names = &snapshot.analysis.names;
    match symbol {
        Symbol::Variable(id) => variable(names, id, new_name),
        Symbol::Procedure(_) => procedure(names, new_name),
        Symbol::Label(id) => label(snapshot, id, new_name),
    }
}

/// Refuses to touch an error label: which labels those are is part of the question.
pub(super) fn error_label(snapshot: &Snapshot, name: &str) -> Result<(), Refusal> {
    if snapshot.analysis.reading.is_error_label(name) {
        return refused(format!(
            "`{name}` is an error label: renaming it would change the properties. Edit it by hand if that is intended."
        ));
    }
    Ok(())
}

fn procedure(names: &Names, new_name: &str) -> Result<(), Refusal> {
    if names.procedure(new_name).is_some() {
        return refused(format!("There is a procedure `{new_name}` already."));
    }
    unresolved(names, NameKind::Procedure, &[new_name], |_| true)
}

fn label(snapshot: &Snapshot, id: LabelId, new_name: &str) -> Result<(), Refusal> {
    let names = &snapshot.analysis.names;
    let Some(info) = names.labels.get(id.0 as usize) else { return Ok(()) };
    error_label(snapshot, new_name)?;
    if names.label_id(info.procedure, new_name).is_some() {
        let procedure = procedure_name(names, info.procedure);
        return refused(format!("There is a label `{new_name}` in `{procedure}` already."));
    }
    if is_async_label(&info.name) != is_async_label(new_name) {
        return refused("A label that begins with `ASYNC_` makes a call start a thread, others do not.".to_owned());
    }
    unresolved(names, NameKind::Label, &[new_name], |procedure| procedure == info.procedure)
}

fn variable(names: &Names, id: VariableId, new_name: &str) -> Result<(), Refusal> {
    let home = names.info(id).storage.procedure();
    let is_visible_in = |procedure: ProcedureId| home.is_none_or(|home| home == procedure);
    let declared_at_home = match home {
        Some(procedure) => local(names, procedure, new_name),
        None => names.global(new_name),
    };
    if declared_at_home.is_some() {
        let scope = home.map_or(String::new(), |home| format!(" in `{}`", procedure_name(names, home)));
        return refused(format!("There is a variable `{new_name}`{scope} already."));
    }
    for found in same(names, Symbol::Variable(id)) {
        captured(names, found, new_name)?;
    }
    let home_of_use = |found: &Use| found.procedure.is_some_and(is_visible_in);
    for found in names.uses.iter().filter(|found| home_of_use(found)) {
        captures(names, found, new_name)?;
    }
    let copy = format!("{new_name}$");
    unresolved(names, NameKind::Variable, &[new_name, &copy], is_visible_in)
}

/// Refuses if this use of the variable would mean another one.
fn captured(names: &Names, found: &Use, new_name: &str) -> Result<(), Refusal> {
    let Some(procedure) = found.procedure else { return Ok(()) };
    let is_copy = matches!(found.role, Role::PassiveRead | Role::PassiveWrite);
    let copy = format!("{new_name}$");
    if is_copy && names.declared(procedure, &copy).is_some() {
        return refused(format!(
            "There is a variable `{copy}`, and the copies of this variable in other threads would be written the same."
        ));
    }
    if local(names, procedure, new_name).is_some() {
        let procedure = procedure_name(names, procedure);
        return refused(format!(
            "`{procedure}` uses this variable and has a local variable `{new_name}`, to which these uses would refer."
        ));
    }
    Ok(())
}

/// Refuses if this use of another variable would mean the renamed one.
fn captures(names: &Names, found: &Use, new_name: &str) -> Result<(), Refusal> {
    let Symbol::Variable(other) = found.symbol else { return Ok(()) };
    let info = names.info(other);
    let procedure = found.procedure.map_or("", |procedure| procedure_name(names, procedure));
    if info.name == new_name && info.storage.procedure().is_none() {
        return refused(format!(
            "`{procedure}` uses the global variable `{new_name}`; these uses would refer to a local variable of that name."
        ));
    }
    let is_copy = matches!(found.role, Role::PassiveRead | Role::PassiveWrite);
    if is_copy && new_name.strip_suffix('$') == Some(&info.name) {
        return refused(format!(
            "`{procedure}` uses the copies `{new_name}` of `{}` in other threads; a variable of that name would be meant \
             instead.",
            info.name
        ));
    }
    Ok(())
}

/// Refuses if an unresolved name would get a meaning.
fn unresolved(
    names: &Names,
    kind: NameKind,
    spellings: &[&str],
    is_visible_in: impl Fn(ProcedureId) -> bool,
) -> Result<(), Refusal> {
    let missing = |it: &&boolprog_program::names::Unresolved| {
        it.kind == kind && spellings.contains(&it.name.as_str()) && is_visible_in(it.procedure)
    };
    match names.unresolved.iter().find(missing) {
        Some(found) => {
            let procedure = procedure_name(names, found.procedure);
            refused(format!(
                "`{procedure}` uses `{}`, which is not declared and would refer to this variable.",
                found.name
            ))
        }
        None => Ok(()),
    }
}

/// The local variable or parameter of a procedure with this name.
fn local(names: &Names, procedure: ProcedureId, name: &str) -> Option<VariableId> {
    names.declared(procedure, name).filter(|id| names.info(*id).storage.procedure().is_some())
}

fn procedure_name(names: &Names, procedure: ProcedureId) -> &str {
    names.procedures.get(procedure.0 as usize).map_or("", |procedure| &procedure.name)
}

fn refused(reason: String) -> Result<(), Refusal> {
    Err(Refusal::new(reason))
}
