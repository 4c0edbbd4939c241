//! Effects of transitions on the variables.

use std::collections::BTreeMap;

use super::{Formula, Term, VariableId};

/// A simultaneous substitution: the new value of each assigned variable, in terms of the old values.
///
/// Integers and Booleans are kept apart, so that substituting cannot confuse them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Update {
    /// The new values of integers.
    pub terms: BTreeMap<VariableId, Term>,
    /// The new values of Booleans.
    pub formulas: BTreeMap<VariableId, Formula>,
}

impl Update {
    /// Returns `true` if nothing is assigned.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.formulas.is_empty()
    }

    /// The assigned variables: the integers, then the Booleans.
    pub fn assigned(&self) -> impl Iterator<Item = VariableId> {
        self.terms.keys().chain(self.formulas.keys()).copied()
    }

    /// Returns `true` if the variable is assigned.
    pub fn assigns(&self, variable: VariableId) -> bool {
        self.terms.contains_key(&variable) || self.formulas.contains_key(&variable)
    }

    /// The effect of this update and then another: one substitution for `self; next`.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        let terms: Vec<_> = next.terms.iter().map(|(variable, term)| (*variable, term.substitute(&self))).collect();
        let formulas: Vec<_> =
            next.formulas.iter().map(|(variable, formula)| (*variable, formula.substitute(&self))).collect();
        self.terms.extend(terms);
        self.formulas.extend(formulas);
        self
    }
}
