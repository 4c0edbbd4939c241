//! Replacement of the leaves of terms and formulas, all at once.

use super::{Formula, InputId, InstanceId, LocationId, Term, Update, VariableId};

/// The replacement of each leaf of an expression; by default the leaf itself.
pub trait Replacement {
    /// In the place of a variable whose sort is not Boolean.
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(variable)
    }

    /// In the place of a Boolean variable.
    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(variable)
    }

    /// In the place of a choice of the environment.
    fn input(&self, input: InputId) -> InputId {
        input
    }

    /// In the place of `P[0] @ l`.
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::At { instance, location }
    }
}

/// The new values of assigned variables.
impl Replacement for Update {
    fn term(&self, variable: VariableId) -> Term {
        self.terms.get(&variable).cloned().unwrap_or(Term::Variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        self.formulas.get(&variable).cloned().unwrap_or(Formula::Variable(variable))
    }
}

/// Control of an instance at a location.
struct Control {
    instance: InstanceId,
    location: LocationId,
}

impl Replacement for Control {
    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        if instance == self.instance {
            Formula::Constant(location == self.location)
        } else {
            Formula::At { instance, location }
        }
    }
}

impl Term {
    /// The term with every leaf replaced.
    #[must_use]
    pub fn replace(&self, by: &dyn Replacement) -> Self {
        match self {
            Self::Constant(_) => self.clone(),
            Self::Variable(variable) => by.term(*variable),
            Self::Input(input) => Self::Input(by.input(*input)),
            Self::Negate(term) => Self::Negate(Box::new(term.replace(by))),
            Self::Binary(operation, left, right) => Self::binary(*operation, left.replace(by), right.replace(by)),
            Self::Conditional(condition, then, otherwise) => {
                Self::conditional(condition.replace(by), then.replace(by), otherwise.replace(by))
            }
        }
    }

    /// The term with every variable replaced by its new value under the update, all at once.
    #[must_use]
    pub fn substitute(&self, update: &Update) -> Self {
        self.replace(update)
    }
}

impl Formula {
    /// The formula with every leaf replaced.
    #[must_use]
    pub fn replace(&self, by: &dyn Replacement) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.replace(by)).collect();
        match self {
            Self::Constant(_) => self.clone(),
            Self::Variable(variable) => by.formula(*variable),
            Self::Input(input) => Self::Input(by.input(*input)),
            Self::Compare(comparison, left, right) => Self::Compare(*comparison, left.replace(by), right.replace(by)),
            Self::Equal(left, right) => Self::Equal(Box::new(left.replace(by)), Box::new(right.replace(by))),
            Self::Not(formula) => Self::Not(Box::new(formula.replace(by))),
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
            Self::At { instance, location } => by.at(*instance, *location),
        }
    }

    /// The formula with control of an instance at a location.
    #[must_use]
    pub fn with_location(&self, instance: InstanceId, location: LocationId) -> Self {
        self.replace(&Control { instance, location })
    }

    /// The formula with every variable replaced by its new value under the update, all at once: the weakest
    /// precondition of the formula for the update (Dijkstra), as far as the update has a value.
    #[must_use]
    pub fn substitute(&self, update: &Update) -> Self {
        self.replace(update)
    }
}
