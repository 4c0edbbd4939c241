//! Which properties are never violated, by what is known about instances at their places.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_clauses::Head;
use boolprog_integer::Formula;
use boolprog_prover::{Answer, Prover, Query};

use super::located::Located;

impl Located<'_> {
    /// The properties, by index, that are excluded by what is known about instances; `None` if something is not excluded that has to
    /// be for each of them.
    pub(super) fn excluded(
        &self,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Option<BTreeSet<usize>>, Stop> {
        let mut excluded: BTreeSet<usize> = (0..self.system.properties.len()).collect();
        // What has to be excluded for every property comes first.
        let of = |is_for_all: bool| self.clauses.iter().filter(move |it| matches!(it.head, Head::Never) == is_for_all);
        for clause in of(true).chain(of(false)) {
            let property = match clause.head {
                Head::Holds(_) => continue,
                Head::Violated(property) if !excluded.contains(&property) => continue,
                Head::Violated(property) => Some(property),
                Head::Never => None,
            };
            let conjuncts: Vec<&Formula> = clause.formulas.iter().collect();
            let query = Query { system: self.system, choices: clause.choices, conjuncts: &conjuncts, model: false };
            if prover.ask(&query, control)? != Answer::Unsatisfiable {
                let Some(property) = property else { return Ok(None) };
                excluded.remove(&property);
            }
        }
        Ok(Some(excluded))
    }
}
