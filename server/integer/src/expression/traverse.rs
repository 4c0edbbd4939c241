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
