//! Names that nothing has yet, and room to declare them.

use boolprog_base::{Edit, Span};
use boolprog_program::names::{NameKind, ProcedureId, end_with_comment};
use boolprog_syntax::ast::Procedure;

use super::{insertion, place};
use crate::Snapshot;
use crate::format::tokens;

/// A name that no variable of the file has, so that it hides none and none hides it: `base` itself or `base_2` and so
/// on. Nor can its copies in other threads be mistaken for another variable.
pub(super) fn variable(snapshot: &Snapshot, base: &str) -> String {
    let names = &snapshot.analysis.names;
    free(base, |candidate| {
        let copy = format!("{candidate}$");
        let is_same = |name: &str| name == candidate || name == copy;
        names.variables.iter().any(|info| is_same(&info.name))
            || names.unresolved.iter().any(|missing| is_same(&missing.name))
    })
}

/// A name that no procedure of the file has, and no call refers to.
pub(super) fn procedure(snapshot: &Snapshot, base: &str) -> String {
    let names = &snapshot.analysis.names;
    let is_missing = |name: &str| names.unresolved.iter().any(|it| it.kind == NameKind::Procedure && it.name == name);
    free(base, |candidate| names.procedure(candidate).is_some() || is_missing(candidate))
}

/// A label that the procedure does not have and that means nothing; a number for a number.
pub(super) fn label(snapshot: &Snapshot, procedure: ProcedureId, base: &str) -> String {
    let names = &snapshot.analysis.names;
    let is_missing = |name: &str| names.unresolved.iter().any(|it| it.kind == NameKind::Label && it.name == name);
    let is_taken = |candidate: &str| {
        names.label_id(procedure, candidate).is_some()
            || snapshot.analysis.reading.is_error_label(candidate)
            || is_missing(candidate)
    };
    if base.bytes().all(|byte| byte.is_ascii_digit()) {
        return first((1_u32..).map(|number| number.to_string()), is_taken);
    }
    free(base, is_taken)
}

fn free(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let (stem, brace) = base.strip_suffix('}').map_or((base, ""), |stem| (stem, "}"));
    let numbered = (2_u32..).map(|number| format!("{stem}_{number}{brace}"));
    first(std::iter::once(base.to_owned()).chain(numbered), is_taken)
}

/// There is one, because a file has finitely many names.
fn first(mut candidates: impl Iterator<Item = String>, is_taken: impl Fn(&str) -> bool) -> String {
    candidates.find(|candidate| !is_taken(candidate)).unwrap_or_default()
}

/// The declaration of a local variable after those of the procedure.
pub(super) fn local(snapshot: &Snapshot, procedure: &Procedure, name: &str) -> Option<Edit> {
    if let Some(last) = procedure.declarations.iter().rfind(|declaration| !declaration.late) {
        let indentation = place::indentation(snapshot, last.span.start);
        let end = end_with_comment(&snapshot.text, &snapshot.file.comments, last.span);
        return Some(insertion(end, format!("\n{indentation}decl {name};")));
    }
    let first = procedure.body.statements.first().map_or(procedure.end, |statement| statement.site);
    let head = Span::new(procedure.span.start, snapshot.site(first)?.span.start);
    let pieces = tokens::pieces(snapshot.slice(head))?;
    let begin = pieces.iter().find(|piece| piece.text == "begin")?;
    let indentation = place::indentation(snapshot, procedure.span.start);
    let begin = Span::new(procedure.span.start, procedure.span.start + begin.span().end);
    let end = end_with_comment(&snapshot.text, &snapshot.file.comments, begin);
    Some(insertion(end, format!("\n{indentation}  decl {name};")))
}
