//! Checking a thread-modular invariant, without anything of the search that found it.
//!
//! The system has one more instance of each process with `[*]` than the level k of the invariant, and these stand for any
//! number of instances. The invariant is about k of them, and holds for every choice of k different instances, in every
//! order, if it holds at every start, if a step of one of the k keeps it, and if a step of one more does. Each of these,
//! that no property is violated and that everything has a value is a question to the prover.
//!
//! Instances that a system with fewer than k does not have are imagined in their first location, which they never leave.
//! A counter of another location is therefore at least the number of the instances that are there, and that of the first
//! is at least 1 when an instance leaves it.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::expression::Leaf;
use boolprog_integer::{
    Arithmetic, Comparison, Counter, Formula, Initial, InstanceId, LocationId, Replacement, System, Term, Transition,
    VariableId,
};
use boolprog_prover::{Answer, Prover, Query};
use itertools::Itertools;

use super::{Flaw, definedness};
use crate::failure::settled;

/// A formula that holds for every choice of some instances, in any number of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The number of instances of each process with `[*]` that it is about.
    pub level: u16,
    /// The conjuncts. They may speak of shared variables, counters, the instances of other processes, and of each process
    /// with `[*]` the instances with indices below the level.
    pub formulas: Vec<Formula>,
}

/// Checks that an invariant proves that no property can be violated, for any number of instances. The outer error says
/// that `control` wanted to stop.
pub fn check_invariant(
    system: &System,
    invariant: &Invariant,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<(), Flaw>, Stop> {
    let level = usize::from(invariant.level);
    let all = || (0..system.instances.len() as u16).map(InstanceId);
    let of_process = |index| all().filter(move |it| usize::from(system.instance(*it).process) == index).collect();
    let replicated = (0..system.processes.len()).filter(|index| system.processes[*index].replicated);
    let families: Vec<Vec<InstanceId>> = replicated.map(of_process).collect();
    let fits = level > 0 && !system.counters.is_empty() && families.iter().all(|family| family.len() == level + 1);
    if !fits {
        return Ok(Err(Flaw::Shape));
    }
    let mut checker = Checker { system, level, families, invariant: &invariant.formulas, prover, control };
    settled(checker.check())
}

type Failure = crate::failure::Failure<Flaw>;

struct Checker<'a> {
    system: &'a System,
    level: usize,
    /// Of each process with `[*]`, its instances.
    families: Vec<Vec<InstanceId>>,
    invariant: &'a [Formula],
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
}

