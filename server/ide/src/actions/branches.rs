//! An `if` written with jumps.
//!
//! `if e then A else B fi` becomes a `goto` to `assume e; A` and `assume !(e); B`, and every `elsif` one more choice
//! in the place of `B`. The choice is a step of its own, and a thread that chose what does not come true stands still;
//! what threads can reach, and so every verdict, stays. A thread at a `wait` is different from one that still has to
//! get there, so procedures with one are left alone.

use boolprog_syntax::ast::{Branch, Procedure, Statement, StatementKind};
use boolprog_syntax::{Edit, Span};

use super::{Action, Effect, Kind, insertion, place};
use crate::format::tokens::{self, Piece};
use crate::{Snapshot, walk};

/// The action for an `if` whose first condition, or `if` itself, a range touches.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let edits = jumps(snapshot, range);
    let action = |edits| Action::refactoring(Kind::Rewrite, "Write this `if` with `goto`", Effect::Change(edits));
    edits.map(action).into_iter().collect()
}

fn jumps(snapshot: &Snapshot, range: Span) -> Option<Vec<Edit>> {
    let (procedure, statement) = place::statement(snapshot, range)?;
    let StatementKind::If { branches, otherwise } = &statement.kind else { return None };
    if range.end > branches.first()?.condition.span.end || snapshot.has_errors() || place::has_wait(procedure) {
        return None;
    }
    let start = statement.span.start;
    let pieces = tokens::pieces(snapshot.slice(statement.span))?;
    let words: Vec<(&str, Span)> = own_words(&pieces)
        .map(|piece| (piece.text, Span::new(start + piece.start, start + piece.span().end)))
        .collect();
    let named = |wanted: &[&str]| -> Vec<Span> {
        words.iter().filter(|(text, _)| wanted.contains(text)).map(|(_, span)| *span).collect()
    };
    let indentation = place::indentation(snapshot, start);
    let numbers: Vec<usize> = free_numbers(procedure).take(branches.len()).collect();
    let done = numbers.first()?;
    let choice = |number: &usize| format!("goto then_{number}, else_{number};\n{indentation}then_{number}: assume");
    let unless = |branch: &Branch, number: &usize| {
        let condition = snapshot.slice(branch.condition.span);
        format!("goto done_{done};\n{indentation}else_{number}: assume !({condition});")
    };
    let semicolon = |at: u32| last_of_statement(&pieces, at - start).map(|end| insertion(start + end, ";"));
    let mut edits = Vec::new();
    let openers = [Span::new(start, start + 2)].into_iter().chain(named(&["elsif", "elif"]));
    let mut before: Option<String> = None;
    for (((branch, number), opener), then) in branches.iter().zip(&numbers).zip(openers).zip(named(&["then"])) {
        let between = Span::new(branch.condition.span.end, then.start);
        let end = if snapshot.slice(between).trim().is_empty() { between.start } else { then.start };
        let text = match before.replace(unless(branch, number)) {
            Some(before) => {
                edits.extend(semicolon(opener.start));
                format!("{before}\n{indentation}{}", choice(number))
            }
            None => choice(number),
        };
        edits.push(Edit { span: opener, text });
        edits.push(Edit { span: Span::new(end, then.end), text: ";".to_owned() });
    }
    let (unless, fi) = (before?, *named(&["fi"]).first()?);
    let mut finish = format!("done_{done}: skip");
    if otherwise.is_some() {
        let other = *named(&["else"]).first()?;
        edits.extend(semicolon(other.start));
        edits.push(Edit { span: other, text: unless });
    } else {
        finish = format!("{unless}\n{indentation}{finish}");
    }
    // What follows `fi` needs no `;`, but what follows a statement does.
    if place::behind_semicolon(snapshot, statement).is_none() {
        finish.push(';');
    }
    edits.extend(semicolon(fi.start));
    edits.push(Edit { span: fi, text: finish });
    Some(edits)
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
        is_own && matches!(piece.text, "elsif" | "elif" | "then" | "else" | "fi")
    })
}

/// Where the statement before a place ends if it has no `;`.
fn last_of_statement(pieces: &[Piece<'_>], at: u32) -> Option<u32> {
    let before = pieces.iter().rfind(|piece| piece.start < at && !piece.is_comment())?;
    (!matches!(before.text, ";" | "then" | "else")).then(|| before.span().end)
}

/// The numbers that no label of the procedure ends in.
fn free_numbers(procedure: &Procedure) -> impl Iterator<Item = usize> {
    let mut labels = Vec::new();
    walk::statements(&procedure.body, &mut |statement: &Statement| {
        labels.extend(statement.labels.iter().map(|label| label.text.clone()));
    });
    let is_free = move |number: &usize| {
        let taken = ["then", "else", "done"].map(|word| format!("{word}_{number}"));
        !labels.iter().any(|label| taken.iter().any(|name| label == name))
    };
    (1..).filter(is_free)
}
