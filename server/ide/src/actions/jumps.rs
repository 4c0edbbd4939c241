//! Jumps written as an `if`: the inverse of [`super::branches`].
//!
//! `goto A, B; A: assume e; S; goto C; B: assume !e; S'; C: ...` becomes `if e then S else S' fi; C: ...`, if nothing
//! else jumps to `A` and `B`. A thread that has chosen a branch and does not get past its `assume` is one that has not
//! moved yet, as far as others can see, and one in front of `goto C` is one that is at `C`. So every verdict stays.
//! A thread at a `wait` is different from one that still has to get there, so procedures with one are left alone.

use boolprog_program::names::{ProcedureId, Role, Symbol};
use boolprog_program::walk::is_async_label;
use boolprog_syntax::ast::{Block, Expr, ExprKind, Name, Statement, StatementKind};
use boolprog_syntax::{Edit, Span};

use super::{Action, Effect, Kind, insertion, labels, place};
use crate::Snapshot;
use crate::format::tokens;

/// The action for a `goto` that a range touches.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let edits = branch(snapshot, range);
    let action = |edits| Action::refactoring(Kind::Rewrite, "Write these jumps with `if`", Effect::Change(edits));
    edits.map(action).into_iter().collect()
}

fn branch(snapshot: &Snapshot, range: Span) -> Option<Vec<Edit>> {
    let (procedure, statement) = place::statement(snapshot, range)?;
    let StatementKind::Goto(targets) = &statement.kind else { return None };
    if snapshot.has_errors() || place::has_wait(procedure) {
        return None;
    }
    let block = place::block(snapshot, statement.span)?;
    let diamond = Diamond::at(block, block.statements.iter().position(|it| it.site == statement.site)?, targets)?;
    let home = ProcedureId(snapshot.site(statement.site)?.procedure);
    let is_private = |name: &Name| jumps(snapshot, home, name) == 1 && !has_meaning(snapshot, name);
    let is_choice = negates(snapshot, diamond.condition, diamond.opposite);
    if !is_choice || ![diamond.then_label, diamond.else_label].into_iter().all(is_private) {
        return None;
    }
    diamond.edits(snapshot, statement, home)
}

/// How many jumps and thread starts go to a label.
fn jumps(snapshot: &Snapshot, procedure: ProcedureId, label: &Name) -> usize {
    let names = &snapshot.analysis.names;
    let Some(id) = names.label_id(procedure, &label.text) else { return 0 };
    names.uses_of(Symbol::Label(id)).filter(|found| found.role != Role::Declaration).count()
}

/// Whether a label means something without a jump.
fn has_meaning(snapshot: &Snapshot, label: &Name) -> bool {
    snapshot.analysis.reading.is_error_label(&label.text) || is_async_label(&label.text)
}

/// Whether one expression is the negation of the other, as written.
fn negates(snapshot: &Snapshot, one: &Expr, other: &Expr) -> bool {
    let (one, other) = (bare(one), bare(other));
    let is_negation = |it: &Expr, of: &Expr| match &it.kind {
        ExprKind::Not(inner) => words(snapshot, bare(inner)) == words(snapshot, of),
        _ => false,
    };
    is_negation(other, one) || is_negation(one, other)
}

/// Without its parentheses.
fn bare(expression: &Expr) -> &Expr {
    if let ExprKind::Paren(inner) = &expression.kind { bare(inner) } else { expression }
}

/// What an expression is made of; equal ones are the same expression.
fn words<'s>(snapshot: &'s Snapshot, expression: &Expr) -> Option<Vec<&'s str>> {
    let pieces = tokens::pieces(snapshot.slice(expression.span))?;
    Some(pieces.into_iter().filter(|piece| !piece.is_comment()).map(|piece| piece.text).collect())
}

/// The statements of one block that make a choice and come together again.
struct Diamond<'a> {
    then_label: &'a Name,
    condition: &'a Expr,
    /// The first `assume`.
    then: &'a Statement,
    has_then: bool,
    /// The `goto` behind the first branch.
    leave: &'a Statement,
    else_label: &'a Name,
    opposite: &'a Expr,
    /// The second `assume`.
    otherwise: &'a Statement,
    has_else: bool,
    /// Where the branches come together.
    join: &'a Statement,
    join_label: &'a Name,
}

impl<'a> Diamond<'a> {
    /// The one that begins with the `goto` at this place of a block.
    fn at(block: &'a Block, choice: usize, targets: &[Name]) -> Option<Self> {
        let [one, other] = targets else { return None };
        let rest = block.statements.get(choice + 1..)?;
        let then = rest.first()?;
        let (then_label, condition) = assumption(then)?;
        let is_other = |it: &Name| {
            (then_label.text == one.text && it.text == other.text)
                || (then_label.text == other.text && it.text == one.text)
        };
        let middle = rest.iter().position(|it| assumption(it).is_some_and(|(label, _)| is_other(label)))?;
        let otherwise = rest.get(middle)?;
        let (else_label, opposite) = assumption(otherwise)?;
        let leave = rest.get(middle.checked_sub(1)?).filter(|it| middle > 1 && it.labels.is_empty())?;
        let StatementKind::Goto(leaving) = &leave.kind else { return None };
        let [exit] = leaving.as_slice() else { return None };
        let label_in = |it: &'a Statement| it.labels.iter().find(|label| label.text == exit.text);
        let end = middle + 1 + rest[middle + 1..].iter().position(|it| label_in(it).is_some())?;
        let (has_then, has_else) = (middle > 2, end > middle + 1);
        let (join, join_label) = (&rest[end], label_in(&rest[end])?);
        Some(Self {
            then_label,
            condition,
            then,
            has_then,
            leave,
            else_label,
            opposite,
            otherwise,
            has_else,
            join,
            join_label,
        })
    }

    /// None where a comment would be lost. The label of the join goes if nothing else needs it.
    fn edits(&self, snapshot: &Snapshot, choice: &Statement, home: ProcedureId) -> Option<Vec<Edit>> {
        let indentation = place::indentation(snapshot, choice.span.start);
        let filler = if self.has_then { "" } else { " skip;" };
        let head = format!("if {} then{filler}", snapshot.slice(self.condition.span));
        let until = |statement| place::behind_semicolon(snapshot, statement);
        let mut edits = vec![
            Edit { span: Span::new(choice.span.start, until(self.then)?), text: head },
            Edit {
                span: Span::new(self.leave.span.start, until(self.otherwise)?),
                text: if self.has_else { "else" } else { "fi;" }.to_owned(),
            },
        ];
        let loses = |edit: &Edit| snapshot.file.comments.iter().any(|comment| edit.span.contains(*comment));
        if edits.iter().any(loses) {
            return None;
        }
        if self.has_else {
            edits.push(insertion(self.join.labelled_span().start, format!("fi;\n{indentation}")));
        }
        if jumps(snapshot, home, self.join_label) == 1 && !has_meaning(snapshot, self.join_label) {
            edits.extend(labels::removal(snapshot, self.join_label.span));
        }
        Some(edits)
    }
}

/// The only label and the condition of an `assume`.
fn assumption(statement: &Statement) -> Option<(&Name, &Expr)> {
    match (statement.labels.as_slice(), &statement.kind) {
        ([label], StatementKind::Assume(condition)) => Some((label, condition)),
        _ => None,
    }
}
