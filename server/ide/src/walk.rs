//! Walking the syntax tree.

use boolprog_syntax::ast::{Block, Expr, ExprKind, SiteId, SourceFile, Statement, StatementKind};

/// Calls `visit` on every statement of a block, outer before inner, in textual order.
pub(crate) fn statements<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Statement)) {
    for statement in &block.statements {
        visit(statement);
        for body in bodies(statement) {
            statements(body, visit);
        }
    }
}

/// The statement whose first step a site is. Linear in the procedure.
pub(crate) fn statement_at(file: &SourceFile, site: SiteId) -> Option<&Statement> {
    let procedure = file.sites.get(site.0 as usize)?.procedure;
    let mut found = None;
    statements(&file.procedures.get(procedure as usize)?.body, &mut |statement| {
        if statement.site == site {
            found = Some(statement);
        }
    });
    found
}

pub(crate) fn bodies(statement: &Statement) -> impl Iterator<Item = &Block> {
    let (branches, other) = match &statement.kind {
        StatementKind::If { branches, otherwise } => (branches.as_slice(), otherwise.as_ref()),
        StatementKind::While { body, .. } => (&[][..], Some(body)),
        _ => (&[][..], None),
    };
    branches.iter().map(|branch| &branch.body).chain(other)
}

/// The value of an expression that is nothing but a constant, perhaps in parentheses.
pub(crate) fn constant(expression: &Expr) -> Option<bool> {
    match &expression.kind {
        ExprKind::Paren(inner) => constant(inner),
        ExprKind::Const(value) => Some(*value),
        _ => None,
    }
}
