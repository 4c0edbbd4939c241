//! New values, copies in other threads, and the name that is none: the places where `'x`, `x$` and `_` are allowed.

use boolprog_base::{Diagnostic, Span};
use boolprog_syntax::ast::{Declaration, ExprKind, Name, Procedure, Statement, StatementKind, Target, Variable};

use super::declarations::removal;
use super::targets::quote;
use super::{Context, Unusual, codes, replacement};
use crate::names::{ProcedureId, Storage, VariableId};
use crate::walk::Position;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let mut check = Copies { context, report };
    context.file.declarations.iter().for_each(|declaration| check.declaration(declaration));
    context.file.procedures.iter().for_each(|procedure| check.procedure(procedure));
    context.statements(|id, statement| check.statement(id, statement));
    for unusual in context.unusual() {
        if let ExprKind::Variable(variable) = &unusual.part.kind {
            check.variable(unusual.procedure, variable, check.allowed(unusual));
        }
    }
}

/// Forms of variables that are allowed in an expression besides plain ones.
#[derive(Clone, Copy)]
struct Allowed {
    new_values: bool,
    passive: bool,
}

struct Copies<'c, 'a, 'r> {
    context: &'c Context<'a>,
    report: &'r mut Vec<Diagnostic>,
}

impl Copies<'_, '_, '_> {
    fn declaration(&mut self, declaration: &Declaration) {
        declaration.variables.iter().for_each(|variable| self.declared(&variable.name));
    }

    fn declared(&mut self, name: &Name) {
        if name.text == "_" {
            let message =
                "`_` discards a value on the left of an assignment; it cannot be declared. Choose another name.";
            let diagnostic = codes::DISCARD_DECLARED.at(name.span, message);
            self.report.push(match removal(self.context.file, name.span) {
                Some(edit) => diagnostic.with_fix("Remove the declaration of `_`", vec![edit]),
                None => diagnostic,
            });
        }
    }

    fn procedure(&mut self, procedure: &Procedure) {
        procedure.parameters.iter().for_each(|name| self.declared(name));
        procedure.declarations.iter().for_each(|declaration| self.declaration(declaration));
    }

    fn statement(&mut self, id: ProcedureId, statement: &Statement) {
        let mut targets: &[Target] = &[];
        match &statement.kind {
            StatementKind::Assign { targets: left, .. } => targets = left,
            StatementKind::Call { results, .. } => targets = results,
            StatementKind::Dead(variables) => variables.iter().for_each(|name| self.dead(id, name)),
            _ => {}
        }
        for target in targets {
            if let Target::Variable(variable) = target
                && let Some(active) = self.passive(id, &variable.name)
            {
                self.shared(active, variable.span, &variable.name);
            }
        }
    }

    /// Forms that are allowed where an expression stands.
    fn allowed(&self, unusual: &Unusual) -> Allowed {
        match (unusual.position, unusual.statement.map(|statement| &statement.kind)) {
            (Position::Constrain, _) => Allowed { new_values: true, passive: true },
            (Position::Value(index), Some(StatementKind::Assign { targets, .. })) => {
                Allowed { new_values: false, passive: self.is_passive(unusual.procedure, targets.get(index)) }
            }
            _ => Allowed { new_values: false, passive: false },
        }
    }

    fn dead(&mut self, id: ProcedureId, name: &Name) {
        if name.text == "_" {
            let message = "`_` is no variable; there is nothing to forget.";
            self.report.push(codes::DISCARD_READ.at(name.span, message));
        } else if self.passive(id, name).is_some() {
            self.misplaced(name.span, name);
        }
    }

    fn variable(&mut self, id: ProcedureId, variable: &Variable, allowed: Allowed) {
        let (name, span) = (&variable.name, variable.span);
        if name.text == "_" {
            return self.discard_read(span);
        }
        if variable.primed && !allowed.new_values {
            let message = format!(
                "`'{0}` is the new value of `{0}` and stands only in the `constrain` of an assignment.",
                name.text
            );
            let diagnostic = codes::NEW_VALUE_OUTSIDE_CONSTRAIN.at(span, message);
            self.report.push(diagnostic.with_fix("Remove `'`", replacement(quote(variable), "")));
        }
        if let Some(active) = self.passive(id, name)
            && !self.shared(active, span, name)
            && !allowed.passive
        {
            self.misplaced(span, name);
        }
    }

    /// The variable of a passive copy, if the name is one.
    fn passive(&self, id: ProcedureId, name: &Name) -> Option<VariableId> {
        if !name.text.ends_with('$') {
            return None;
        }
        self.context.names.variable(id, &name.text).and_then(|(variable, passive)| passive.then_some(variable))
    }

    fn is_passive(&self, id: ProcedureId, target: Option<&Target>) -> bool {
        matches!(target, Some(Target::Variable(variable)) if self.passive(id, &variable.name).is_some())
    }

    /// Reports a passive copy of a shared variable; whether it is one.
    fn shared(&mut self, active: VariableId, span: Span, name: &Name) -> bool {
        let info = self.context.names.info(active);
        if info.storage != Storage::Shared {
            return false;
        }
        let message =
            format!("All threads share `{}`, so there is no copy `{}` in other threads.", info.name, name.text);
        let dollar = Span::new(name.span.end.saturating_sub(1), name.span.end);
        let diagnostic =
            codes::PASSIVE_SHARED.at(span, message).with_related(info.span, "It is declared as shared here.");
        self.report.push(diagnostic.with_fix("Remove `$`", replacement(dollar, "")));
        true
    }

    fn misplaced(&mut self, span: Span, name: &Name) {
        let message = format!(
            "`{}` is a copy in another thread; here it is open which thread is meant. It may stand on the left of an \
             assignment, in the value of a variable with `$`, and in the `constrain` of an assignment.",
            name.text
        );
        self.report.push(codes::PASSIVE_MISPLACED.at(span, message));
    }

    fn discard_read(&mut self, span: Span) {
        let message =
            "`_` only discards a value on the left of an assignment; it has no value. Write `*` for an arbitrary one.";
        self.report.push(codes::DISCARD_READ.at(span, message).with_fix("Change to `*`", replacement(span, "*")));
    }
}
