//! Conditions that somebody writes down when asking a question: expressions over the variables at a place.

use boolprog_program::names::{Names, ProcedureId, Storage, VariableId};
use boolprog_syntax::ast::{Expr, ExprKind, SiteId, StatementKind};

use crate::unit::Unit;

/// What must hold of the variables at a place: an expression without `*`, new and passive values.
#[derive(Clone, Debug)]
pub struct Condition {
    expression: Expr,
    scope: Scope,
}

/// Which variables a condition speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those that are visible to the thread at the place.
    Visible,
    /// Those that all threads share, also where a thread has one of the same name.
    Shared,
}

impl Condition {
    /// Reads a condition, as that of an assertion is read. Fails with a sentence for people.
    pub fn parse(text: &str, scope: Scope) -> Result<Self, String> {
        let parsed = boolprog_syntax::parse(&format!("void main() begin assert ({text}); end"));
        if let Some(problem) = parsed.diagnostics.first() {
            return Err(format!("`{text}` is not an expression: {}", problem.message));
        }
        let statements = parsed.file.procedures.first().map_or(&[][..], |main| &main.body.statements);
        match statements {
            [statement] => match &statement.kind {
                StatementKind::Assert(expression) => Ok(Self { expression: expression.clone(), scope }),
                _ => Err(format!("`{text}` is not an expression.")),
            },
            _ => Err(format!("`{text}` is more than an expression.")),
        }
    }

    /// What holds where this does not.
    #[must_use]
    pub(crate) fn negated(&self) -> Self {
        let Self { expression, scope } = self.clone();
        let span = expression.span;
        Self { expression: Expr { kind: ExprKind::Not(Box::new(expression)), span }, scope }
    }

    /// Whether it has a value in every state in front of these sites: its variables are there, and it has no `*`, no
    /// new and no passive values.
    pub fn is_usable(&self, unit: &Unit, sites: &[SiteId]) -> bool {
        let names = &unit.analysis.names;
        let has_value = |declared: &dyn Fn(&str) -> Option<VariableId>| {
            evaluate(&self.expression, &|name| declared(name).map(|_| false)).is_some()
        };
        match self.scope {
            Scope::Shared => has_value(&|name| {
                names.global(name).filter(|variable| names.info(*variable).storage == Storage::Shared)
            }),
            Scope::Visible => sites.iter().all(|site| {
                let procedure = ProcedureId(unit.file.sites[site.0 as usize].procedure);
                has_value(&|name| names.declared(procedure, name))
            }),
        }
    }

    /// Whether it holds for these values, in which local variables stand behind the global ones that they hide.
    pub(crate) fn holds(&self, names: &Names, state: &[(VariableId, bool)]) -> bool {
        let is_meant = |variable: VariableId, name: &str| {
            let info = names.info(variable);
            info.name == name && (self.scope == Scope::Visible || info.storage == Storage::Shared)
        };
        let value =
            |name: &str| state.iter().rev().find(|(variable, _)| is_meant(*variable, name)).map(|(_, value)| *value);
        evaluate(&self.expression, &value) == Some(true)
    }
}

/// The value of an expression; `None` if some part of it has none, or more than one.
fn evaluate(expression: &Expr, value: &dyn Fn(&str) -> Option<bool>) -> Option<bool> {
    match &expression.kind {
        ExprKind::Const(constant) => Some(*constant),
        ExprKind::Variable(variable) if variable.primed => None,
        ExprKind::Variable(variable) => value(&variable.name.text),
        ExprKind::Paren(inner) => evaluate(inner, value),
        ExprKind::Not(inner) => evaluate(inner, value).map(|inner| !inner),
        ExprKind::Binary(operator, left, right) => {
            Some(operator.apply(evaluate(left, value)?, evaluate(right, value)?))
        }
        ExprKind::Ternary(condition, then, otherwise) => {
            let (then, otherwise) = (evaluate(then, value)?, evaluate(otherwise, value)?);
            Some(if evaluate(condition, value)? { then } else { otherwise })
        }
        ExprKind::Any | ExprKind::Schoose(..) | ExprKind::Call(_) | ExprKind::Hole => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in ["", "a b", "a); skip; assert (b", "a) ; (b", "if", ":= a", "a; b"] {
            assert!(Condition::parse(text, Scope::Visible).is_err(), "{text}");
        }
        assert!(Condition::parse("a & !(b -> {c d})", Scope::Visible).is_ok());
    }
}
