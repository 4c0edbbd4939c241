//! Facts about the states of a node.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{Formula, Sort, System, Term, Update, VariableId};

use crate::condition::{Atoms, Literal};
use crate::normal::equals;

/// A conjunction of facts: the one form of abstract states, whatever they are made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Facts {
    /// The values of variables.
    pub(super) values: BTreeMap<VariableId, i64>,
    /// The values of predicates.
    pub(super) literals: BTreeSet<Literal>,
}

impl Facts {
    /// `true` if every state with these facts has those as well, which is seen without a prover.
    pub(super) fn is_within(&self, larger: &Self) -> bool {
        larger.values.iter().all(|(variable, value)| self.values.get(variable) == Some(value))
            && larger.literals.is_subset(&self.literals)
    }

    /// One formula for each fact.
    pub(super) fn formulas(&self, system: &System, atoms: &Atoms) -> Vec<Formula> {
        let value = |(id, value): (&VariableId, &i64)| equals(*id, system.variable(*id).sort, *value);
        let values = self.values.iter().map(value);
        values.chain(self.literals.iter().map(|literal| written(atoms, *literal))).collect()
    }

    /// The substitution of variables by their values.
    pub(super) fn substitution(&self, system: &System) -> Update {
        let mut known = Update::default();
        for (id, value) in &self.values {
            if system.variable(*id).sort == Sort::Boolean {
                known.formulas.insert(*id, Formula::Constant(*value != 0));
            } else {
                known.terms.insert(*id, Term::Constant(*value));
            }
        }
        known
    }
}

/// A literal with as few signs as possible.
fn written(atoms: &Atoms, literal: Literal) -> Formula {
    let atom = atoms.formula(literal.atom).clone();
    if literal.positive { atom } else { Formula::opposite(atom) }
}
