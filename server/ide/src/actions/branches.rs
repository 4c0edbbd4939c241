//! An `if` written with jumps.
//!
//! `if e then A else B fi` becomes a `goto` to `assume e; A` and `assume !(e); B`. The choice is a step of its own, and
//! a thread that chose what does not come true stands still; what threads can reach, and so every verdict, stays.

use boolprog_syntax::ast::{Branch, Procedure, Statement, StatementKind};
use boolprog_syntax::{Edit, Span};

use super::{Action, Effect, Kind, insertion, place};
use crate::format::tokens::{self, Piece};
use crate::{Snapshot, walk};

/// The action for an `if` without `elsif` whose condition, or `if` itself, a range touches.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    jumps(snapshot, range).into_iter().collect()
}

fn jumps(snapshot: &Snapshot, range: Span) -> Option<Action> {
    let (procedure, statement) = place::statement(snapshot, range)?;
    let StatementKind::If { branches, otherwise } = &statement.kind else { return None };
    let [Branch { condition, .. }] = branches.as_slice() else { return None };
    if range.end > condition.span.end || snapshot.has_errors() {
        return None;
    }
    let start = statement.span.start;
    let pieces = tokens::pieces(snapshot.slice(statement.span))?;
    let words: Vec<(&str, Span)> = own_words(&pieces)
        .map(|piece| (piece.text, Span::new(start + piece.start, start + piece.span().end)))
        .collect();
    let word = |wanted: &str| words.iter().find(|(text, _)| *text == wanted).map(|(_, span)| *span);
    let (then, fi) = (word("then")?, word("fi")?);
    let number = free_number(procedure);
    let indentation = place::indentation(snapshot, start);
    let head = format!("goto then_{number}, else_{number};\n{indentation}then_{number}: assume");
    let unless =
        format!("goto done_{number};\n{indentation}else_{number}: assume !({});", snapshot.slice(condition.span));
    let finish = format!("done_{number}: skip");
    let between = Span::new(condition.span.end, then.start);
    let condition_end = if snapshot.slice(between).trim().is_empty() { between.start } else { then.start };
    let mut edits = vec![
        Edit { span: Span::new(start, start + 2), text: head },
        Edit { span: Span::new(condition_end, then.end), text: ";".to_owned() },
    ];
    let semicolon = |at: u32| last_of_statement(&pieces, at - start).map(|end| insertion(start + end, ";"));
    if otherwise.is_some() {
        let other = word("else")?;
        edits.extend(semicolon(other.start));
        edits.push(Edit { span: other, text: unless });
        edits.extend(semicolon(fi.start));
        edits.push(Edit { span: fi, text: finish });
    } else {
        edits.extend(semicolon(fi.start));
        edits.push(Edit { span: fi, text: format!("{unless}\n{indentation}{finish}") });
    }
    // What follows `fi` needs no `;`, but what follows a statement does.
    if place::behind_semicolon(snapshot, statement).is_none()
        && let Some(last) = edits.last_mut()
    {
        last.text.push(';');
    }
    Some(Action::refactoring(Kind::Rewrite, "Write this `if` with `goto`", Effect::Change(edits)))
}

/// The words of the outermost `if`.
fn own_words<'p, 't>(pieces: &'p [Piece<'t>]) -> impl Iterator<Item = &'p Piece<'t>> {
    let mut depth = 0_usize;
    pieces.iter().filter(move |piece| {
        if matches!(piece.text, "fi" | "od") {
            depth = depth.saturating_sub(1);
        }
        let is_own = depth == usize::from(piece.text != "fi" && piece.text != "if");
        if matches!(piece.text, "if" | "while") {
            depth += 1;
        }
        is_own && matches!(piece.text, "then" | "else" | "fi")
    })
}

/// Where the statement before a place ends if it has no `;`.
fn last_of_statement(pieces: &[Piece<'_>], at: u32) -> Option<u32> {
    let before = pieces.iter().rfind(|piece| piece.start < at && !piece.is_comment())?;
    (!matches!(before.text, ";" | "then" | "else")).then(|| before.span().end)
}

/// A number that no label of the procedure ends in.
fn free_number(procedure: &Procedure) -> usize {
    let mut labels = Vec::new();
    walk::statements(&procedure.body, &mut |statement: &Statement| {
        labels.extend(statement.labels.iter().map(|label| label.text.clone()));
    });
    let is_free = |number: &usize| {
        let taken = ["then", "else", "done"].map(|word| format!("{word}_{number}"));
        !labels.iter().any(|label| taken.iter().any(|name| label == name))
    };
    // Each label takes at most one.
    (1..=labels.len()).find(is_free).unwrap_or(labels.len() + 1)
}
