//! Values of expressions where only some variables have a known value.

use boolprog_integer::{Formula, InputId, InstanceId, LocationId, Term, VariableId};

/// What is known. `None` stands for any value.
pub(super) trait Known {
    fn variable(&self, variable: VariableId) -> Option<i64>;
    fn input(&self, input: InputId) -> Option<i64>;
    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool>;
}

/// The value of a term, if all values that it can have are this one. A term may also have none.
pub(super) fn value(term: &Term, known: &dyn Known) -> Option<i64> {
    match term {
        Term::Constant(value) => Some(*value),
        Term::Variable(variable) => known.variable(*variable),
        Term::Input(input) => known.input(*input),
        Term::Negate(inner) => value(inner, known)?.checked_neg(),
        Term::Binary(operation, left, right) => operation.apply(value(left, known)?, value(right, known)?).ok(),
        Term::Conditional(condition, then, otherwise) => match truth(condition, known) {
            Some(true) => value(then, known),
            Some(false) => value(otherwise, known),
            None => value(then, known).filter(|then| value(otherwise, known) == Some(*then)),
        },
    }
}

/// Whether a formula holds, if that is known.
pub(super) fn truth(formula: &Formula, known: &dyn Known) -> Option<bool> {
    match formula {
        Formula::Constant(value) => Some(*value),
        Formula::Variable(variable) => known.variable(*variable).map(|value| value != 0),
        Formula::Input(input) => known.input(*input).map(|value| value != 0),
        Formula::Compare(comparison, left, right) => Some(comparison.holds(value(left, known)?, value(right, known)?)),
        Formula::Equal(left, right) => Some(truth(left, known)? == truth(right, known)?),
        Formula::Not(inner) => truth(inner, known).map(|holds| !holds),
        Formula::All(parts) => unless(parts, false, known),
        Formula::Any(parts) => unless(parts, true, known),
        Formula::At { instance, location } => known.at(*instance, *location),
    }
}

/// Whether formulas hold that are looked at together: one of them may decide.
fn unless(parts: &[Formula], deciding: bool, known: &dyn Known) -> Option<bool> {
    let mut all_known = true;
    for part in parts {
        match truth(part, known) {
            Some(holds) if holds == deciding => return Some(deciding),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!deciding)
}
