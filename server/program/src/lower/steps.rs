//! One step of the language reference after the other: the edges of a location.

mod assign;
mod calls;
mod threads;

use boolprog_syntax::ast::{self, SiteId, Statement, StatementKind};

use super::{Lowerer, NotLowered};
use crate::flow::{Step, targets};
use crate::program::{Edge, Effect, Expr, Goal, InstanceId, LocationId, PropertyKind, Role, Value};

/// The location that is being expanded.
#[derive(Clone, Copy)]
struct Place {
    location: LocationId,
    instance: InstanceId,
    site: SiteId,
}

impl Place {
    /// An edge from here without guard, updates and effect.
    fn edge(self, goal: Goal) -> Edge {
        Edge {
            source: self.location,
            goal,
            guard: Expr::Const(true),
            updates: Vec::new(),
            constrain: None,
            effect: Effect::None,
        }
    }
}

impl Lowerer<'_> {
    /// Adds the edges of a location, and the locations they lead to.
    pub(super) fn edges_from(&mut self, location: LocationId) -> Result<(), NotLowered> {
        let first = self.program.edges.len() as u32;
        let (instance, site) = (self.program.location(location).instance, self.program.location(location).site);
        let place = Place { location, instance, site };
        match self.flow.step(site) {
            _ if self.program.location(location).role == Role::Exit => {}
            Step::End => self.leave(place, None)?,
            Step::Condition { condition, then, otherwise } => self.condition(place, condition, then, otherwise)?,
            Step::Statement { statement, next } => self.statement(place, statement, next)?,
        }
        self.program.locations[location.0 as usize].edges = first..self.program.edges.len() as u32;
        Ok(())
    }

    fn condition(
        &mut self,
        place: Place,
        condition: &ast::Expr,
        then: SiteId,
        otherwise: SiteId,
    ) -> Result<(), NotLowered> {
        let holds = self.expr(place.instance, condition)?;
        let fails = Expr::Not(Box::new(holds.clone()));
        self.guarded(place, holds, then)?;
        self.guarded(place, fails, otherwise)
    }

    fn statement(&mut self, place: Place, statement: &Statement, next: SiteId) -> Result<(), NotLowered> {
        match &statement.kind {
            StatementKind::Skip { .. } | StatementKind::Print(_) | StatementKind::Sync(_) => {
                self.effect(place, Effect::None, next)
            }
            StatementKind::Goto(labels) => self.goto(place, labels),
            StatementKind::Return(values) => self.leave(place, Some(values)),
            StatementKind::Assign { targets, values, constrain } => {
                self.assign(place, targets, values, constrain.as_ref(), next)
            }
            StatementKind::Call { results, call } => self.call(place, statement, results, call, next),
            StatementKind::Assume(expr) | StatementKind::Constrain(expr) => {
                let guard = self.expr(place.instance, expr)?;
                self.guarded(place, guard, next)
            }
            StatementKind::Assert(expr) => self.assert(place, expr, next),
            StatementKind::Dead(variables) => self.dead(place, variables, next),
            StatementKind::StartThread(start) => self.start_thread(place, start, next),
            StatementKind::EndThread => self.emit(place.edge(Goal::End)),
            StatementKind::AtomicBegin => self.effect(place, Effect::AtomicBegin, next),
            StatementKind::AtomicEnd => self.effect(place, Effect::AtomicEnd, next),
            StatementKind::Signal => self.effect(place, Effect::Signal, next),
            StatementKind::Broadcast => self.effect(place, Effect::Broadcast, next),
            StatementKind::Wait => {
                let released_to = self.location(place.instance, next)?;
                self.set_role(place.location, Role::Wait(released_to));
                Ok(())
            }
            // `if` and `while` are conditions in the flow; a hole is an error.
            StatementKind::If { .. } | StatementKind::While { .. } | StatementKind::Hole => Err(NotLowered::Errors),
        }
    }

    /// An edge that can be taken when `guard` can be T.
    fn guarded(&mut self, place: Place, guard: Expr, next: SiteId) -> Result<(), NotLowered> {
        let goal = Goal::Location(self.location(place.instance, next)?);
        self.emit(Edge { guard, ..place.edge(goal) })
    }

    /// An edge with an effect beyond the thread.
    fn effect(&mut self, place: Place, effect: Effect, next: SiteId) -> Result<(), NotLowered> {
        let goal = Goal::Location(self.location(place.instance, next)?);
        self.emit(Edge { effect, ..place.edge(goal) })
    }

    fn goto(&mut self, place: Place, labels: &[ast::Name]) -> Result<(), NotLowered> {
        let sites = targets(self.names, self.procedure_of(place.instance), labels);
        if sites.is_empty() {
            return Err(NotLowered::Errors);
        }
        sites.into_iter().try_for_each(|site| self.effect(place, Effect::None, site))
    }

    /// Fails if the expression can be F, and continues if it can be T.
    fn assert(&mut self, place: Place, expr: &ast::Expr, next: SiteId) -> Result<(), NotLowered> {
        let holds = self.expr(place.instance, expr)?;
        let properties = self.properties_at.get(&place.site).into_iter().flatten();
        let assertion = |id| self.program.properties[id as usize].kind == PropertyKind::Assert;
        let property = properties.copied().find(|id| assertion(id.0)).ok_or(NotLowered::Errors)?;
        let guard = Expr::Not(Box::new(holds.clone()));
        self.emit(Edge { guard, ..place.edge(Goal::Violation(property)) })?;
        self.guarded(place, holds, next)
    }

    fn dead(&mut self, place: Place, variables: &[ast::Name], next: SiteId) -> Result<(), NotLowered> {
        let mut updates = Vec::with_capacity(variables.len());
        for name in variables {
            let (variable, passive) = self.resolve(place.instance, name)?;
            let slot = self.slot(place.instance, variable);
            if passive {
                return Err(NotLowered::Errors);
            }
            if updates.iter().all(|(known, _)| *known != slot) {
                updates.push((slot, Value::Any));
            }
        }
        let goal = Goal::Location(self.location(place.instance, next)?);
        self.emit(Edge { updates, ..place.edge(goal) })
    }
}
