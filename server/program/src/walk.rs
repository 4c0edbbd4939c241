//! Walks over syntax trees, in textual order.

use boolprog_syntax::ast::{Block, Expr, ExprKind, SiteId, SourceFile, Statement, StatementKind, ThreadStart};

/// The prefix that makes the label of a call start a thread.
const ASYNC: &str = "ASYNC_";

/// The number of program points from which on a walk over a file takes much longer than starting a thread.
pub(crate) const WORTH_A_THREAD: usize = 2_000;

/// Returns `true` if two walks over a file are worth two threads: a user waits.
pub(crate) fn is_long(file: &SourceFile) -> bool {
    file.sites.len() >= WORTH_A_THREAD
}

/// Returns `true` if a statement is a call that runs in a thread of its own.
pub(crate) fn is_async_call(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Call { .. })
        && statement.labels.iter().any(|label| is_async_label(&label.text))
}

/// Returns `true` if a label makes a call run in a thread of its own.
pub fn is_async_label(label: &str) -> bool {
    label.starts_with(ASYNC)
}

pub(crate) fn creates_thread(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::StartThread(_)) || is_async_call(statement)
}

/// The blocks directly inside a statement.
pub fn blocks(statement: &Statement) -> impl DoubleEndedIterator<Item = &Block> {
    let (branches, last) = match &statement.kind {
        StatementKind::If { branches, otherwise } => (branches.as_slice(), otherwise.as_ref()),
        StatementKind::While { body, .. } => ([].as_slice(), Some(body)),
        _ => ([].as_slice(), None),
    };
    branches.iter().map(|branch| &branch.body).chain(last)
}

/// Visits every statement of a block, an outer one before those inside it.
pub fn statements<'a>(block: &'a Block, mut visit: impl FnMut(&'a Statement)) {
    let mut pending: Vec<&Statement> = block.iter().rev().collect();
    while let Some(statement) = pending.pop() {
        visit(statement);
        for block in blocks(statement).rev() {
            pending.extend(block.iter().rev());
        }
    }
}

/// Position of an expression in its statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// The condition of an `if`, `elsif` or `while`, with its site.
    Condition(SiteId),
    /// A right side of an assignment, with its index.
    Value(usize),
    /// The filter of an assignment.
    Constrain,
    /// Any other position.
    Other,
}

/// Visits the expressions of a statement itself, not those of the statements inside it.
pub fn expressions<'a>(statement: &'a Statement, mut visit: impl FnMut(&'a Expr, Position)) {
    let mut all = |list: &'a [Expr]| list.iter().for_each(|expr| visit(expr, Position::Other));
    match &statement.kind {
        StatementKind::Return(values) | StatementKind::Print(values) => all(values),
        StatementKind::Call { call, .. } | StatementKind::StartThread(ThreadStart::Call(call)) => all(&call.arguments),
        StatementKind::Assume(expr) | StatementKind::Assert(expr) | StatementKind::Constrain(expr) => {
            visit(expr, Position::Other);
        }
        StatementKind::Assign { values, constrain, .. } => {
            values.iter().enumerate().for_each(|(index, value)| visit(value, Position::Value(index)));
            if let Some(expr) = constrain {
                visit(expr, Position::Constrain);
            }
        }
        StatementKind::If { branches, .. } => {
            for branch in branches {
                visit(&branch.condition, Position::Condition(branch.site));
            }
        }
        StatementKind::While { condition, .. } => visit(condition, Position::Condition(statement.site)),
        _ => {}
    }
}

/// Visits an expression and all its parts, an outer one before its parts. Expressions are never deep
/// ([`MAX_DEPTH`](boolprog_base::MAX_DEPTH)), so recursion needs little stack.
pub(crate) fn parts<'a>(expr: &'a Expr, mut visit: impl FnMut(&'a Expr)) {
    parts_of(expr, &mut visit);
}

/// Bypasses [`children`]: most of the time of the checks is spent here.
fn parts_of<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Any | ExprKind::Variable(_) | ExprKind::Hole => {}
        ExprKind::Paren(inner) | ExprKind::Not(inner) => parts_of(inner, visit),
        ExprKind::Binary(_, left, right) | ExprKind::Schoose(left, right) => {
            parts_of(left, visit);
            parts_of(right, visit);
        }
        ExprKind::Ternary(test, yes, no) => {
            parts_of(test, visit);
            parts_of(yes, visit);
            parts_of(no, visit);
        }
        ExprKind::Call(call) => call.arguments.iter().for_each(|argument| parts_of(argument, visit)),
    }
}

/// The direct parts of an expression.
pub fn children(expr: &Expr) -> impl DoubleEndedIterator<Item = &Expr> {
    let (parts, arguments): ([Option<&Expr>; 3], &[Expr]) = match &expr.kind {
        ExprKind::Const(_) | ExprKind::Any | ExprKind::Variable(_) | ExprKind::Hole => ([None; 3], &[]),
        ExprKind::Paren(inner) | ExprKind::Not(inner) => ([Some(inner), None, None], &[]),
        ExprKind::Binary(_, left, right) | ExprKind::Schoose(left, right) => ([Some(left), Some(right), None], &[]),
        ExprKind::Ternary(test, yes, no) => ([Some(test), Some(yes), Some(no)], &[]),
        ExprKind::Call(call) => ([None; 3], &call.arguments),
    };
    parts.into_iter().flatten().chain(arguments)
}

/// The expression without the parentheses around it.
pub(crate) fn unparenthesised(mut expr: &Expr) -> &Expr {
    while let ExprKind::Paren(inner) = &expr.kind {
        expr = inner;
    }
    expr
}
