//! Lowering of expressions.

use boolprog_syntax::ast::{self, BinaryOp, ExprKind};

use super::{Lowerer, NotLowered};
use crate::names::{ProcedureId, VariableId};
use crate::program::{Atom, Expr, InstanceId};

impl Lowerer<'_> {
    /// An expression as seen by a thread whose innermost activation is `instance`.
    pub(super) fn expr(&self, instance: InstanceId, expr: &ast::Expr) -> Result<Expr, NotLowered> {
        let part = |part: &ast::Expr| self.expr(instance, part).map(Box::new);
        Ok(match &expr.kind {
            ExprKind::Const(value) => Expr::Const(*value),
            ExprKind::Any => Expr::Any,
            ExprKind::Variable(variable) => self.variable(instance, variable)?,
            ExprKind::Paren(inner) => self.expr(instance, inner)?,
            ExprKind::Not(inner) => Expr::Not(part(inner)?),
            ExprKind::Binary(operator, left, right) => Expr::Binary(*operator, part(left)?, part(right)?),
            ExprKind::Ternary(test, yes, no) => Expr::Ternary(part(test)?, part(yes)?, part(no)?),
            ExprKind::Schoose(yes, no) => schoose(self.expr(instance, yes)?, self.expr(instance, no)?),
            ExprKind::Call(_) | ExprKind::Hole => return Err(NotLowered::Errors),
        })
    }

    fn variable(&self, instance: InstanceId, variable: &ast::Variable) -> Result<Expr, NotLowered> {
        let (id, passive) = self.resolve(instance, &variable.name)?;
        Ok(match (passive, variable.primed) {
            (false, false) => Expr::Old(self.slot(instance, id)),
            (false, true) => Expr::New(self.slot(instance, id)),
            (true, false) => Expr::PassiveOld(id),
            (true, true) => Expr::PassiveNew(id),
        })
    }

    /// The variable a name stands for in an instance, and whether its passive copy is meant.
    pub(super) fn resolve(&self, instance: InstanceId, name: &ast::Name) -> Result<(VariableId, bool), NotLowered> {
        self.names.variable(self.procedure_of(instance), &name.text).ok_or(NotLowered::Errors)
    }

    /// The procedure whose activation in the other thread is concerned when these variables of it are mentioned.
    pub(super) fn passive_procedure(&self, variables: impl IntoIterator<Item = VariableId>) -> Option<ProcedureId> {
        variables.into_iter().find_map(|variable| self.names.info(variable).storage.procedure())
    }
}

/// `schoose[yes, no]`: T if `yes`, else F if `no`, else either, which is `yes | (!no & *)`.
fn schoose(yes: Expr, no: Expr) -> Expr {
    let free = Expr::Binary(BinaryOp::And, Box::new(Expr::Not(Box::new(no))), Box::new(Expr::Any));
    Expr::Binary(BinaryOp::Or, Box::new(yes), Box::new(free))
}

/// The variables of other threads in an expression.
pub(super) fn passive_variables(expr: &Expr) -> Vec<VariableId> {
    let mut variables = Vec::new();
    expr.atoms(&mut |atom| {
        if let Atom::PassiveOld(variable) | Atom::PassiveNew(variable) = atom {
            variables.push(variable);
        }
    });
    variables
}

/// The expression with `*` for all parts about other threads.
///
/// As a filter over the active thread's values this is exact for any other threads. Without another thread that has the
/// variables, it follows the language reference. With one, that thread satisfies the whole constraint for some values
/// of its own, and a choice `*` can be these values, so the filter accepts everything that the constraint on that
/// thread accepts.
pub(super) fn without_passive(expr: &Expr) -> Expr {
    let part = |part: &Expr| Box::new(without_passive(part));
    match expr {
        Expr::PassiveOld(_) | Expr::PassiveNew(_) => Expr::Any,
        Expr::Const(_) | Expr::Any | Expr::Old(_) | Expr::New(_) => expr.clone(),
        Expr::Not(inner) => Expr::Not(part(inner)),
        Expr::Binary(operator, left, right) => Expr::Binary(*operator, part(left), part(right)),
        Expr::Ternary(test, yes, no) => Expr::Ternary(part(test), part(yes), part(no)),
    }
}
