//! Left sides of assignments.

use boolprog_base::{Diagnostic, Span};
use boolprog_syntax::ast::{StatementKind, Target, Variable};
use rustc_hash::FxHashMap;

use super::{Context, codes, replacement};
use crate::names::{ProcedureId, VariableId};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    context.statements(|id, statement| {
        if let StatementKind::Assign { targets, .. } | StatementKind::Call { results: targets, .. } = &statement.kind {
            twice(context, id, targets, report);
            variables(targets).filter(|variable| variable.primed).for_each(|variable| report.push(primed(variable)));
        }
    });
}

fn variables(targets: &[Target]) -> impl Iterator<Item = &Variable> {
    targets.iter().filter_map(|target| if let Target::Variable(variable) = target { Some(variable) } else { None })
}

/// `x` and `x$` are different targets.
fn twice(context: &Context, procedure: ProcedureId, targets: &[Target], report: &mut Vec<Diagnostic>) {
    if targets.len() < 2 {
        return;
    }
    let mut seen: FxHashMap<(VariableId, bool), Span> = FxHashMap::default();
    for variable in variables(targets) {
        let Some(key) = context.names.variable(procedure, &variable.name.text) else { continue };
        if let Some(first) = seen.get(&key) {
            let message = format!("`{}` is assigned twice in one step. Which value should it get?", variable.name.text);
            report
                .push(codes::ASSIGNED_TWICE.at(variable.span, message).with_related(*first, "The other one is here."));
        } else {
            seen.insert(key, variable.span);
        }
    }
}

fn primed(variable: &Variable) -> Diagnostic {
    let name = &variable.name.text;
    let message =
        format!("`'{name}` is the new value of `{name}` and stands in a `constrain` only. Assign to `{name}`.");
    codes::ASSIGNED_NEW_VALUE.at(variable.span, message).with_fix("Remove `'`", replacement(quote(variable), ""))
}

pub(super) const fn quote(variable: &Variable) -> Span {
    Span::new(variable.span.start, variable.span.start + 1)
}
