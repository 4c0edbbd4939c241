//! Meanings of Boolean expressions, and of values before and after a step, as formulas of the template.

use boolprog_integer::{Formula, Initial, Transition, VariableId};

use super::{BooleanProgram, Expression, Slot, Template};
use crate::integer::{definedness as defined, equals};

/// The meanings of values around a step of one thread.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    /// The integer program.
    pub template: &'a Template,
    /// The Boolean program.
    pub program: &'a BooleanProgram,
    /// Process of the thread that takes the step.
    pub active: Option<u16>,
    /// The step, if there is one.
    pub transition: Option<&'a Transition>,
}

impl Meaning<'_> {
    /// The formula of a value, in the state before the step.
    pub fn slot(&self, slot: Slot) -> Formula {
        match slot {
            Slot::Active(number) => self.program.predicates[number].formula.clone(),
            Slot::Next(number) => {
                let formula = &self.program.predicates[number].formula;
                self.transition.map_or_else(|| formula.clone(), |transition| after(transition, formula))
            }
            Slot::Passive(number) => {
                let predicate = &self.program.predicates[number];
                match predicate.owner.filter(|owner| self.active == Some(*owner)) {
                    Some(owner) => predicate.formula.substitute(&self.template.renaming(owner)),
                    None => predicate.formula.clone(),
                }
            }
        }
    }

    /// The formula of an expression.
    pub fn expression(&self, expression: &Expression) -> Formula {
        let all = |parts: &[Expression]| parts.iter().map(|part| self.expression(part)).collect();
        match expression {
            Expression::Constant(value) => Formula::Constant(*value),
            Expression::Value(slot) => self.slot(*slot),
            Expression::Not(inner) => Formula::negation(self.expression(inner)),
            Expression::All(parts) => Formula::All(all(parts)),
            Expression::Any(parts) => Formula::Any(all(parts)),
        }
    }
}

/// The weakest precondition of a formula for a transition, as far as its values exist: control of its instance is at its
/// target afterwards.
pub fn after(transition: &Transition, formula: &Formula) -> Formula {
    formula.with_location(transition.instance, transition.to).substitute(&transition.update)
}

/// The condition under which an edge, taken or not, misses no value.
pub fn definedness(template: &Template, transition: &Transition) -> Formula {
    defined::transition(template.system(), transition)
}

/// The formula that holds at the start.
pub fn start(template: &Template) -> Vec<Formula> {
    let system = template.system();
    let locations = vec![0; system.instances.len()];
    let mut conjuncts: Vec<_> = system.initial.iter().map(|formula| formula.fold(Some(&locations))).collect();
    for (variable, id) in system.variables.iter().zip(0..) {
        if let Initial::Value(value) = variable.initial {
            conjuncts.push(equals(VariableId(id), variable.sort, value));
        }
    }
    conjuncts
}
