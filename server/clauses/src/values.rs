//! Values of expressions where only some variables have a known value.

use boolprog_integer::{Arithmetic, Comparison, Formula, InputId, InstanceId, LocationId, Term, VariableId};
use boolprog_prover::Model;

/// The known values. `None` stands for any.
pub trait Known {
    /// The value of a variable; 1 for `true`.
    fn variable(&self, variable: VariableId) -> Option<i64>;
    /// The value of a choice.
    fn input(&self, input: InputId) -> Option<i64>;
    /// The truth of an instance being at a location, if it is known.
    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool>;
    /// The least value of a variable whose value is not known.
    fn at_least(&self, _: VariableId) -> Option<i64> {
        None
    }
}

/// The least and the greatest value of a term, as far as they are known.
pub fn bounds(term: &Term, known: &dyn Known) -> (Option<i64>, Option<i64>) {
    if let Some(value) = value(term, known) {
        return (Some(value), Some(value));
    }
    let both = |one: Option<i64>, other: Option<i64>, combine: fn(i64, i64) -> Option<i64>| combine(one?, other?);
    match term {
        Term::Variable(variable) => (known.at_least(*variable), None),
        Term::Binary(Arithmetic::Add, left, right) => {
            let (left, right) = (bounds(left, known), bounds(right, known));
            (both(left.0, right.0, i64::checked_add), both(left.1, right.1, i64::checked_add))
        }
        Term::Binary(Arithmetic::Subtract, left, right) => {
            let (left, right) = (bounds(left, known), bounds(right, known));
            (both(left.0, right.1, i64::checked_sub), both(left.1, right.0, i64::checked_sub))
        }
        Term::Conditional(condition, then, otherwise) => match truth(condition, known) {
            Some(true) => bounds(then, known),
            Some(false) => bounds(otherwise, known),
            None => {
                let (then, otherwise) = (bounds(then, known), bounds(otherwise, known));
                let (least, most) = (|a: i64, b: i64| Some(a.min(b)), |a: i64, b: i64| Some(a.max(b)));
                (both(then.0, otherwise.0, least), both(then.1, otherwise.1, most))
            }
        },
        _ => (None, None),
    }
}

/// The answer whether terms compare so, if their bounds tell it.
fn compare(
    comparison: Comparison,
    left: (Option<i64>, Option<i64>),
    right: (Option<i64>, Option<i64>),
) -> Option<bool> {
    let below = |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(one, other)| one < other);
    let at_most = |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(one, other)| one <= other);
    let (less, greater) = (below(left.1, right.0), below(right.1, left.0));
    let decided = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    match comparison {
        Comparison::Equal => decided(false, less || greater),
        Comparison::NotEqual => decided(less || greater, false),
        Comparison::Less => decided(less, at_most(right.1, left.0)),
        Comparison::LessOrEqual => decided(at_most(left.1, right.0), greater),
        Comparison::Greater => decided(greater, at_most(left.1, right.0)),
        Comparison::GreaterOrEqual => decided(at_most(right.1, left.0), less),
    }
}

/// The value of a term, if all values that it can have are this one. A term may also have none.
pub fn value(term: &Term, known: &dyn Known) -> Option<i64> {
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

/// The answer whether a formula holds, if that is known.
pub fn truth(formula: &Formula, known: &dyn Known) -> Option<bool> {
    match formula {
        Formula::Constant(value) => Some(*value),
        Formula::Variable(variable) => known.variable(*variable).map(|value| value != 0),
        Formula::Input(input) => known.input(*input).map(|value| value != 0),
        Formula::Compare(comparison, left, right) => match (value(left, known), value(right, known)) {
            (Some(left), Some(right)) => Some(comparison.holds(left, right)),
            _ => compare(*comparison, bounds(left, known), bounds(right, known)),
        },
        Formula::Equal(left, right) => Some(truth(left, known)? == truth(right, known)?),
        Formula::Not(inner) => truth(inner, known).map(|holds| !holds),
        Formula::All(parts) => unless(parts, false, known),
        Formula::Any(parts) => unless(parts, true, known),
        Formula::At { instance, location } => known.at(*instance, *location),
    }
}

/// The answer whether formulas hold that are examined together: one of them may decide.
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

/// The values that a prover has found.
pub struct InModel<'m>(pub &'m Model);

impl Known for InModel<'_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        self.0.variables.get(&variable).copied()
    }

    fn input(&self, input: InputId) -> Option<i64> {
        self.0.inputs.get(&input).copied()
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool> {
        self.0.locations.get(&instance).map(|it| *it == i64::from(location.0))
    }
}
