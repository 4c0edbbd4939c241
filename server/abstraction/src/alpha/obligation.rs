//! Obligations of all states of an abstract state, besides those of its steps: no property is violated, and everything
//! that is evaluated has a value. Asked when an iteration is exact otherwise.

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Choice, Formula, Inputs};

use super::asking::Asking;
use super::search::{Early, Search, Source};
use crate::normal::Known;
use crate::oracle::Possible;
use boolprog_certificate::integer::Owner;
use boolprog_clauses::obligations;

impl Search<'_> {
    /// Checks all obligations of all abstract states; predicates for the undecided ones are added.
    pub(super) fn check_obligations(&mut self) -> Result<(), Early> {
        for number in 0..self.stored.len() {
            self.poll(number as u32)?;
            let source = self.source(number as u32);
            self.check_properties(&source)?;
            self.check_values(&source)?;
        }
        Ok(())
    }

    fn check_properties(&mut self, source: &Source) -> Result<(), Early> {
        let system = self.system;
        for property in self.open.clone().into_iter().map(|number| &system.properties[number as usize]) {
            let known = Known { locations: Some(&source.state.locations), inputs: None };
            for obligation in obligations::of_conjuncts(std::slice::from_ref(&property.error)) {
                let owner = self.owner_of_property(&property.error, source);
                self.check_value(source, &[], &obligation, owner)?;
            }
            let condition = self.atoms.condition(&property.error, known).negated();
            if condition.value(&|atom| source.value(atom)) != Some(true) {
                let owner = self.owner_of_property(&property.error, source);
                self.require(source, &condition, Asking { transition: None, owner })?;
            }
        }
        Ok(())
    }

    /// A location that the property names and where control is, for predicates that are used only there.
    fn owner_of_property(&self, error: &Formula, source: &Source) -> Option<Owner> {
        let mut owner = None;
        error.leaves(&mut |leaf| {
            if let Leaf::At(instance, location) = leaf
                && source.state.locations[usize::from(instance.0)] == location.0
            {
                owner = owner.or(Some((instance, location)));
            }
        });
        owner.filter(|_| self.options.local)
    }

    fn check_values(&mut self, source: &Source) -> Result<(), Early> {
        let (system, outgoing) = (self.system, self.outgoing);
        for index in outgoing.from(&source.state.locations) {
            let transition = &system.transitions[index as usize];
            let owner = self.options.local.then_some((transition.instance, transition.from));
            for obligation in obligations::of(system, transition) {
                self.check_value(source, &transition.choices, &obligation, owner)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the obligation holds in all states like the source, for all choices.
    fn check_value(
        &mut self,
        source: &Source,
        choices: &[Choice],
        obligation: &Formula,
        owner: Option<Owner>,
    ) -> Result<(), Early> {
        let locations = Some(&*source.state.locations);
        let mut inputs = Inputs::new();
        if !choices.is_empty() {
            let Some(oracle) = &mut self.oracle else {
                self.give_up();
                return Ok(());
            };
            let mut conjuncts: Vec<_> = source.hypothesis.iter().map(|l| self.atoms.literal(*l)).collect();
            conjuncts.push(Formula::negation(obligation.fold(locations)));
            match oracle.possible(choices, &conjuncts, true)? {
                Possible::No => return Ok(()),
                Possible::Yes(model) => inputs = super::open::choose(choices, &model),
                Possible::Unknown => {
                    self.give_up();
                    return Ok(());
                }
            }
        }
        let condition = self.atoms.condition(obligation, Known { locations, inputs: Some(&inputs) });
        self.require(source, &condition, Asking { transition: None, owner })?;
        Ok(())
    }
}
