//! Formulas of which a part has its present value.

use crate::explicit::symmetry::always_has_a_value;
use crate::expression::Leaf;
use crate::{Formula, InstanceId, LocationId, Replacement, State, Term, VariableId};

/// `true` if the formula holds after a step wherever it holds before, and always has a value: whatever the values of open leaves
/// are, which the step does not change.
pub(super) fn is_kept(formula: &Formula, (before, after): (&State, &State), is_open: &dyn Fn(Leaf) -> bool) -> bool {
    if !always_has_a_value(formula) {
        return false;
    }
    let holds_before = left_open(formula, before, is_open);
    if holds_before == Formula::Constant(false) {
        return true;
    }
    let holds_after = left_open(formula, after, is_open);
    holds_after == Formula::Constant(true) || holds_after == holds_before
}

/// The formula with the values of a state for all leaves that are not open.
pub(in super::super) fn left_open(formula: &Formula, state: &State, is_open: &dyn Fn(Leaf) -> bool) -> Formula {
    formula.replace(&Present { state, is_open }).fold(None)
}

struct Present<'a> {
    state: &'a State,
    is_open: &'a dyn Fn(Leaf) -> bool,
}

impl Replacement for Present<'_> {
    fn term(&self, variable: VariableId) -> Term {
        if (self.is_open)(Leaf::Variable(variable)) {
            Term::Variable(variable)
        } else {
            Term::Constant(self.state.values[variable.0 as usize])
        }
    }

    fn formula(&self, variable: VariableId) -> Formula {
        if (self.is_open)(Leaf::Variable(variable)) {
            Formula::Variable(variable)
        } else {
            Formula::Constant(self.state.values[variable.0 as usize] != 0)
        }
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        if (self.is_open)(Leaf::At(instance, location)) {
            Formula::At { instance, location }
        } else {
            Formula::Constant(self.state.locations[usize::from(instance.0)] == location.0)
        }
    }
}
