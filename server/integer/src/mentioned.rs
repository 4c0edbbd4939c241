//! Variables on which something depends.

use std::collections::BTreeSet;

use crate::{Formula, System, VariableId};

impl System {
    /// The variables of all formulas and assignments. The values of the others make no difference to any run, so that a search
    /// tries one of them. Linear.
    pub(crate) fn mentioned(&self) -> BTreeSet<VariableId> {
        let mut mentioned = BTreeSet::new();
        for transition in &self.transitions {
            mentioned.extend(transition.guard.iter().flat_map(Formula::variables));
            for (variable, term) in transition.update.all_terms() {
                mentioned.insert(variable);
                mentioned.extend(term.variables());
            }
            for (variable, formula) in transition.update.all_formulas() {
                mentioned.insert(variable);
                mentioned.extend(formula.variables());
            }
        }
        let stated = self.properties.iter().map(|property| &property.error);
        let formulas = self.initial.iter().chain(stated).chain(self.predicates.iter().map(|it| &it.formula));
        mentioned.extend(formulas.flat_map(Formula::variables));
        mentioned
    }
}
