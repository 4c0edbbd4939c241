//! Entering and leaving procedures.

use boolprog_syntax::ast::{self, Call, SiteId, Statement, StatementKind, Target};

use super::Place;
use crate::flow::Step;
use crate::lower::steps::assign::Assigned;
use crate::lower::{Calls, Lowerer, MAX_UPDATES, NotLowered};
use crate::names::{ProcedureId, Storage, VariableId};
use crate::program::{CallSite, Edge, Expr, Goal, InstanceId, Role, Slot, Value};
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
            return self.enter(place, procedure, &call.arguments, results, next);
        }
        if !results.is_empty() {
            return Err(NotLowered::Errors);
        }
        self.create(place, procedure, &call.arguments, next)
    }

    /// Entering a call: arguments are evaluated, parameters set, locals fresh.
    fn enter(
        &mut self,
        place: Place,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
        results: &[Target],
        next: SiteId,
    ) -> Result<(), NotLowered> {
        let Some(callee) = self.callee(place.instance, place.site, procedure)? else {
            self.set_role(place.location, Role::Cut);
            return Ok(());
        };
        let updates = self.activation(place.instance, procedure, arguments)?;
        let mut updates: Vec<(Slot, Value)> =
            updates.into_iter().map(|(variable, value)| (self.slot(callee, variable), value)).collect();
        if self.calls == Calls::Modular {
            let results = self.result_slots(place.instance, results)?;
            let returns_to = self.location(place.instance, next)?;
            self.set_role(place.location, Role::Call(CallSite { returns_to, results }));
            updates.extend(self.freed(place.instance, self.program.instance(callee).variables.len()));
        }
        let goal = Goal::Location(self.location(callee, self.flow.entry(procedure))?);
        self.emit(Edge { updates, ..place.edge(goal) })
    }

    /// The slots of results. An `x$` among them is left out: a modular program is asked about one thread only.
    fn result_slots(&self, instance: InstanceId, targets: &[Target]) -> Result<Vec<Option<Slot>>, NotLowered> {
        let slot = |target: &Target| match target {
            Target::Discard { .. } => Ok(None),
            Target::Variable(variable) => {
                let (id, passive) = self.resolve(instance, &variable.name)?;
                Ok((!passive).then(|| self.slot(instance, id)))
            }
        };
        targets.iter().map(slot).collect()
    }

    /// Sets the bits of an activation to F, but for the first few.
    fn freed(&self, instance: InstanceId, kept: usize) -> impl Iterator<Item = (Slot, Value)> + use<> {
        let bits: Vec<u32> = self.program.instance(instance).variables.iter().skip(kept).map(|(_, bit)| *bit).collect();
        bits.into_iter().map(|bit| (Slot::Local(bit), Value::Expr(Expr::Const(false))))
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
        if self.calls == Calls::Modular {
            return self.leave_modular(place, values);
        }
        let Some((caller, site)) = self.program.instance(place.instance).caller else {
            return self.emit(place.edge(Goal::End));
        };
        let Step::Statement { statement, next } = self.flow.step(site) else { return Err(NotLowered::Errors) };
        let StatementKind::Call { results, .. } = &statement.kind else { return Err(NotLowered::Errors) };
        let Assigned { mut updates, passive } = self.results(place, caller, results, values)?;
        updates.extend(self.freed(place.instance, 0));
        let goal = Goal::Location(self.location(caller, next)?);
        let edge = Edge { updates, ..place.edge(goal) };
        self.emit(self.with_passive(edge, passive, None))
    }

    /// The same in a modular program: the results become the first bits of the activation, for the caller.
    fn leave_modular(&mut self, place: Place, values: Option<&[ast::Expr]>) -> Result<(), NotLowered> {
        let results = self.file.procedures[self.procedure_of(place.instance).0 as usize].results;
        if results as usize > MAX_UPDATES {
            return Err(NotLowered::TooLarge);
        }
        let first = self.program.thread_local_variables.len() as u32;
        self.program.local_slots = self.program.local_slots.max(first + results);
        let mut updates: Vec<(Slot, Value)> = Vec::with_capacity(results as usize);
        for (index, bit) in (0..results as usize).zip(first..) {
            let value = match values {
                None => Value::Any,
                Some(values) => self.expr(place.instance, values.get(index).ok_or(NotLowered::Errors)?)?.into(),
            };
            updates.push((Slot::Local(bit), value));
        }
        updates.extend(self.freed(place.instance, results as usize));
        let goal = Goal::Location(self.exit(place.instance));
        self.emit(Edge { updates, ..place.edge(goal) })
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
