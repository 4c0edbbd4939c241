//! Checking sets of states, without anything of the search that made them.
//!
//! A proof is a list of sets of states, each given by locations and a formula. It shows that nothing is violated if the
//! system starts in one of them, no step leads out of them all, no state in them violates a property, and everything
//! that is evaluated in them has a value. Each of these is a question to a prover; the steps that the proof names
//! are believed only as far as they help to put it.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{Comparison, Formula, Initial, Sort, System, Term, Transition, VariableId};
use boolprog_prover::{Answer, Prover, Query};

use super::Flaw;
use super::definedness;
use crate::failure::settled;

/// Sets of states that are to contain every reachable one.
pub trait Cover {
    /// Number of the sets.
    fn len(&self) -> usize;

    /// `true` if there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The location of each instance in the states of a set.
    fn locations(&self, set: usize) -> &[u16];

    /// The formula that holds in the states of a set, and in no other states with its locations.
    fn meaning(&self, set: usize) -> Formula;

    /// Source, transition and target of the steps between sets, by increasing source.
    fn steps(&self) -> Vec<[u32; 3]>;
}

/// Checks that sets of states prove that no property can be violated. The outer error says that `control` wanted to
/// stop. Asks as many questions as the sets have transitions, and a few for each set.
pub fn check(
    system: &System,
    cover: &dyn Cover,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<(), Flaw>, Stop> {
    let mut checker = Checker { system, cover, prover, control };
    settled(checker.check())
}

type Failure = crate::failure::Failure<Flaw>;

struct Checker<'a> {
    system: &'a System,
    cover: &'a dyn Cover,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
}

impl Checker<'_> {
    fn check(&mut self) -> Result<(), Failure> {
        self.check_start()?;
        let (steps, sets) = (self.cover.steps(), self.cover.len());
        let mut steps = steps.as_slice();
        let progress =
            |left| Progress { phase: "checking", states: sets as u64, frontier: left as u64, ..Progress::default() };
        for set in 0..sets {
            self.control.poll(&progress(sets - set)).map_err(Failure::Stop)?;
            let length = steps.iter().take_while(|[source, ..]| *source as usize == set).count();
            let (of_set, rest) = steps.split_at(length);
            steps = rest;
            self.check_properties(set)?;
            for (transition, index) in self.system.transitions.iter().zip(0_u32..) {
                if self.cover.locations(set)[usize::from(transition.instance.0)] != transition.from.0 {
                    continue;
                }
                let of_transition = of_set.iter().filter(|[_, transition, _]| *transition == index);
                let mut targets: Vec<_> = of_transition.map(|[_, _, target]| *target as usize).collect();
                targets.sort_unstable();
                targets.dedup();
                self.check_step(set, transition, index, &targets)?;
            }
        }
        Ok(())
    }

    /// No start lies outside of all sets, and which states are starts has a value.
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
        let starts = (0..self.cover.len()).filter(|set| *self.cover.locations(*set) == *locations);
        conjuncts.extend(starts.map(|set| Formula::negation(self.cover.meaning(set))));
        self.refute(None, &locations, &conjuncts, Flaw::Start)
    }

    fn check_properties(&mut self, set: usize) -> Result<(), Failure> {
        let cover = self.cover;
        for (property, number) in self.system.properties.iter().zip(0..) {
            let undefined = Formula::negation(definedness::formula(&property.error));
            for wrong in [undefined, property.error.clone()] {
                let conjuncts = [cover.meaning(set), wrong];
                self.refute(None, cover.locations(set), &conjuncts, Flaw::Property { property: number })?;
            }
        }
        Ok(())
    }

    /// The transition has a value in all states of the set, and leads into one of the targets.
    fn check_step(
        &mut self,
        set: usize,
        transition: &Transition,
        index: u32,
        targets: &[usize],
    ) -> Result<(), Failure> {
        let cover = self.cover;
        let locations = cover.locations(set);
        let undefined = [cover.meaning(set), Formula::negation(definedness::transition(self.system, transition))];
        self.refute(Some(transition), locations, &undefined, Flaw::Value { transition: index })?;
        let mut after = Box::<[u16]>::from(locations);
        after[usize::from(transition.instance.0)] = transition.to.0;
        let mut conjuncts = transition.guard.clone();
        conjuncts.push(cover.meaning(set));
        for target in targets {
            if *cover.locations(*target) == *after {
                // Its predicates speak of the locations after the step.
                let meaning = cover.meaning(*target).fold(Some(&after));
                conjuncts.push(Formula::negation(meaning.substitute(&transition.update)));
            }
        }
        self.refute(Some(transition), locations, &conjuncts, Flaw::Step { transition: index })
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
