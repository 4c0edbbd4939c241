//! An expression that becomes a variable of its own, assigned in front of its statement.
//!
//! The assignment is a step of its own, and other threads may move behind it. The program means the same all the same,
//! because the value of the expression is the same in front of both steps:
//!
//! - it makes no choice: a `*` would be chosen once for all that the statement asks of it, `schoose` likewise;
//! - it reads only what no other thread changes in between: its own variables, if nobody assigns copies of them in
//!   other threads; shared variables that nobody assigns at all; and other shared variables only where no other thread
//!   moves, inside an atomic section or because there is none;
//! - the thread itself takes no step in between that assigns anything: the condition of a `while` is left alone,
//!   because it is evaluated again after the body.
//!
//! Nobody else knows the new variable. So a run of one program becomes a run of the other when the assignment is put
//! directly in front of its statement, or is left out. A shared variable as the flag has the same values for everybody,
//! and is offered only where no other thread moves.

use boolprog_program::names::{Names, ProcedureId, Role, Storage, Symbol, VariableId};
use boolprog_program::program::Threads;
use boolprog_program::walk::{children, expressions, is_async_label};
use boolprog_syntax::ast::{Block, Expr, ExprKind, Statement, StatementKind};
use boolprog_syntax::{Edit, Span};
use rustc_hash::FxHashSet;

use super::{Action, Effect, Kind, fresh, insertion, place};
use crate::rename::spelt;
use crate::{Snapshot, walk};

/// The actions for a selection that is an expression, but not for a name or a constant alone.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    extracted(snapshot, range).unwrap_or_default()
}

fn extracted(snapshot: &Snapshot, range: Span) -> Option<Vec<Action>> {
    let range = place::trimmed(snapshot, range).filter(|_| !snapshot.has_errors())?;
    let (procedure, statement) = place::statement(snapshot, range)?;
    let starts_thread = statement.labels.iter().any(|label| is_async_label(&label.text));
    if matches!(statement.kind, StatementKind::While { .. }) || starts_thread {
        return None;
    }
    let mut found = None;
    expressions(statement, |whole, _| found = found.or_else(|| part(whole, range)));
    let expression = found.filter(|it: &&Expr| !matches!(it.kind, ExprKind::Variable(_)))?;
    let home = ProcedureId(snapshot.site(statement.site)?.procedure);
    let is_undisturbed = is_alone(snapshot)
        || place::block(snapshot, statement.span).is_some_and(|block| is_in_section(block, statement));
    if !keeps_its_value(&snapshot.analysis.names, home, expression, is_undisturbed) {
        return None;
    }
    let name = fresh::variable(snapshot, "flag");
    let indentation = place::indentation(snapshot, statement.span.start);
    let assignment = format!("{name} := {};\n{indentation}", snapshot.slice(range));
    let edits = |declaration: Edit| {
        Effect::Change(vec![
            declaration,
            insertion(statement.span.start, assignment.clone()),
            spelt(&snapshot.text, range, &name),
        ])
    };
    let action = |kind: &str, declaration| {
        let title = format!("Extract into the {kind} variable `{name}`");
        Action::refactoring(Kind::Extract, title, edits(declaration))
    };
    let local = fresh::local(snapshot, procedure, &name).map(|declaration| action("local", declaration));
    let shared = is_undisturbed.then(|| action("global", fresh::shared(snapshot, &name)));
    Some(local.into_iter().chain(shared).collect())
}

/// The part of an expression with this span.
fn part(whole: &Expr, span: Span) -> Option<&Expr> {
    let mut at = whole;
    while at.span != span {
        at = children(at).find(|child| child.span.contains(span))?;
    }
    Some(at)
}

/// Whether an expression reads something, and has the same value until its thread assigns a variable.
fn keeps_its_value(names: &Names, home: ProcedureId, expression: &Expr, is_undisturbed: bool) -> bool {
    let changed = changed_by_others(names);
    let mut reads = false;
    let mut pending = vec![expression];
    while let Some(part) = pending.pop() {
        match &part.kind {
            ExprKind::Any | ExprKind::Schoose(..) | ExprKind::Call(_) | ExprKind::Hole => return false,
            ExprKind::Variable(variable) => match names.variable(home, &variable.name.text) {
                Some((id, false)) if !variable.primed && (is_undisturbed || !changed.contains(&id)) => reads = true,
                _ => return false,
            },
            _ => pending.extend(children(part)),
        }
    }
    reads
}

/// The variables whose value a thread can find changed although it did not move.
fn changed_by_others(names: &Names) -> FxHashSet<VariableId> {
    let changed = names.uses.iter().filter_map(|found| match (found.symbol, found.role) {
        (Symbol::Variable(id), Role::PassiveWrite) => Some(id),
        (Symbol::Variable(id), Role::Write) if names.info(id).storage == Storage::Shared => Some(id),
        _ => None,
    });
    changed.collect()
}

/// Whether there is only one thread, at all times.
fn is_alone(snapshot: &Snapshot) -> bool {
    let creates = snapshot.analysis.any_form().is_none_or(|program| program.creates_threads);
    snapshot.analysis.reading.threads == Threads::Exactly(1) && !creates
}

/// Whether a thread gets to a statement only inside an atomic section: from an `atomic_begin` in the same block,
/// without a way in from elsewhere and without anything that could leave the section. There may be more such
/// statements.
fn is_in_section(block: &Block, statement: &Statement) -> bool {
    let index = block.statements.iter().position(|other| other.site == statement.site);
    let mut before = block.statements[..index.unwrap_or_default()].iter().rev();
    statement.labels.is_empty()
        && before
            .find(|other| matches!(other.kind, StatementKind::AtomicBegin) || !keeps_section(other))
            .is_some_and(|other| matches!(other.kind, StatementKind::AtomicBegin))
}

/// Whether nobody jumps into a statement, and it leaves no section.
fn keeps_section(statement: &Statement) -> bool {
    let keeps = |it: &Statement| {
        let may_leave = matches!(it.kind, StatementKind::AtomicEnd | StatementKind::Wait | StatementKind::Call { .. });
        it.labels.is_empty() && !may_leave
    };
    let mut all = keeps(statement);
    for body in walk::bodies(statement) {
        walk::statements(body, &mut |inner| all &= keeps(inner));
    }
    all
}
