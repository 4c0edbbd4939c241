//! Removal of useless code: unreachable statements, values that are never read.

use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_program::checks::removal;
use boolprog_program::names::{ProcedureId, Role, Symbol, Use, VariableId};
use boolprog_program::walk::statements;
use boolprog_syntax::ast::{Name, Statement, StatementKind, Target};

use super::{deletion, place};
use crate::Snapshot;

/// The fixes of a diagnostic about something that has no effect.
pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let fix = match diagnostic.code {
        "never-read" => discard(snapshot, diagnostic.span),
        "unreachable-statement" => remove(snapshot, diagnostic.span),
        _ => None,
    };
    fix.into_iter().collect()
}

/// The removal of the variable that is declared at `name`, whose uses are all assignments.
fn discard(snapshot: &Snapshot, name: Span) -> Option<Fix> {
    let names = &snapshot.analysis.names;
    let id = (0..).map(VariableId).take(names.variables.len()).find(|id| names.info(*id).span == name)?;
    let mut edits = vec![removal(&snapshot.file, name)?];
    let mut is_possible = true;
    for (procedure, number) in snapshot.file.procedures.iter().zip(0..) {
        let is_it = |name: &Name| names.variable(ProcedureId(number), &name.text).is_some_and(|(found, _)| found == id);
        statements(&procedure.body, |statement| match without(statement, is_it) {
            Some(found) => edits.extend(found),
            None => is_possible = false,
        });
    }
    edits.sort_by_key(|edit| edit.span);
    let are_apart = edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    (is_possible && are_apart)
        .then(|| Fix { title: format!("Remove `{}` and what is assigned to it", names.info(id).name), edits })
}

/// The edits after which a statement no longer assigns some variables. `None` if it assigns the copies of other threads
/// besides others, under a constraint: that may mention those threads.
fn without(statement: &Statement, is_it: impl Fn(&Name) -> bool) -> Option<Vec<Edit>> {
    let is_target = |target: &Target| matches!(target, Target::Variable(variable) if is_it(&variable.name));
    let skip = || vec![Edit { span: statement.span, text: "skip".to_owned() }];
    let is_copy = |target: &Target| matches!(target, Target::Variable(variable) if variable.name.text.ends_with('$'));
    let discarded = |targets: &[Target]| targets.iter().filter(|it| is_target(it)).filter_map(discarded).collect();
    Some(match &statement.kind {
        StatementKind::Assign { targets, constrain: None, .. } if targets.iter().all(is_target) => skip(),
        // The value may speak of those threads, so nothing can take the place of the copy.
        StatementKind::Assign { targets, values, constrain }
            if targets.iter().any(|it| is_target(it) && is_copy(it)) =>
        {
            if constrain.is_some() || targets.len() != values.len() {
                return None;
            }
            let useless: Vec<bool> = targets.iter().map(is_target).collect();
            let targets = targets.iter().map(Target::span).collect::<Vec<_>>();
            let values = values.iter().map(|value| value.span).collect::<Vec<_>>();
            [targets, values].iter().flat_map(|list| left_out(list, &useless)).collect()
        }
        StatementKind::Assign { targets, .. } | StatementKind::Call { results: targets, .. } => discarded(targets),
        StatementKind::Dead(names) if names.iter().all(&is_it) => skip(),
        StatementKind::Dead(names) => {
            let others: Vec<&str> = names.iter().filter(|name| !is_it(name)).map(|name| name.text.as_str()).collect();
            let (first, last) = (names.first()?, names.last()?);
            let all = Edit { span: first.span.cover(last.span), text: others.join(", ") };
            if others.len() < names.len() { vec![all] } else { Vec::new() }
        }
        _ => Vec::new(),
    })
}

/// Without some parts of a list, but not all, and without the commas that become superfluous.
fn left_out(list: &[Span], useless: &[bool]) -> Vec<Edit> {
    let first_kept = useless.iter().position(|useless| !useless).unwrap_or(list.len());
    let of = |index: usize| {
        let own = list[index];
        if index < first_kept {
            deletion(own.start, list[index + 1].start)
        } else {
            deletion(list[index - 1].end, own.end)
        }
    };
    (0..list.len()).filter(|index| useless[*index]).map(of).collect()
}

fn discarded(target: &Target) -> Option<Edit> {
    let Target::Variable(variable) = target else { return None };
    Some(Edit { span: variable.span, text: "_".to_owned() })
}

/// Without statements of one block, unless their labels are used elsewhere, or the program is read otherwise without them:
/// whether a program creates threads says how many it starts with, and so does a pragma.
fn remove(snapshot: &Snapshot, statements: Span) -> Option<Fix> {
    let block = place::block(snapshot, statements)?;
    let is_in = |statement: &&Statement| statements.contains(statement.span);
    let (first, last) = (block.iter().find(is_in)?, block.iter().rfind(is_in)?);
    let end = place::behind_semicolon(snapshot, last).unwrap_or(last.span.end);
    let region = Span::new(first.labelled_span().start, end);
    let names = &snapshot.analysis.names;
    let is_label_in = |found: &Use| match found.symbol {
        Symbol::Label(id) => region.contains(names.labels[id.0 as usize].span),
        Symbol::Variable(_) | Symbol::Procedure(_) => false,
    };
    let is_elsewhere = |found: &Use| found.role != Role::Declaration && !region.contains(found.span);
    let is_started = |found: &Use| found.role == Role::ThreadStart && region.contains(found.span);
    let is_needed = |found: &Use| is_started(found) || is_label_in(found) && is_elsewhere(found);
    let has_pragma = snapshot.file.pragmas.iter().any(|pragma| region.contains(pragma.span));
    if has_pragma || names.uses.iter().any(is_needed) {
        return None;
    }
    let lines = place::whole_lines(snapshot, region);
    let title = "Remove unreachable code".to_owned();
    Some(Fix { title, edits: vec![deletion(lines.start, lines.end)] })
}
