//! Assignments, to variables of this thread and of all others.

use boolprog_syntax::ast::{self, SiteId, Target};

use super::Place;
use crate::lower::expr::{passive_variables, without_passive};
use crate::lower::{Lowerer, NotLowered};
use crate::names::VariableId;
use crate::program::{Edge, Effect, Expr, Goal, InstanceId, Passive, Slot, Value};

/// Effects of a list of left sides on their values.
#[derive(Default)]
pub(super) struct Assigned {
    pub(super) updates: Vec<(Slot, Value)>,
    pub(super) passive: Vec<(VariableId, Value)>,
}

impl Lowerer<'_> {
    pub(super) fn assign(
        &mut self,
        place: Place,
        targets: &[Target],
        values: &[ast::Expr],
        constrain: Option<&ast::Expr>,
        next: SiteId,
    ) -> Result<(), NotLowered> {
        if targets.len() != values.len() {
            return Err(NotLowered::Errors);
        }
        let values = values.iter().map(|value| Ok(self.expr(place.instance, value)?.into()));
        let assigned = self.targets(place.instance, targets, values)?;
        let constrain = constrain.map(|expr| self.expr(place.instance, expr)).transpose()?;
        let goal = Goal::Location(self.location(place.instance, next)?);
        let edge = Edge { updates: assigned.updates, ..place.edge(goal) };
        self.emit(self.with_passive(edge, assigned.passive, constrain))
    }

    /// Pairs left sides of an instance with their values. Further values are dropped.
    pub(super) fn targets(
        &self,
        instance: InstanceId,
        targets: &[Target],
        values: impl Iterator<Item = Result<Value, NotLowered>>,
    ) -> Result<Assigned, NotLowered> {
        let mut assigned = Assigned::default();
        for (target, value) in targets.iter().zip(values) {
            let value = value?;
            let Target::Variable(variable) = target else { continue };
            match self.resolve(instance, &variable.name)? {
                (id, false) => assigned.updates.push((self.slot(instance, id), value)),
                (id, true) => assigned.passive.push((id, value)),
            }
        }
        Ok(assigned)
    }

    /// Adds to an edge its effect on other threads and its constraints on the values.
    pub(super) fn with_passive(&self, edge: Edge, updates: Vec<(VariableId, Value)>, constrain: Option<Expr>) -> Edge {
        let demanded = constrain.as_ref().map(passive_variables).unwrap_or_default();
        if updates.is_empty() && demanded.is_empty() {
            return Edge { constrain, ..edge };
        }
        let mut mentioned: Vec<VariableId> = updates.iter().map(|(variable, _)| *variable).collect();
        for (_, value) in &updates {
            if let Value::Expr(expr) = value {
                mentioned.extend(passive_variables(expr));
            }
        }
        let active = constrain.as_ref().map(without_passive);
        let constrain = constrain.filter(|_| !demanded.is_empty());
        mentioned.extend(demanded);
        let effect = Effect::Passive(Passive { procedure: self.passive_procedure(mentioned), updates, constrain });
        Edge { constrain: active, effect, ..edge }
    }
}
