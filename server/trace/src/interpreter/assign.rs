//! Assignments, also to the copies of other threads.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::{Expr, ExprKind, SiteId, Target, Variable};

use super::Interpreter;
use super::evaluate::{View, innermost};
use super::outcome::{Filter, Outcome};
use super::step::Mover;
use crate::values::Values;

impl Interpreter<'_> {
    /// A parallel assignment: all right sides are evaluated in the old state, those of `x$` once for each other
    /// thread.
    pub(crate) fn assign<'x>(
        &'x self,
        mover: &Mover<'x>,
        targets: &[Target],
        values: &[Expr],
        constrain: Option<&'x Expr>,
        next: SiteId,
    ) -> Outcome<'x> {
        let others = self.concerned(mover, targets, values, constrain);
        let mut outcome = mover.moved(next);
        for (target, value) in targets.iter().zip(values) {
            let Target::Variable(Variable { name, .. }) = target else { continue };
            match self.names.variable(mover.frame.procedure, &name.text) {
                Some((_, true)) => {
                    for other in &others {
                        let values = self.values(value, &View { other: Some(*other), ..mover.view() });
                        self.write_copy(&mut outcome, mover, &name.text, *other, values);
                    }
                }
                _ => self.write(&mut outcome, mover, &name.text, self.values(value, &mover.view())),
            }
        }
        outcome.filter = constrain.map(|constrain| Filter {
            interpreter: self,
            constrain,
            procedure: mover.frame.procedure,
            old: mover.at,
            active: mover.thread,
            others,
        });
        outcome
    }

    /// Gives a variable, as named by the moving thread, any of these values; `x$` in every other thread.
    pub(crate) fn write(&self, outcome: &mut Outcome<'_>, mover: &Mover<'_>, name: &str, values: Values) {
        let passive = matches!(self.names.variable(mover.frame.procedure, name), Some((_, true)));
        for thread in 0..outcome.base.threads.len() {
            if passive == (thread != mover.thread) {
                self.write_copy(outcome, mover, name, thread, values);
            }
        }
    }

    fn write_copy(&self, outcome: &mut Outcome<'_>, mover: &Mover<'_>, name: &str, thread: usize, values: Values) {
        let variable = self.names.variable(mover.frame.procedure, name);
        if let Some(cell) = variable.and_then(|(id, _)| self.cell(id, &outcome.base, thread)) {
            outcome.set(cell, values);
        }
    }

    /// The other threads that an assignment speaks of: all, or, where it mentions `x$` for a parameter or local,
    /// those with an activation of the same procedure.
    fn concerned(
        &self,
        mover: &Mover<'_>,
        targets: &[Target],
        values: &[Expr],
        constrain: Option<&Expr>,
    ) -> Vec<usize> {
        let procedure = mover.frame.procedure;
        let in_targets = targets.iter().any(|target| match target {
            Target::Variable(variable) => self.is_local_copy(procedure, variable),
            Target::Discard(_) => false,
        });
        let needs_activation =
            in_targets || values.iter().chain(constrain).any(|expr| self.mentions_local_copy(procedure, expr));
        let threads = mover.at.threads.iter().enumerate();
        threads
            .filter(|(index, _)| *index != mover.thread)
            .filter(|(_, thread)| !needs_activation || innermost(thread, procedure).is_some())
            .map(|(index, _)| index)
            .collect()
    }

    fn is_local_copy(&self, procedure: ProcedureId, variable: &Variable) -> bool {
        match self.names.variable(procedure, &variable.name.text) {
            Some((id, true)) => self.names.info(id).storage.procedure().is_some(),
            _ => false,
        }
    }

    fn mentions_local_copy(&self, procedure: ProcedureId, expr: &Expr) -> bool {
        let mentions = |part: &Expr| self.mentions_local_copy(procedure, part);
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Any | ExprKind::Hole => false,
            ExprKind::Variable(variable) => self.is_local_copy(procedure, variable),
            ExprKind::Paren(inner) | ExprKind::Not(inner) => mentions(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Schoose(left, right) => mentions(left) || mentions(right),
            ExprKind::Ternary(condition, yes, no) => mentions(condition) || mentions(yes) || mentions(no),
            ExprKind::Call(call) => call.arguments.iter().any(mentions),
        }
    }
}
