//! One relation for each place of control, over the variables that are no part of it.

use std::borrow::Cow;

use boolprog_clauses::{Argument, Cases, Clause, Encoding, Head, Step, Taken, Unknowns};
use boolprog_integer::{Formula, Property, System, Update, VariableId};

use super::places::{Place, PlaceStep, Places};

/// The relations of places, by index.
pub(super) struct Vectors<'s> {
    system: &'s System,
    places: &'s Places,
    /// The variables that are no part of control.
    arguments: Vec<Argument>,
}

impl<'s> Vectors<'s> {
    pub(super) fn of(system: &'s System, places: &'s Places) -> Self {
        let is_free = |variable: &VariableId| !places.all[0].values.contains_key(variable);
        let variables = (0..system.variables.len() as u32).map(VariableId).filter(is_free);
        let arguments = variables.map(|it| Argument::Variable(it, system.variable(it).sort)).collect();
        Self { system, places, arguments }
    }
}

impl Unknowns for Vectors<'_> {
    type At = usize;

    fn relation(&self, place: &usize) -> String {
        format!("at{place}")
    }

    fn arguments(&self, _: &usize) -> Vec<Argument> {
        self.arguments.clone()
    }
}

impl<'s> Encoding<'s> for Vectors<'s> {
    fn starts(&self) -> Vec<usize> {
        vec![0]
    }

    fn steps(&self) -> Vec<Taken<'s, usize>> {
        let taken =
            |step: &PlaceStep| (vec![step.source], &self.system.transitions[step.transition as usize], step.target);
        self.places.steps.iter().map(taken).collect()
    }

    fn cases(&self, _: &Property, error: Formula) -> Result<Cases<usize>, String> {
        Ok((0..self.places.all.len()).map(|place| (vec![place], vec![error.clone()])).collect())
    }

    fn clause(
        &self,
        before: Vec<usize>,
        stated: Vec<Formula>,
        step: Option<Step<'s>>,
        head: Head<usize>,
    ) -> Option<Clause<'s, usize>> {
        let place = &self.places.all[before.first().copied().unwrap_or_default()];
        let formulas = place.formula(&Formula::All(stated)).into_conjuncts();
        let step = step.map(|step| Step { update: Cow::Owned(at(place, &step.update)), ..step });
        (!formulas.contains(&Formula::Constant(false))).then(|| Clause::new(before, formulas, step, head))
    }
}

/// An update, as it is at a place.
fn at(place: &Place, update: &Update) -> Update {
    let terms = update.terms.iter().map(|(variable, term)| (*variable, place.term(term)));
    let formulas = update.formulas.iter().map(|(variable, formula)| (*variable, place.formula(formula)));
    Update { terms: terms.collect(), formulas: formulas.collect(), ..Update::default() }
}
