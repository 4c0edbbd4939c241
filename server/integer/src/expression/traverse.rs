//! Traversal of terms and formulas: occurrences of leaves.

use std::collections::BTreeSet;

use super::{Formula, InputId, InstanceId, LocationId, Term, VariableId};

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
}

fn variable_of(leaf: Leaf) -> Option<VariableId> {
    match leaf {
        Leaf::Variable(variable) => Some(variable),
        Leaf::Input(_) | Leaf::At(..) => None,
    }
}
