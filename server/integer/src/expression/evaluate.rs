//! The value of terms and formulas in a state.

use super::{Arithmetic, Formula, Term, VariableId};

/// Locations of the instances and values of the variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State {
    /// The location of each instance.
    pub locations: Box<[u16]>,
    /// The value of each variable; a Boolean is 0 or 1.
    pub values: Box<[i64]>,
}

/// Why something has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Undefined {
    /// A result needs more than 64 bits.
    #[error("a value does not fit into 64 bits")]
    Overflow,
    /// `/` or `%` by 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A variable with a range was given a value outside of it.
    #[error("a value is outside of the range of its variable")]
    OutOfRange(VariableId),
}

/// Environment of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Environment<'a> {
    /// State that gives values to variables.
    pub state: &'a State,
    /// One value per choice of the transition that fires; empty outside of transitions. A Boolean is 0 or 1.
    pub inputs: &'a [i64],
}

impl<'a> Environment<'a> {
    /// A state, outside of any transition.
    pub const fn of(state: &'a State) -> Self {
        Self { state, inputs: &[] }
    }

    fn variable(&self, variable: VariableId) -> i64 {
        self.state.values[variable.0 as usize]
    }
}

impl Arithmetic {
    /// The result of the operation, if it has one.
    pub fn apply(self, left: i64, right: i64) -> Result<i64, Undefined> {
        let result = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide | Self::Remainder if right == 0 => return Err(Undefined::DivisionByZero),
            Self::Divide => left.checked_div_euclid(right),
            // The one remainder that the processor cannot compute, that of the least number by -1, is 0.
            Self::Remainder => Some(left.checked_rem_euclid(right).unwrap_or(0)),
        };
        result.ok_or(Undefined::Overflow)
    }
}

impl Term {
    /// The value of the term, if it has one.
    pub fn evaluate(&self, environment: &Environment<'_>) -> Result<i64, Undefined> {
        Ok(match self {
            Self::Constant(value) => *value,
            Self::Variable(variable) => environment.variable(*variable),
            Self::Input(input) => environment.inputs[usize::from(input.0)],
            Self::Negate(term) => term.evaluate(environment)?.checked_neg().ok_or(Undefined::Overflow)?,
            Self::Binary(operation, left, right) => {
                operation.apply(left.evaluate(environment)?, right.evaluate(environment)?)?
            }
            Self::Conditional(condition, then, otherwise) => {
                if condition.evaluate(environment)? {
                    then.evaluate(environment)?
                } else {
                    otherwise.evaluate(environment)?
                }
            }
        })
    }
}

impl Formula {
    /// The value of the formula, if it has one.
    pub fn evaluate(&self, environment: &Environment<'_>) -> Result<bool, Undefined> {
        Ok(match self {
            Self::Constant(value) => *value,
            Self::Variable(variable) => environment.variable(*variable) != 0,
            Self::Input(input) => environment.inputs[usize::from(input.0)] != 0,
            Self::Compare(comparison, left, right) => {
                comparison.holds(left.evaluate(environment)?, right.evaluate(environment)?)
            }
            Self::Equal(left, right) => left.evaluate(environment)? == right.evaluate(environment)?,
            Self::Not(formula) => !formula.evaluate(environment)?,
            Self::All(parts) => all(parts, environment)?,
            Self::Any(parts) => {
                for part in parts {
                    if part.evaluate(environment)? {
                        return Ok(true);
                    }
                }
                false
            }
            Self::At { instance, location } => environment.state.locations[usize::from(instance.0)] == location.0,
        })
    }
}

/// Evaluates formulas from the left up to the first that does not hold; returns `true` if all hold.
pub(crate) fn all(parts: &[Formula], environment: &Environment<'_>) -> Result<bool, Undefined> {
    for part in parts {
        if !part.evaluate(environment)? {
            return Ok(false);
        }
    }
    Ok(true)
}
