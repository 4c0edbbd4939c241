//! Traversal of terms and formulas: occurrences, and their replacement.

use std::collections::BTreeSet;

use super::{Formula, InputId, InstanceId, LocationId, Term, Update, VariableId};

/// Leaf of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Leaf {
    /// A variable of any sort.
    Variable(VariableId),
    /// A choice of the environment.
    Input(InputId),
    /// A location.
    At(InstanceId, LocationId),
}

/// What a leaf is replaced by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// A term, for an integer.
    Term(Term),
    /// A formula, for a truth value.
    Formula(Formula),
}

impl Term {
    /// Calls `visit` for every occurrence of a variable, an input and a location, from the left.
    pub fn leaves(&self, visit: &mut dyn FnMut(Leaf)) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(variable) => visit(Leaf::Variable(*variable)),
            Self::Input(input) => visit(Leaf::Input(*input)),
            Self::Negate(term) => term.leaves(visit),
            Self::Binary(_, left, right) => {
                left.leaves(visit);
                right.leaves(visit);
            }
            Self::Conditional(condition, then, otherwise) => {
                condition.leaves(visit);
                then.leaves(visit);
                otherwise.leaves(visit);
            }
        }
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        self.leaves(&mut |leaf| found.extend(variable_of(leaf)));
        found
    }

    /// The term with some of its leaves replaced, all at once. A replacement has the kind of its leaf; one that has not is
    /// ignored.
    #[must_use]
    pub fn replace(&self, by: &dyn Fn(Leaf) -> Option<Replacement>) -> Self {
        let leaf = |leaf| match by(leaf) {
            Some(Replacement::Term(term)) => term,
            Some(Replacement::Formula(_)) | None => self.clone(),
        };
        match self {
            Self::Constant(_) => self.clone(),
            Self::Variable(variable) => leaf(Leaf::Variable(*variable)),
            Self::Input(input) => leaf(Leaf::Input(*input)),
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
        match self {
            Self::Constant(_) | Self::Input(_) => self.clone(),
            Self::Variable(variable) => update.terms.get(variable).unwrap_or(self).clone(),
            Self::Negate(term) => Self::Negate(Box::new(term.substitute(update))),
            Self::Binary(operation, left, right) => {
                Self::binary(*operation, left.substitute(update), right.substitute(update))
            }
            Self::Conditional(condition, then, otherwise) => {
                Self::conditional(condition.substitute(update), then.substitute(update), otherwise.substitute(update))
            }
        }
    }
}

impl Formula {
    /// Calls `visit` for every occurrence of a variable, an input and a location, from the left.
    pub fn leaves(&self, visit: &mut dyn FnMut(Leaf)) {
        match self {
            Self::Constant(_) => {}
            Self::Variable(variable) => visit(Leaf::Variable(*variable)),
            Self::Input(input) => visit(Leaf::Input(*input)),
            Self::Compare(_, left, right) => {
                left.leaves(visit);
                right.leaves(visit);
            }
            Self::Equal(left, right) => {
                left.leaves(visit);
                right.leaves(visit);
            }
            Self::Not(formula) => formula.leaves(visit),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.leaves(visit)),
            Self::At { instance, location } => visit(Leaf::At(*instance, *location)),
        }
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        self.leaves(&mut |leaf| found.extend(variable_of(leaf)));
        found
    }

    /// The formula with some of its leaves replaced, all at once. A replacement has the kind of its leaf; one that has not
    /// is ignored.
    #[must_use]
    pub fn replace(&self, by: &dyn Fn(Leaf) -> Option<Replacement>) -> Self {
        let leaf = |leaf| match by(leaf) {
            Some(Replacement::Formula(formula)) => formula,
            Some(Replacement::Term(_)) | None => self.clone(),
        };
        let all = |parts: &[Self]| parts.iter().map(|part| part.replace(by)).collect();
        match self {
            Self::Constant(_) => self.clone(),
            Self::Variable(variable) => leaf(Leaf::Variable(*variable)),
            Self::Input(input) => leaf(Leaf::Input(*input)),
            Self::Compare(comparison, left, right) => Self::Compare(*comparison, left.replace(by), right.replace(by)),
            Self::Equal(left, right) => Self::Equal(Box::new(left.replace(by)), Box::new(right.replace(by))),
            Self::Not(formula) => Self::Not(Box::new(formula.replace(by))),
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
            Self::At { instance, location } => leaf(Leaf::At(*instance, *location)),
        }
    }

    /// The formula with control of an instance at a location.
    #[must_use]
    pub fn with_location(&self, instance: InstanceId, location: LocationId) -> Self {
        self.replace(&|leaf| match leaf {
            Leaf::At(other, at) if other == instance => Some(Replacement::Formula(Self::Constant(at == location))),
            _ => None,
        })
    }

    /// The formula with every variable replaced by its new value under the update, all at once: the weakest
    /// precondition of the formula for the update (Dijkstra), as far as the update has a value.
    #[must_use]
    pub fn substitute(&self, update: &Update) -> Self {
        match self {
            Self::Constant(_) | Self::Input(_) | Self::At { .. } => self.clone(),
            Self::Variable(variable) => update.formulas.get(variable).unwrap_or(self).clone(),
            Self::Compare(comparison, left, right) => {
                Self::Compare(*comparison, left.substitute(update), right.substitute(update))
            }
            Self::Equal(left, right) => {
                Self::Equal(Box::new(left.substitute(update)), Box::new(right.substitute(update)))
            }
            Self::Not(formula) => Self::Not(Box::new(formula.substitute(update))),
            Self::All(parts) => Self::All(parts.iter().map(|part| part.substitute(update)).collect()),
            Self::Any(parts) => Self::Any(parts.iter().map(|part| part.substitute(update)).collect()),
        }
    }
}

fn variable_of(leaf: Leaf) -> Option<VariableId> {
    match leaf {
        Leaf::Variable(variable) => Some(variable),
        Leaf::Input(_) | Leaf::At(..) => None,
    }
}
