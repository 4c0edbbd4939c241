//! Entering and leaving procedures.

use boolprog_syntax::ast::{self, Call, SiteId, Statement, StatementKind, Target};

use super::Place;
use crate::flow::Step;
use crate::lower::steps::assign::Assigned;
use crate::lower::{Lowerer, NotLowered};
use crate::names::{ProcedureId, Storage, VariableId};
use crate::program::{Edge, Expr, Goal, InstanceId, Slot, Value};
use crate::walk;

impl Lowerer<'_> {
    pub(super) fn call(
        &mut self,
        place: Place,
        statement: &Statement,
        results: &[Target],
        call: &Call,
        next: SiteId,
    ) -> Result<(), NotLowered> {
        let procedure = self.names.procedure(&call.procedure.text).ok_or(NotLowered::Errors)?;
        if !walk::is_async_call(statement) {
            return self.enter(place, procedure, &call.arguments);
        }
        if !results.is_empty() {
            return Err(NotLowered::Errors);
        }
        self.create(place, procedure, &call.arguments, next)
    }

    /// Entering a call: arguments are evaluated, parameters set, locals fresh.
    fn enter(&mut self, place: Place, procedure: ProcedureId, arguments: &[ast::Expr]) -> Result<(), NotLowered> {
        let callee = self.callee(place.instance, place.site, procedure)?;
        let updates = self.activation(place.instance, procedure, arguments)?;
        let updates = updates.into_iter().map(|(variable, value)| (self.slot(callee, variable), value)).collect();
        let goal = Goal::Location(self.location(callee, self.flow.entry(procedure))?);
        self.emit(Edge { updates, ..place.edge(goal) })
    }

    /// The values of a new activation: arguments as seen by `caller`, and fresh locals.
    pub(super) fn activation(
        &self,
        caller: InstanceId,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
    ) -> Result<Vec<(VariableId, Value)>, NotLowered> {
        if arguments.len() != self.file.procedures[procedure.0 as usize].parameters.len() {
            return Err(NotLowered::Errors);
        }
        let value = |variable: VariableId| match self.names.info(variable).storage {
            Storage::Parameter(_, position) => Ok(self.expr(caller, &arguments[position as usize])?.into()),
            _ => Ok(self.fresh(variable)),
        };
        self.names.variables_of(procedure).iter().map(|variable| Ok((*variable, value(*variable)?))).collect()
    }

    /// Leaving a procedure, by `return` with these values or, without, at its `end`: the results are assigned,
    /// the bits of the activation become F. The thread ends in the procedure it started in.
    pub(super) fn leave(&mut self, place: Place, values: Option<&[ast::Expr]>) -> Result<(), NotLowered> {
        let Some((caller, site)) = self.program.instance(place.instance).caller else {
            return self.emit(place.edge(Goal::End));
        };
        let Step::Statement { statement, next } = self.flow.step(site) else { return Err(NotLowered::Errors) };
        let StatementKind::Call { results, .. } = &statement.kind else { return Err(NotLowered::Errors) };
        let Assigned { mut updates, passive } = self.results(place, caller, results, values)?;
        let freed = self.program.instance(place.instance).variables.iter();
        updates.extend(freed.map(|(_, bit)| (Slot::Local(*bit), Value::Expr(Expr::Const(false)))));
        let goal = Goal::Location(self.location(caller, next)?);
        let edge = Edge { updates, ..place.edge(goal) };
        self.emit(self.with_passive(edge, passive, None))
    }

    fn results(
        &self,
        place: Place,
        caller: InstanceId,
        targets: &[Target],
        values: Option<&[ast::Expr]>,
    ) -> Result<Assigned, NotLowered> {
        let Some(values) = values else {
            return self.targets(caller, targets, std::iter::repeat(Ok(Value::Any)));
        };
        if values.len() < targets.len() {
            return Err(NotLowered::Errors);
        }
        self.targets(caller, targets, values.iter().map(|value| Ok(self.expr(place.instance, value)?.into())))
    }
}
