//! Finding statements, and room for new ones.

use boolprog_base::{Edit, Span};
use boolprog_program::walk::{blocks, statements};
use boolprog_syntax::ast::{Block, Procedure, Statement};

use super::insertion;
use crate::Snapshot;
use crate::format::tokens;

/// The range without surrounding blanks; `None` if it is blank.
pub(super) fn trimmed(snapshot: &Snapshot, range: Span) -> Option<Span> {
    let text = snapshot.slice(range);
    let start = range.start + (text.len() - text.trim_start().len()) as u32;
    let trimmed = Span::new(start, range.start + text.trim_end().len() as u32);
    (!text.trim().is_empty()).then_some(trimmed)
}

/// The innermost statement that holds a range. Linear in the text.
pub(super) fn statement(snapshot: &Snapshot, range: Span) -> Option<(&Procedure, &Statement)> {
    let mut found = None;
    for procedure in snapshot.file.procedures.iter().filter(|procedure| procedure.span.contains(range)) {
        statements(&procedure.body, |statement| {
            if statement.labelled_span().contains(range) {
                found = Some((procedure, statement));
            }
        });
    }
    found
}

pub(super) fn block(snapshot: &Snapshot, range: Span) -> Option<&Block> {
    let procedure = snapshot.file.procedures.iter().find(|procedure| procedure.span.contains(range))?;
    let mut found = &procedure.body;
    statements(&procedure.body, |statement| {
        found = blocks(statement).find(|body| body.span.contains(range)).unwrap_or(found);
    });
    Some(found)
}

/// The blanks at the beginning of the line of an offset.
pub(super) fn indentation(snapshot: &Snapshot, offset: u32) -> &str {
    let before = snapshot.slice(Span::new(0, offset));
    let line = &before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
    &line[..line.len() - line.trim_start().len()]
}

/// A range with the lines it is on, if nothing else is on them.
pub(super) fn whole_lines(snapshot: &Snapshot, range: Span) -> Span {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let before = snapshot.slice(Span::new(0, range.start)).trim_end_matches(is_blank);
    let behind = snapshot.text.get(range.end as usize..).unwrap_or_default().trim_start_matches(is_blank);
    let rest = behind.strip_prefix("\r\n").or_else(|| behind.strip_prefix('\n'));
    match rest.filter(|_| before.is_empty() || before.ends_with('\n')) {
        Some(rest) => Span::new(before.len() as u32, (snapshot.text.len() - rest.len()) as u32),
        None => range,
    }
}

/// The edits that make `text` the last statement of a procedure; it needs a `;` of its own.
pub(super) fn at_end(snapshot: &Snapshot, procedure: &Procedure, text: &str) -> Option<Vec<Edit>> {
    let end = snapshot.site(procedure.end)?.span.start;
    let pieces = tokens::pieces(snapshot.slice(Span::new(procedure.span.start, end)))?;
    let last = pieces.iter().rfind(|piece| !piece.is_comment())?;
    let place = |piece: &tokens::Piece<'_>| procedure.span.start + piece.span().end;
    let mut edits = Vec::new();
    if !matches!(last.text, ";" | "begin") {
        edits.push(insertion(place(last), ";"));
    }
    // After the comments, so that none of them hides it.
    edits.push(insertion(place(pieces.last()?), format!("\n{text}")));
    Some(edits)
}

/// The end of a statement with its `;`; `None` if it has none.
pub(super) fn behind_semicolon(snapshot: &Snapshot, statement: &Statement) -> Option<u32> {
    let rest = snapshot.text.get(statement.span.end as usize..)?;
    let blanks = rest.len() - rest.trim_start().len();
    rest[blanks..].starts_with(';').then_some(statement.span.end + blanks as u32 + 1)
}
