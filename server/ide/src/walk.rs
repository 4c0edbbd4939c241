//! Walking the syntax tree.

use boolprog_program::walk::statements;
use boolprog_syntax::ast::{Expr, ExprKind, SiteId, SourceFile, Statement};

/// The statement whose first step a site is. Linear in the procedure.
pub(crate) fn statement_at(file: &SourceFile, site: SiteId) -> Option<&Statement> {
    let procedure = file.sites.get(site.0 as usize)?.procedure;
    let mut found = None;
    statements(&file.procedures.get(procedure as usize)?.body, |statement| {
        if statement.site == site {
            found = Some(statement);
        }
    });
    found
}

/// The value of an expression that is nothing but a constant, perhaps in parentheses.
pub(crate) fn constant(expression: &Expr) -> Option<bool> {
    match &expression.kind {
        ExprKind::Paren(inner) => constant(inner),
        ExprKind::Const(value) => Some(*value),
        _ => None,
    }
}
