//! Atomic sections: statements moved into one, and fixes of existing ones.

use boolprog_base::{Diagnostic, Edit, Fix, Span};
use boolprog_program::walk::{blocks, statements as visit};
use boolprog_syntax::ast::{SiteKind, Statement, StatementKind};

use super::{Action, Effect, Kind, insertion, place};
use crate::Snapshot;

/// The fixes of a diagnostic about an atomic section.
pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let fix = match diagnostic.code {
        "nested-atomic" | "atomic-end-outside" => {
            let skip = Edit { span: diagnostic.span, text: "skip".to_owned() };
            Some(("Change to `skip`", vec![skip]))
        }
        "unclosed-atomic" => close(snapshot, diagnostic).map(|edits| ("End the section before the thread ends", edits)),
        _ => None,
    };
    fix.map(|(title, edits)| Fix { title: title.to_owned(), edits }).into_iter().collect()
}

/// The edits that end a section wherever the thread can end in it; these are the places that the diagnostic relates to.
fn close(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for exit in diagnostic.related.iter().map(|(span, _)| *span) {
        let site = snapshot.file.sites.iter().find(|site| site.span == exit)?;
        if site.kind == SiteKind::End {
            let procedure = snapshot.file.procedures.get(site.procedure as usize)?;
            edits.extend(place::at_end(snapshot, procedure, "  atomic_end;")?);
        } else {
            let indentation = place::indentation(snapshot, exit.start);
            edits.push(insertion(exit.start, format!("atomic_end;\n{indentation}")));
        }
    }
    Some(edits)
}

/// The action for the statements that a selection touches, if they are not simple enough to be atomic already and hold
/// no atomic sections. A jump into them is outside the section, unless it goes to the first one.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    wrapped(snapshot, range).into_iter().collect()
}

fn wrapped(snapshot: &Snapshot, range: Span) -> Option<Action> {
    let range = place::trimmed(snapshot, range).filter(|_| !snapshot.has_errors())?;
    let block = place::block(snapshot, range)?;
    let is_selected = |statement: &&Statement| {
        let whole = statement.labelled_span();
        !statement.span.is_empty() && whole.start < range.end && range.start < whole.end
    };
    let statements: Vec<&Statement> = block.iter().filter(is_selected).collect();
    let (first, last) = (statements.first()?, statements.last()?);
    let mut has_section = false;
    for statement in &statements {
        has_section |= is_atomic(statement);
        for body in blocks(statement) {
            visit(body, |inner| has_section |= is_atomic(inner));
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
