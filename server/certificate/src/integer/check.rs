//! Checking an abstraction, without anything of the search that made it.
//!
//! An abstraction is a set of states, given by locations and the values of predicates. It proves that nothing is
//! violated if the system starts in it, no step leads out of it, no state in it violates a property, and everything
//! that is evaluated in it has a value. Each of these is a question to a prover; the steps that the abstraction names
//! are believed only as far as they help to put it.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{
    Comparison, Formula, Initial, InstanceId, LocationId, Sort, System, Term, Transition, VariableId,
};
use boolprog_prover::{Answer, Prover, Query};

use super::definedness;
use super::{AbstractState, Abstraction, Flaw};
use crate::failure::settled;

/// Checks that an abstraction proves that no property can be violated. The outer error says that `control` wanted to
/// stop.
pub fn check(
    system: &System,
    abstraction: &Abstraction,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<(), Flaw>, Stop> {
    let mut checker = Checker { system, abstraction, prover, control };
    settled(checker.check())
}

type Failure = crate::failure::Failure<Flaw>;

struct Checker<'a> {
    system: &'a System,
    abstraction: &'a Abstraction,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
}

impl Checker<'_> {
    fn check(&mut self) -> Result<(), Failure> {
        self.check_start()?;
        let mut steps = self.abstraction.steps.as_slice();
        let states = self.abstraction.states.len() as u64;
        let progress = |left| Progress { phase: "checking", states, frontier: left, ..Progress::default() };
        for (state, number) in self.abstraction.states.iter().zip(0_u32..) {
            self.control.poll(&progress(states - u64::from(number))).map_err(Failure::Stop)?;
            let length = steps.iter().take_while(|step| step.source == number).count();
            let (of_state, rest) = steps.split_at(length);
            steps = rest;
            self.check_properties(state)?;
            for (transition, index) in self.system.transitions.iter().zip(0_u32..) {
                if state.locations[usize::from(transition.instance.0)] != transition.from.0 {
                    continue;
                }
                let mut targets: Vec<_> =
                    of_state.iter().filter(|step| step.transition == index).map(|step| step.target).collect();
                targets.sort_unstable();
                targets.dedup();
                self.check_step(state, transition, index, &targets)?;
            }
        }
        Ok(())
    }

    /// No start lies outside of all abstract states, and which states are starts has a value.
    fn check_start(&mut self) -> Result<(), Failure> {
        let locations = vec![0; self.system.instances.len()];
        let mut conjuncts = self.system.initial.clone();
        for (variable, id) in self.system.variables.iter().zip(0..) {
            if let Initial::Value(value) = variable.initial {
                conjuncts.push(equals(VariableId(id), variable.sort, value));
            }
        }
        let mut undefined = conjuncts.split_off(self.system.initial.len());
        conjuncts.extend(undefined.iter().cloned());
        undefined.push(Formula::negation(definedness::conjunction(&self.system.initial)));
        self.refute(None, &locations, &undefined, Flaw::Start)?;
        let starts = self.abstraction.states.iter().filter(|state| *state.locations == *locations);
        conjuncts.extend(starts.map(|state| Formula::negation(self.meaning(state))));
        self.refute(None, &locations, &conjuncts, Flaw::Start)
    }

    fn check_properties(&mut self, state: &AbstractState) -> Result<(), Failure> {
        for (property, number) in self.system.properties.iter().zip(0..) {
            let undefined = Formula::negation(definedness::formula(&property.error));
            for wrong in [undefined, property.error.clone()] {
                let conjuncts = [self.meaning(state), wrong];
                self.refute(None, &state.locations, &conjuncts, Flaw::Property { property: number })?;
            }
        }
        Ok(())
    }

    /// The transition has a value in all states of the abstract state, and leads into one of the targets.
    fn check_step(
        &mut self,
        state: &AbstractState,
        transition: &Transition,
        index: u32,
        targets: &[u32],
    ) -> Result<(), Failure> {
        let undefined = [self.meaning(state), Formula::negation(definedness::transition(self.system, transition))];
        self.refute(Some(transition), &state.locations, &undefined, Flaw::Value { transition: index })?;
        let mut after = state.locations.clone();
        after[usize::from(transition.instance.0)] = transition.to.0;
        let mut conjuncts = transition.guard.clone();
        conjuncts.push(self.meaning(state));
        for target in targets {
            let target = &self.abstraction.states[*target as usize];
            if target.locations == after {
                // Its predicates speak of the locations after the step.
                let meaning = self.meaning(target).fold(Some(&after));
                conjuncts.push(Formula::negation(meaning.substitute(&transition.update)));
            }
        }
        self.refute(Some(transition), &state.locations, &conjuncts, Flaw::Step { transition: index })
    }

    /// The formula of the predicates of an abstract state.
    fn meaning(&self, state: &AbstractState) -> Formula {
        let mut parts = Vec::new();
        for (number, predicate) in self.abstraction.predicates.iter().enumerate() {
            let is_active =
                |(instance, location): (InstanceId, LocationId)| state.locations[usize::from(instance.0)] == location.0;
            if predicate.owner.is_none_or(is_active) {
                let formula = predicate.formula.clone();
                parts.push(if state.values.contains(number) { formula } else { Formula::negation(formula) });
            }
        }
        Formula::All(parts)
    }

    /// Accepts if the formulas cannot hold together with control there.
    fn refute(
        &mut self,
        transition: Option<&Transition>,
        locations: &[u16],
        conjuncts: &[Formula],
        flaw: Flaw,
    ) -> Result<(), Failure> {
        let folded: Vec<_> = conjuncts.iter().map(|formula| formula.fold(Some(locations))).collect();
        if folded.contains(&Formula::Constant(false)) {
            return Ok(());
        }
        let conjuncts: Vec<_> = folded.iter().collect();
        let choices = transition.map_or(&[][..], |transition| &transition.choices);
        let query = Query { system: self.system, choices, conjuncts: &conjuncts, model: false };
        match self.prover.ask(&query, self.control).map_err(Failure::Stop)? {
            Answer::Unsatisfiable => Ok(()),
            Answer::Satisfiable(_) => Err(Failure::Flaw(flaw)),
            Answer::Unknown(unknown) => Err(Failure::Flaw(Flaw::Undecided(unknown.to_string()))),
        }
    }
}

/// `variable == value`
pub(crate) fn equals(variable: VariableId, sort: Sort, value: i64) -> Formula {
    match sort {
        Sort::Boolean if value == 0 => Formula::negation(Formula::Variable(variable)),
        Sort::Boolean => Formula::Variable(variable),
        Sort::Integer | Sort::Range(..) => {
            Formula::Compare(Comparison::Equal, Term::Variable(variable), Term::Constant(value))
        }
    }
}
