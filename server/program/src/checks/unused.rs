//! Unused declarations.

use boolprog_base::{Diagnostic, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

use super::declarations::removal;
use super::{Context, codes};
use crate::names::{LabelId, Names, ProcedureId, Role, Storage, Symbol, VariableId};
use crate::walk;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    variables(context, report);
    labels(context, report);
    procedures(context, report);
}

/// The use of a variable.
#[derive(Clone, Copy, Default)]
struct Usage {
    read: bool,
    written: bool,
}

fn usages(names: &Names) -> Vec<Usage> {
    let mut usages = vec![Usage::default(); names.variables.len()];
    for found in &names.uses {
        let Symbol::Variable(VariableId(id)) = found.symbol else { continue };
        let usage = &mut usages[id as usize];
        match found.role {
            Role::Read | Role::NewRead | Role::PassiveRead | Role::Mention => usage.read = true,
            Role::Write | Role::PassiveWrite => usage.written = true,
            Role::Declaration | Role::Jump | Role::Call | Role::ThreadStart => {}
        }
    }
    usages
}

fn variables(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    for (info, usage) in names.variables.iter().zip(usages(names)) {
        let name = &info.name;
        match (usage.read, usage.written, info.storage) {
            (true, ..) => {}
            (false, true, _) => {
                let message = format!("`{name}` is assigned, but its value is never read.");
                report.push(codes::NEVER_READ.at(info.span, message));
            }
            (false, false, Storage::Parameter(..)) => {
                let diagnostic = codes::UNUSED_PARAMETER.at(info.span, format!("The parameter `{name}` is not used."));
                report.push(diagnostic.with_tag(Tag::Unnecessary));
            }
            (false, false, _) => {
                let diagnostic = codes::UNUSED_VARIABLE.at(info.span, format!("`{name}` is not used."));
                let diagnostic = diagnostic.with_tag(Tag::Unnecessary);
                report.push(match removal(context.file, info.span) {
                    Some(edit) => diagnostic.with_fix(format!("Remove `{name}`"), vec![edit]),
                    None => diagnostic,
                });
            }
        }
    }
}

/// Error labels and `ASYNC_` labels of calls have a meaning without a jump.
fn labels(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    let mut meant: FxHashSet<LabelId> = FxHashSet::default();
    for found in names.uses.iter().filter(|found| found.role != Role::Declaration) {
        if let Symbol::Label(id) = found.symbol {
            meant.insert(id);
        }
    }
    let mut speaking = FxHashSet::default();
    context.statements(|_, statement| {
        if walk::is_async_call(statement) {
            speaking.extend(
                statement.labels.iter().filter(|label| walk::is_async_label(&label.text)).map(|label| label.span),
            );
        }
    });
    for (label, id) in names.labels.iter().zip((0..).map(LabelId)) {
        let is_error = context.reading.is_some_and(|reading| reading.is_error_label(&label.name));
        let duplicate = names.label_id(label.procedure, &label.name) != Some(id);
        if !meant.contains(&id) && !duplicate && !is_error && !speaking.contains(&label.span) {
            let message = format!("No jump goes to the label `{}`.", label.name);
            report.push(codes::UNUSED_LABEL.at(label.span, message).with_tag(Tag::Unnecessary));
        }
    }
}

/// Procedures that no chain of calls and thread starts leads to from `main`.
fn procedures(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    let Some(main) = names.procedure("main") else { return };
    let mut called: FxHashMap<ProcedureId, Vec<ProcedureId>> = FxHashMap::default();
    for found in names.uses.iter().filter(|found| found.role != Role::Declaration) {
        if let (Symbol::Procedure(callee), Some(caller)) = (found.symbol, found.procedure) {
            called.entry(caller).or_default().push(callee);
        }
    }
    let mut reached: FxHashSet<ProcedureId> = FxHashSet::from_iter([main]);
    let mut pending = vec![main];
    while let Some(caller) = pending.pop() {
        for callee in called.get(&caller).into_iter().flatten() {
            if reached.insert(*callee) {
                pending.push(*callee);
            }
        }
    }
    for (info, id) in names.procedures.iter().zip((0..).map(ProcedureId)) {
        let duplicate = names.procedure(&info.name) != Some(id);
        if !reached.contains(&id) && !duplicate {
            let message = format!("`{}` never runs: nothing that `main` leads to calls it.", info.name);
            report.push(codes::UNUSED_PROCEDURE.at(info.span, message).with_tag(Tag::Unnecessary));
        }
    }
}
