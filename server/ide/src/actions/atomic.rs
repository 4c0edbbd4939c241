//! Statements put into an atomic section.

use boolprog_syntax::Span;
use boolprog_syntax::ast::{Statement, StatementKind};

use super::{Action, Effect, Kind, insertion, place};
use crate::{Snapshot, walk};

/// The action for the statements that a selection touches, if they are not simple enough to be atomic already and hold
/// no atomic sections. A jump into them is outside the section, unless it goes to the first one.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    wrapped(snapshot, range).into_iter().collect()
}

fn wrapped(snapshot: &Snapshot, range: Span) -> Option<Action> {
    let range = place::trimmed(snapshot, range).filter(|_| !snapshot.has_errors())?;
    let block = place::block(snapshot, range)?;
    let is_selected = |statement: &&Statement| {
        let whole = place::whole(statement);
        !statement.span.is_empty() && whole.start < range.end && range.start < whole.end
    };
    let statements: Vec<&Statement> = block.statements.iter().filter(is_selected).collect();
    let (first, last) = (statements.first()?, statements.last()?);
    let mut has_section = false;
    for statement in &statements {
        has_section |= is_atomic(statement);
        for body in walk::bodies(statement) {
            walk::statements(body, &mut |inner| has_section |= is_atomic(inner));
        }
    }
    if has_section {
        return None;
    }
    let indentation = place::indentation(snapshot, first.span.start);
    let (end, semicolon) = place::behind_semicolon(snapshot, last).map_or((last.span.end, ";"), |end| (end, ""));
    let edits = vec![
        insertion(first.span.start, format!("atomic_begin;\n{indentation}")),
        insertion(end, format!("{semicolon}\n{indentation}atomic_end;")),
    ];
    Some(Action::refactoring(Kind::Rewrite, "Put into an atomic section", Effect::Change(edits)))
}

const fn is_atomic(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::AtomicBegin | StatementKind::AtomicEnd)
}
