//! What statements contain, whatever they do.

use crate::ast::{Expr, ExprKind, Initial, Stmt, StmtKind};

/// Returns `true` if control can come into a statement from elsewhere, or if names are declared there: where control never is,
/// they are used behind a label.
pub(super) fn has_label(statement: &Stmt) -> bool {
    contains(statement, &|it| matches!(it, StmtKind::Declare(_)) || is_label(it))
}

/// Returns `true` if control can come into a statement from elsewhere.
pub(super) fn is_target(statement: &Stmt) -> bool {
    contains(statement, &is_label)
}

fn is_label(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Label(..) | StmtKind::Case(..) | StmtKind::Default(_))
}

fn contains(statement: &Stmt, is_it: &dyn Fn(&StmtKind) -> bool) -> bool {
    let inside = |it: &Stmt| contains(it, is_it);
    is_it(&statement.kind)
        || match &statement.kind {
            StmtKind::Block(inner) => inner.iter().any(inside),
            StmtKind::If(_, then, otherwise) => inside(then) || otherwise.as_deref().is_some_and(inside),
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::For(.., body) => inside(body),
            _ => false,
        }
}

/// The `case`s of a `switch`.
pub(super) fn cases<'a>(statement: &'a Stmt, found: &mut Vec<&'a Stmt>) {
    match &statement.kind {
        StmtKind::Case(.., inner) | StmtKind::Default(inner) => {
            found.push(statement);
            cases(inner, found);
        }
        StmtKind::Block(inner) => inner.iter().for_each(|it| cases(it, found)),
        StmtKind::If(_, then, otherwise) => {
            cases(then, found);
            if let Some(otherwise) = otherwise {
                cases(otherwise, found);
            }
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For(.., body) | StmtKind::Label(_, body) => {
            cases(body, found);
        }
        _ => {}
    }
}

/// Returns `true` if a function assigns a variable of its own or takes its address.
pub(super) fn changes(statement: &Stmt, name: &str) -> bool {
    let is_it = |it: &Expr| matches!(&it.kind, ExprKind::Name(other) if other == name);
    let mut found = false;
    for_each_expression(statement, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::Assign(_, of, _) | ExprKind::Step { of, .. } | ExprKind::Address(of) => is_it(of),
            _ => false,
        };
    });
    found
}

/// The number of places that call a function by its name.
pub(super) fn calls(statement: &Stmt, name: &str) -> usize {
    let mut found = 0;
    for_each_expression(statement, &mut |expr| {
        let ExprKind::Call(function, _) = &expr.kind else { return };
        found += usize::from(matches!(&function.kind, ExprKind::Name(other) if other == name));
    });
    found
}

/// Visits a statement, and then those that it consists of.
pub(super) fn for_each_statement<'s>(statement: &'s Stmt, visit: &mut dyn FnMut(&'s Stmt)) {
    visit(statement);
    match &statement.kind {
        StmtKind::Block(inner) => inner.iter().for_each(|it| for_each_statement(it, visit)),
        StmtKind::If(_, then, otherwise) => {
            [then].into_iter().chain(otherwise).for_each(|it| for_each_statement(it, visit));
        }
        StmtKind::For(first, _, _, body) => {
            first.iter().chain([body]).for_each(|it| for_each_statement(it, visit));
        }
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body)
        | StmtKind::Case(.., body)
        | StmtKind::Default(body)
        | StmtKind::Label(_, body) => for_each_statement(body, visit),
        _ => {}
    }
}

/// Visits the expressions of a statement that are evaluated as a whole, but not those of the statements that it consists of.
pub(super) fn for_each_own<'s>(statement: &'s Stmt, visit: &mut dyn FnMut(&'s Expr)) {
    match &statement.kind {
        StmtKind::Expr(expr)
        | StmtKind::Return(Some(expr))
        | StmtKind::If(expr, ..)
        | StmtKind::While(expr, _)
        | StmtKind::DoWhile(_, expr)
        | StmtKind::Switch(expr, _) => visit(expr),
        StmtKind::For(_, condition, step, _) => condition.iter().chain(step).for_each(visit),
        StmtKind::Declare(variables) => {
            variables.iter().filter_map(|it| it.initial.as_ref()).for_each(|it| for_each_value(it, visit));
        }
        _ => {}
    }
}

/// Visits the values of an initialiser.
fn for_each_value<'s>(initial: &'s Initial, visit: &mut dyn FnMut(&'s Expr)) {
    match initial {
        Initial::Value(expr) => visit(expr),
        Initial::List(items) => items.iter().for_each(|it| for_each_value(&it.value, visit)),
    }
}

/// Visits all expressions of a statement that are evaluated as a whole.
pub(super) fn for_each_whole<'s>(statement: &'s Stmt, visit: &mut dyn FnMut(&'s Expr)) {
    for_each_statement(statement, &mut |it| for_each_own(it, visit));
}

/// Visits all expressions of a statement that may be evaluated, each before its parts.
pub(super) fn for_each_expression<'s>(statement: &'s Stmt, visit: &mut dyn FnMut(&'s Expr)) {
    for_each_whole(statement, &mut |whole| in_expression(whole, visit));
}

/// Visits all expressions of an initialiser, each before its parts.
pub(super) fn in_initial<'s>(initial: &'s Initial, visit: &mut dyn FnMut(&'s Expr)) {
    for_each_value(initial, &mut |value| in_expression(value, visit));
}

fn in_expression<'s>(expr: &'s Expr, visit: &mut dyn FnMut(&'s Expr)) {
    visit(expr);
    let mut inner = |it: &'s Expr| in_expression(it, visit);
    match &expr.kind {
        ExprKind::Unary(_, it)
        | ExprKind::Cast(_, it)
        | ExprKind::Deref(it)
        | ExprKind::Member(it, _)
        | ExprKind::Address(it)
        | ExprKind::Step { of: it, .. } => inner(it),
        ExprKind::Binary(_, left, right)
        | ExprKind::Logical(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => [left, right].into_iter().for_each(|it| inner(it)),
        ExprKind::Conditional(condition, then, otherwise) => {
            [condition].into_iter().chain(then).chain([otherwise]).for_each(|it| inner(it));
        }
        ExprKind::Call(function, arguments) => {
            inner(function);
            arguments.iter().for_each(inner);
        }
        ExprKind::Compound(_, initial) => in_initial(initial, visit),
        ExprKind::Block(statements) => statements.iter().for_each(|it| for_each_expression(it, visit)),
        ExprKind::Number(..) | ExprKind::Text(_) | ExprKind::Name(_) | ExprKind::SizeOf(_) | ExprKind::Refused(_) => {}
    }
}
