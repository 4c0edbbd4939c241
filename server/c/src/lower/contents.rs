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

/// Visits all expressions of a statement that may be evaluated, each before its parts.
pub(super) fn for_each_expression<'s>(statement: &'s Stmt, visit: &mut dyn FnMut(&'s Expr)) {
    match &statement.kind {
        StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => in_expression(expr, visit),
        StmtKind::Declare(variables) => {
            variables.iter().filter_map(|it| it.initial.as_ref()).for_each(|it| in_initial(it, visit));
        }
        StmtKind::Block(statements) => statements.iter().for_each(|it| for_each_expression(it, visit)),
        StmtKind::If(condition, then, otherwise) => {
            in_expression(condition, visit);
            for_each_expression(then, visit);
            if let Some(otherwise) = otherwise {
                for_each_expression(otherwise, visit);
            }
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) | StmtKind::Switch(condition, body) => {
            in_expression(condition, visit);
            for_each_expression(body, visit);
        }
        StmtKind::For(first, condition, step, body) => {
            if let Some(first) = first {
                for_each_expression(first, visit);
            }
            condition.iter().chain(step).for_each(|it| in_expression(it, visit));
            for_each_expression(body, visit);
        }
        StmtKind::Case(.., body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
            for_each_expression(body, visit);
        }
        _ => {}
    }
}

fn in_initial<'s>(initial: &'s Initial, visit: &mut dyn FnMut(&'s Expr)) {
    match initial {
        Initial::Value(expr) => in_expression(expr, visit),
        Initial::List(items) => items.iter().for_each(|it| in_initial(&it.value, visit)),
    }
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