impl Checker<'_> {
    fn check(&mut self) -> Result<(), Failure> {
        let chosen = self.chosen();
        if !self.invariant.iter().all(|formula| self.is_about(formula, &chosen)) {
            return Err(Failure::Flaw(Flaw::Shape));
        }
        self.check_start()?;
        for (transition, index) in self.system.transitions.iter().zip(0_u32..) {
            let progress = Progress { phase: "checking", states: u64::from(index), ..Progress::default() };
            self.control.poll(&progress).map_err(Failure::Stop)?;
            self.check_alike(transition)?;
            // The invariant is symmetric: the first of the chosen instances takes the step for all of them.
            let place = self.families.iter().find_map(|family| family.iter().position(|it| *it == transition.instance));
            match place {
                None | Some(0) => self.check_step(transition, index, &chosen)?,
                Some(place) if place == self.level => {
                    let involved: Vec<_> = chosen.iter().copied().chain([transition.instance]).collect();
                    self.check_step(transition, index, &involved)?;
                }
                Some(_) => {}
            }
        }
        self.check_properties(&chosen)
    }

    /// The instances of processes with `[*]` that the invariant is about.
    fn chosen(&self) -> Vec<InstanceId> {
        self.families.iter().flat_map(|family| &family[..self.level]).copied().collect()
    }

    fn is_replicated(&self, instance: InstanceId) -> bool {
        self.system.process_of(instance).replicated
    }

    /// `true` if a formula mentions no other of any number of instances than these, and no choice.
    fn is_about(&self, formula: &Formula, instances: &[InstanceId]) -> bool {
        let mut fits = true;
        formula.leaves(&mut |leaf| {
            let owner = match leaf {
                Leaf::Variable(variable) => self.system.variable(variable).owner,
                Leaf::At(instance, _) => Some(instance),
                Leaf::Input(_) => return fits = false,
            };
            fits &= owner.is_none_or(|owner| !self.is_replicated(owner) || instances.contains(&owner));
        });
        fits
    }

    /// No step depends on one of any number of other instances: otherwise these are not alike.
    fn check_alike(&self, transition: &Transition) -> Result<(), Failure> {
        let mut alike = true;
        let mut note = |leaf| {
            let owner = match leaf {
                Leaf::Variable(variable) => self.system.variable(variable).owner,
                Leaf::At(instance, _) => Some(instance),
                Leaf::Input(_) => None,
            };
            alike &= owner.is_none_or(|owner| owner == transition.instance || !self.is_replicated(owner));
        };
        transition.guard.iter().for_each(|formula| formula.leaves(&mut note));
        transition.update.all_terms().for_each(|(_, term)| term.leaves(&mut note));
        transition.update.all_formulas().for_each(|(_, formula)| formula.leaves(&mut note));
        if alike { Ok(()) } else { Err(Failure::Flaw(Flaw::Shape)) }
    }

    /// The invariant holds at every start.
    fn check_start(&mut self) -> Result<(), Failure> {
        let system = self.system;
        let mut start: Vec<Formula> = Vec::new();
        for (variable, id) in system.variables.iter().zip(0..) {
            if let Initial::Value(value) = variable.initial {
                start.push(super::check::equals(VariableId(id), variable.sort, value));
            }
        }
        let instances = (0..system.instances.len() as u16).map(InstanceId);
        start.extend(instances.map(|instance| Formula::At { instance, location: LocationId(0) }));
        let first = system.counters.iter().filter(|counter| counter.location.0 == 0);
        start.extend(first.map(|counter| at_least(Term::Variable(counter.variable), 1)));
        if !system.initial.iter().all(|formula| self.is_about(formula, &[])) {
            return Err(Failure::Flaw(Flaw::Shape));
        }
        let undefined = Formula::negation(definedness::conjunction(&system.initial));
        self.refute(None, &[start.clone(), vec![undefined]].concat(), Flaw::Start)?;
        start.extend(system.initial.iter().cloned());
        start.push(Formula::negation(Formula::All(self.invariant.to_vec())));
        self.refute(None, &start, Flaw::Start)
    }

    /// A step from a state in which the invariant holds for all choices from the instances involved has a value, and
    /// leads to one where it holds for the chosen ones.
    fn check_step(&mut self, transition: &Transition, index: u32, involved: &[InstanceId]) -> Result<(), Failure> {
        let here = |formula: Formula| formula.with_location(transition.instance, transition.from).fold(None);
        let mut before: Vec<Formula> = self.everywhere(involved).into_iter().map(here).unique().collect();
        before.push(Formula::At { instance: transition.instance, location: transition.from });
        before.extend(self.known_counters(involved, Some(transition)).into_iter().map(here));
        let undefined = Formula::negation(definedness::transition(self.system, transition));
        let value = Flaw::Value { transition: index };
        self.refute(Some(transition), &[before.clone(), vec![undefined]].concat(), value)?;
        before.extend(transition.guard.iter().cloned());
        let after = |formula: Formula| formula.replace(&After(transition)).fold(None);
        let kept = self.everywhere(&self.chosen()).into_iter().map(after).unique();
        // What the step leaves as it is needs no question.
        let known: BTreeSet<&Formula> = before.iter().collect();
        let kept: Vec<Formula> = kept.filter(|formula| !known.contains(formula)).collect();
        before.push(Formula::negation(Formula::All(kept)));
        self.refute(Some(transition), &before, Flaw::Step { transition: index })
    }

    fn check_properties(&mut self, chosen: &[InstanceId]) -> Result<(), Failure> {
        let mut known = self.everywhere(chosen);
        known.extend(self.known_counters(chosen, None));
        for (property, number) in self.system.properties.iter().zip(0..) {
            if !self.is_about(&property.error, chosen) {
                return Err(Failure::Flaw(Flaw::Shape));
            }
            let undefined = Formula::negation(definedness::formula(&property.error));
            let error = property.error.clone().into_disjuncts();
            for wrong in [undefined].into_iter().chain(error) {
                let witnesses = self.witnesses(&wrong, chosen);
                let conjuncts = [known.clone(), witnesses, vec![wrong]].concat();
                self.refute(None, &conjuncts, Flaw::Property { property: number })?;
            }
        }
        Ok(())
    }

    /// Where some of the chosen instances are, without loss of generality: a formula that counts instances at a location has
    /// as many there, and the invariant holds for every choice of them. Only for processes of which the formula names none.
    fn witnesses(&self, formula: &Formula, chosen: &[InstanceId]) -> Vec<Formula> {
        let named = |instance: InstanceId| !self.is_about(formula, &without(chosen, instance));
        let mut free: Vec<InstanceId> = Vec::new();
        for family in &self.families {
            let of_it: Vec<_> = chosen.iter().copied().filter(|it| family.contains(it)).collect();
            if !of_it.iter().any(|it| named(*it)) {
                free.extend(of_it);
            }
        }
        let mut known = Vec::new();
        for (counter, number) in formula.clone().into_conjuncts().iter().filter_map(|it| self.counted(it)) {
            for _ in 0..number {
                let is_of_it = |it: &InstanceId| self.system.instance(*it).process == counter.process;
                let Some(place) = free.iter().position(is_of_it) else { break };
                known.push(Formula::At { instance: free.remove(place), location: counter.location });
            }
        }
        known
    }

    /// The counter of a formula which says that it is at least some number.
    fn counted(&self, formula: &Formula) -> Option<(Counter, i64)> {
        let Formula::Compare(comparison, Term::Variable(variable), Term::Constant(number)) = formula else {
            return None;
        };
        let counter = self.system.counters.iter().find(|counter| counter.variable == *variable)?;
        match comparison {
            Comparison::GreaterOrEqual | Comparison::Equal => Some((*counter, *number)),
            Comparison::Greater => Some((*counter, number.checked_add(1)?)),
            _ => None,
        }
    }

    /// The invariant for all choices, in all orders, from the instances involved.
    fn everywhere(&self, involved: &[InstanceId]) -> Vec<Formula> {
        let choices = self.families.iter().map(|family| {
            let there = family.iter().copied().filter(|it| involved.contains(it));
            there.permutations(self.level).collect::<Vec<_>>()
        });
        let mut all = Vec::new();
        for choice in choices.multi_cartesian_product() {
            let renamed = Renamed { checker: self, choice };
            all.extend(self.invariant.iter().map(|formula| formula.replace(&renamed)));
        }
        all
    }

    /// The counters of locations are at least the numbers of the instances known to be there.
    fn known_counters(&self, involved: &[InstanceId], leaving: Option<&Transition>) -> Vec<Formula> {
        let mut known = Vec::new();
        for counter in &self.system.counters {
            let there = involved.iter().filter(|it| self.system.instance(**it).process == counter.process);
            let one_if_there = |instance: &InstanceId| {
                let is_there = Formula::At { instance: *instance, location: counter.location };
                Term::conditional(is_there, Term::Constant(1), Term::Constant(0))
            };
            let leaves = leaving.filter(|transition| {
                transition.from == counter.location
                    && self.system.instance(transition.instance).process == counter.process
            });
            let number = match counter.location.0 {
                0 => Term::Constant(i64::from(leaves.is_some())),
                _ => {
                    there.map(one_if_there).fold(Term::Constant(0), |sum, one| Term::binary(Arithmetic::Add, sum, one))
                }
            };
            known.push(Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(counter.variable), number));
        }
        known
    }

    /// Accepts if the formulas cannot hold together.
    fn refute(&mut self, transition: Option<&Transition>, conjuncts: &[Formula], flaw: Flaw) -> Result<(), Failure> {
        let folded: Vec<_> = conjuncts.iter().map(|formula| formula.fold(None)).collect();
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

/// Other instances in the place of those that the invariant names.
struct Renamed<'c, 'a> {
    checker: &'c Checker<'a>,
    /// Of each family, the instances in the places 0, 1, ...
    choice: Vec<Vec<InstanceId>>,
}

impl Renamed<'_, '_> {
    fn instance(&self, instance: InstanceId) -> InstanceId {
        let family = |family: &Vec<InstanceId>| family.iter().position(|it| *it == instance);
        let mut places = self.checker.families.iter().map(family).zip(&self.choice);
        places.find_map(|(place, choice)| choice.get(place?).copied()).unwrap_or(instance)
    }

    /// The variables of an instance are in the order of their declaration.
    fn variable(&self, variable: VariableId) -> VariableId {
        let system = self.checker.system;
        let Some(owner) = system.variable(variable).owner else { return variable };
        let own = |instance| {
            let all = (0..).map(VariableId).zip(&system.variables);
            all.filter(move |(_, variable)| variable.owner == Some(instance)).map(|(id, _)| id)
        };
        let place = own(owner).position(|id| id == variable);
        place.and_then(|place| own(self.instance(owner)).nth(place)).unwrap_or(variable)
    }
}

impl Replacement for Renamed<'_, '_> {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.variable(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.variable(variable))
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::At { instance: self.instance(instance), location }
    }
}

/// What holds before a transition if a formula holds after it.
struct After<'t>(&'t Transition);

impl Replacement for After<'_> {
    fn term(&self, variable: VariableId) -> Term {
        Replacement::term(&self.0.update, variable)
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Replacement::formula(&self.0.update, variable)
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        if instance == self.0.instance {
            Formula::Constant(location == self.0.to)
        } else {
            Formula::At { instance, location }
        }
    }
}

fn without(instances: &[InstanceId], left_out: InstanceId) -> Vec<InstanceId> {
    instances.iter().copied().filter(|it| *it != left_out).collect()
}

fn at_least(term: Term, value: i64) -> Formula {
    Formula::Compare(Comparison::GreaterOrEqual, term, Term::Constant(value))
}
