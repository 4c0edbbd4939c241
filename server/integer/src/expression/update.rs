//! The effect of a transition on the variables.

use std::collections::BTreeMap;

use super::{Formula, Term, VariableId};

/// The effect of groups of assignments, one group after the other, as one simultaneous substitution: the new value of each
/// assigned variable in terms of the old values.
///
/// Integers and Booleans are kept apart, so that substituting cannot confuse them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Update {
    /// The new values of integers.
    pub terms: BTreeMap<VariableId, Term>,
    /// The new values of Booleans.
    pub formulas: BTreeMap<VariableId, Formula>,
    /// The values that a later group overwrites. They leave no trace in the next state, but without one of them, or with
    /// one outside the range of its variable, there is no next state.
    pub overwritten: Overwritten,
}

/// Values of variables between the groups of a step, in terms of the values before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Overwritten {
    /// The values of integers, in the order of the groups.
    pub terms: Vec<(VariableId, Term)>,
    /// The values of Booleans, in the order of the groups.
    pub formulas: Vec<(VariableId, Formula)>,
}

impl Update {
    /// `true` if nothing is assigned.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.formulas.is_empty()
    }

    /// The assigned variables: the integers, then the Booleans.
    pub fn assigned(&self) -> impl Iterator<Item = VariableId> {
        self.terms.keys().chain(self.formulas.keys()).copied()
    }

    /// `true` if the variable is assigned.
    pub fn assigns(&self, variable: VariableId) -> bool {
        self.terms.contains_key(&variable) || self.formulas.contains_key(&variable)
    }

    /// Every value that an integer is given in between: those that are overwritten, then the new ones.
    pub fn all_terms(&self) -> impl Iterator<Item = (VariableId, &Term)> {
        let overwritten = self.overwritten.terms.iter().map(|(variable, term)| (*variable, term));
        overwritten.chain(self.terms.iter().map(|(variable, term)| (*variable, term)))
    }

    /// Every value that a Boolean is given in between: those that are overwritten, then the new ones.
    pub fn all_formulas(&self) -> impl Iterator<Item = (VariableId, &Formula)> {
        let overwritten = self.overwritten.formulas.iter().map(|(variable, formula)| (*variable, formula));
        overwritten.chain(self.formulas.iter().map(|(variable, formula)| (*variable, formula)))
    }

    /// The update with its values replaced by those of the update that happens before it.
    #[must_use]
    pub fn substitute(&self, before: &Self) -> Self {
        let term = |(variable, term): (&VariableId, &Term)| (*variable, term.substitute(before));
        let formula = |(variable, formula): (&VariableId, &Formula)| (*variable, formula.substitute(before));
        Self {
            terms: self.terms.iter().map(term).collect(),
            formulas: self.formulas.iter().map(formula).collect(),
            overwritten: Overwritten {
                terms: self.overwritten.terms.iter().map(|(id, value)| term((id, value))).collect(),
                formulas: self.overwritten.formulas.iter().map(|(id, value)| formula((id, value))).collect(),
            },
        }
    }

    /// The effect of this update and then of another, whose values are [substituted](Self::substitute) already.
    pub fn extend(&mut self, next: Self) {
        self.overwritten.terms.extend(next.overwritten.terms);
        self.overwritten.formulas.extend(next.overwritten.formulas);
        for (variable, term) in next.terms {
            let earlier = self.terms.insert(variable, term);
            self.overwritten.terms.extend(earlier.map(|earlier| (variable, earlier)));
        }
        for (variable, formula) in next.formulas {
            let earlier = self.formulas.insert(variable, formula);
            self.overwritten.formulas.extend(earlier.map(|earlier| (variable, earlier)));
        }
    }
}
