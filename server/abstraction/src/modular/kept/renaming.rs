//! Formulas about the first instances of families, in the variables of others.

use std::collections::BTreeMap;

use boolprog_integer::{Formula, Replacement, Term, VariableId};

use super::super::located::{Located, Standing};
use super::super::pairs::variables_of;

/// The variables of some instances in the place of those of the first ones.
pub(super) struct Renaming(BTreeMap<VariableId, VariableId>);

impl Renaming {
    /// What is stated about the first instance of a family, and of two of one family about the first and the second, as it is
    /// about these instances.
    pub(super) fn to(located: &Located<'_>, standing: &[Standing]) -> Self {
        let mut renaming = BTreeMap::new();
        for (position, to) in standing.iter().enumerate() {
            let index = standing[..position].iter().filter(|it| it.place.family == to.place.family).count();
            if index != to.index {
                let [stated, meant] =
                    [Standing { index, ..*to }, *to].map(|it| variables_of(located.system, located.instance(it)));
                renaming.extend(stated.into_iter().zip(meant));
            }
        }
        Self(renaming)
    }

    pub(super) fn variable(&self, variable: VariableId) -> VariableId {
        self.0.get(&variable).copied().unwrap_or(variable)
    }

    pub(super) fn formula(&self, formula: &Formula) -> Formula {
        if self.0.is_empty() { formula.clone() } else { formula.replace(self) }
    }
}

impl Replacement for Renaming {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.variable(variable))
    }
}
