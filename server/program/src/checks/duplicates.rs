//! Names that are declared twice.

use boolprog_base::{Diagnostic, Span};
use rustc_hash::FxHashSet;

use super::declarations::removal;
use super::{Context, codes};
use crate::names::{LabelId, Role, Storage, Symbol, VariableId};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    for found in names.uses.iter().filter(|found| found.role == Role::Declaration) {
        match found.symbol {
            Symbol::Variable(id) if names.info(id).span != found.span => report.push(variable(context, id, found.span)),
            Symbol::Procedure(id) if names.procedures[id.0 as usize].span != found.span => {
                let first = &names.procedures[id.0 as usize];
                let message =
                    format!("There is another procedure `{}` already; calls go to the first one.", first.name);
                let diagnostic = codes::DUPLICATE_PROCEDURE.at(found.span, message);
                report.push(diagnostic.with_related(first.span, "The first one is here."));
            }
            _ => {}
        }
    }
    labels(context, report);
}

fn variable(context: &Context, first: VariableId, span: Span) -> Diagnostic {
    let info = context.names.info(first);
    let is_parameter = matches!(info.storage, Storage::Parameter(procedure, _)
        if context.file.procedures[procedure.0 as usize].parameters.iter().any(|name| name.span == span));
    let (code, noun) =
        if is_parameter { (codes::DUPLICATE_PARAMETER, "parameter") } else { (codes::DUPLICATE_VARIABLE, "variable") };
    let message =
        format!("The {noun} `{}` is declared already in this scope. Rename or remove one of them.", info.name);
    let diagnostic = code.at(span, message).with_related(info.span, "The first declaration is here.");
    match removal(context.file, span) {
        Some(edit) => diagnostic.with_fix("Remove this declaration", vec![edit]),
        None => diagnostic,
    }
}

/// Equal labels matter only if a jump leads to them.
fn labels(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    let targets: FxHashSet<LabelId> = names
        .uses
        .iter()
        .filter(|found| matches!(found.role, Role::Jump | Role::ThreadStart))
        .filter_map(|found| if let Symbol::Label(id) = found.symbol { Some(id) } else { None })
        .collect();
    for (label, id) in names.labels.iter().zip((0..).map(LabelId)) {
        let Some(first) = names.label_id(label.procedure, &label.name) else { continue };
        if first != id && targets.contains(&first) {
            let message =
                format!("The label `{}` stands before another statement too: a jump to it is ambiguous.", label.name);
            let related = names.labels[first.0 as usize].span;
            report.push(codes::DUPLICATE_LABEL.at(label.span, message).with_related(related, "The first one is here."));
        }
    }
}
