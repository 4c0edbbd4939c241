//! The size of combined assignments, known before they are combined.
//!
//! Each group of an edge is written in terms of the values after the group before it, so combining n groups can double the
//! values n times, or nest them n levels deep. Both are measured without building them.

use std::collections::BTreeMap;

use boolprog_base::MAX_DEPTH;

use crate::{Formula, Term, Update, VariableId};

/// The maximal number of operands in the combined assignments of an edge.
const MAX_LEAVES: u64 = 100_000;

/// The maximal number of assignments of an edge.
const MAX_ASSIGNMENTS: usize = 1000;

/// The measures of the values after the groups so far.
#[derive(Default)]
pub(super) struct Growth {
    values: BTreeMap<VariableId, Measure>,
    assignments: usize,
    leaves: u64,
}

/// The size of an expression.
#[derive(Clone, Copy)]
struct Measure {
    leaves: u64,
    depth: u32,
}

impl Measure {
    const LEAF: Self = Self { leaves: 1, depth: 1 };

    fn above(parts: impl IntoIterator<Item = Self>) -> Self {
        let empty = Self { leaves: 0, depth: 0 };
        let sum = parts.into_iter().fold(empty, |sum, part| Self {
            leaves: sum.leaves.saturating_add(part.leaves),
            depth: sum.depth.max(part.depth),
        });
        Self { depth: sum.depth.saturating_add(1), ..sum }
    }
}

impl Growth {
    /// Adds the next group, in terms of the values before it; `false` if the groups are too large together.
    pub(super) fn add(&mut self, group: &Update) -> bool {
        let terms = group.terms.iter().map(|(variable, term)| (*variable, self.term(term)));
        let formulas = group.formulas.iter().map(|(variable, formula)| (*variable, self.formula(formula)));
        let added: Vec<_> = terms.chain(formulas).collect();
        self.assignments += added.len();
        self.leaves = added.iter().fold(self.leaves, |sum, (_, value)| sum.saturating_add(value.leaves));
        let fits = added.iter().all(|(_, value)| value.depth <= MAX_DEPTH)
            && self.leaves <= MAX_LEAVES
            && self.assignments <= MAX_ASSIGNMENTS;
        self.values.extend(added);
        fits
    }

    fn term(&self, term: &Term) -> Measure {
        match term {
            Term::Variable(variable) => self.values.get(variable).copied().unwrap_or(Measure::LEAF),
            Term::Constant(_) | Term::Input(_) => Measure::LEAF,
            Term::Negate(inner) => Measure::above([self.term(inner)]),
            Term::Binary(_, left, right) => Measure::above([self.term(left), self.term(right)]),
            Term::Conditional(condition, then, otherwise) => {
                Measure::above([self.formula(condition), self.term(then), self.term(otherwise)])
            }
        }
    }

    fn formula(&self, formula: &Formula) -> Measure {
        match formula {
            Formula::Variable(variable) => self.values.get(variable).copied().unwrap_or(Measure::LEAF),
            Formula::Constant(_) | Formula::Input(_) | Formula::At { .. } => Measure::LEAF,
            Formula::Compare(_, left, right) => Measure::above([self.term(left), self.term(right)]),
            Formula::Equal(left, right) => Measure::above([self.formula(left), self.formula(right)]),
            Formula::Not(inner) => Measure::above([self.formula(inner)]),
            Formula::All(parts) | Formula::Any(parts) => Measure::above(parts.iter().map(|part| self.formula(part))),
        }
    }
}
