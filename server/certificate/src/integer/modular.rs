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
//!
//! A [sum](System::with_sums) over all instances at a location that is not the first is 0 where no instance is, and limited by their
//! number where the invariant sets bounds to each summand.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::expression::Leaf;
use boolprog_integer::{
    Arithmetic, Comparison, Counter, Formula, Initial, InstanceId, LocationId, Property, Sort, Summed, System, Term,
    Transition, VariableId,
};
use boolprog_prover::{Answer, Given, Prover, Query};

use super::check::equals;
use super::conjuncts::Conjuncts;
use super::{Flaw, definedness};
use crate::failure::settled;

/// A formula that holds for every choice of some instances, in any number of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The number of instances of each process with `[*]` that it is about.
    pub level: u16,
    /// The sums that the conjuncts may speak of, as variables that follow all others.
    pub sums: Vec<BoundedSum>,
    /// The conjuncts. They may speak of shared variables, counters, sums, the instances of other processes, and of each process
    /// with `[*]` the instances with indices below the level.
    pub formulas: Vec<Formula>,
}

impl Invariant {
    /// The system that its formulas are about: with its sums.
    #[must_use]
    pub fn system(&self, system: &System) -> System {
        system.with_sums(&self.sums.iter().map(|it| it.sum).collect::<Vec<_>>())
    }
}

/// A sum over all instances at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundedSum {
    /// The sum itself.
    pub sum: Summed,
    /// The least and the greatest value of each summand, if the invariant tells them.
    pub bounds: Option<(i64, i64)>,
}

impl BoundedSum {
    /// The consequences for the variable that is the sum, by the counter of its instances: no instance adds less than the least
    /// value, and none more than the greatest.
    pub fn limits(&self, sum: VariableId, number: VariableId) -> Vec<Formula> {
        let (sum, number) = (Term::Variable(sum), Term::Variable(number));
        let compared = |comparison, bound| {
            let all = Term::binary(Arithmetic::Multiply, Term::Constant(bound), number.clone());
            Formula::Compare(comparison, sum.clone(), all)
        };
        if let Some((least, most)) = self.bounds {
            vec![compared(Comparison::GreaterOrEqual, least), compared(Comparison::LessOrEqual, most)]
        } else {
            let is_zero = Formula::Compare(Comparison::Equal, sum, Term::Constant(0));
            vec![Formula::Any(vec![at_least(number, 1), is_zero])]
        }
    }
}

/// Checks that an invariant proves that no property can be violated, for any number of instances. The outer error says
/// that `control` wanted to stop.
pub fn check_invariant(
    system: &System,
    invariant: &Invariant,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<(), Flaw>, Stop> {
    let flaws = flaws_by_property(system, invariant, prover, control)?;
    Ok(flaws.and_then(|flaws| flaws.into_values().next().map_or(Ok(()), Err)))
}

/// Checks that an invariant holds for any number of instances, and that every value exists: no property is violated but those
/// with a flaw, by index. The outer error says that `control` wanted to stop.
pub fn flaws_by_property(
    system: &System,
    invariant: &Invariant,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<BTreeMap<usize, Flaw>, Flaw>, Stop> {
    let level = usize::from(invariant.level);
    let all = || (0..system.instances.len() as u16).map(InstanceId);
    let of_process = |index| all().filter(move |it| usize::from(system.instance(*it).process) == index).collect();
    let replicated = (0..system.processes.len()).filter(|index| system.processes[*index].replicated);
    let families: Vec<Vec<InstanceId>> = replicated.map(of_process).collect();
    let fits = level > 0 && !system.counters.is_empty() && families.iter().all(|family| family.len() == level + 1);
    if !fits || !invariant.sums.iter().all(|it| is_sum(system, it.sum)) {
        return Ok(Err(Flaw::Shape));
    }
    let system = &invariant.system(system);
    let Invariant { sums, formulas, .. } = invariant;
    let mut checker =
        Checker { system, level, families, sums, invariant: formulas, known: BTreeMap::new(), prover, control };
    settled(checker.check())
}

/// `true` if the instances at the location that have the variable are counted, and a sum over them is an integer.
fn is_sum(system: &System, sum: Summed) -> bool {
    let variable = system.variables.get(sum.variable.0 as usize);
    let is_integer = variable.is_some_and(|it| it.sort != Sort::Boolean);
    is_integer && sum.location.0 != 0 && system.counter_of(sum).is_some()
}

type Failure = crate::failure::Failure<Flaw>;

struct Checker<'a> {
    system: &'a System,
    level: usize,
    /// Of each process with `[*]`, its instances.
    families: Vec<Vec<InstanceId>>,
    sums: &'a [BoundedSum],
    invariant: &'a [Formula],
    /// The invariant for all choices from some instances.
    known: BTreeMap<Vec<InstanceId>, Rc<Conjuncts>>,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
}

impl Checker<'_> {
    /// The flaws of properties.
    fn check(&mut self) -> Result<BTreeMap<usize, Flaw>, Failure> {
        let chosen = self.chosen();
        if !self.invariant.iter().all(|formula| self.is_about(formula, &chosen)) {
            return Err(Failure::Flaw(Flaw::Shape));
        }
        self.check_start()?;
        self.sums.iter().try_for_each(|sum| self.check_bounds(*sum, &chosen))?;
        self.system.transitions.iter().try_for_each(|transition| self.check_alike(transition))?;
        // Those with the same instances follow one another, so that the prover receives the invariant once for all of them.
        let mut steps: BTreeMap<Vec<InstanceId>, Vec<(&Transition, u32)>> = BTreeMap::new();
        for (transition, index) in self.system.transitions.iter().zip(0_u32..) {
            if let Some(involved) = self.involved(transition, &chosen) {
                steps.entry(involved).or_default().push((transition, index));
            }
        }
        for (involved, steps) in steps {
            for (transition, index) in steps {
                let progress = Progress { phase: "checking", states: u64::from(index), ..Progress::default() };
                self.control.poll(&progress).map_err(Failure::Stop)?;
                self.check_step(transition, index, &involved)?;
            }
        }
        let mut flaws = BTreeMap::new();
        for (index, property) in self.system.properties.iter().enumerate() {
            match self.check_property((index, property), &chosen) {
                Ok(()) => {}
                Err(Failure::Flaw(flaw)) => _ = flaws.insert(index, flaw),
                Err(stop) => return Err(stop),
            }
        }
        Ok(flaws)
    }

    /// The instances that a question about a transition is about; `None` if that about another one answers it. The invariant is
    /// symmetric: the first of the chosen instances takes the step for all of them.
    fn involved(&self, transition: &Transition, chosen: &[InstanceId]) -> Option<Vec<InstanceId>> {
        let mover = transition.instance;
        match self.families.iter().find_map(|family| family.iter().position(|it| *it == mover)) {
            None | Some(0) => Some(chosen.to_vec()),
            Some(place) if place == self.level => Some(chosen.iter().copied().chain([mover]).collect()),
            Some(_) => None,
        }
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
                start.push(equals(VariableId(id), variable.sort, value));
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
        let known: Given = start.into();
        self.refute(None, &known, &[undefined], Flaw::Start)?;
        let lost = Formula::negation(Formula::All(self.invariant.to_vec()));
        let conjuncts: Vec<Formula> = system.initial.iter().cloned().chain([lost]).collect();
        self.refute(None, &known, &conjuncts, Flaw::Start)
    }

    /// Each summand of a sum is within its bounds where the invariant holds.
    fn check_bounds(&mut self, bounded: BoundedSum, chosen: &[InstanceId]) -> Result<(), Failure> {
        let (Some((least, most)), Summed { variable, location }) = (bounded.bounds, bounded.sum) else { return Ok(()) };
        let instance = self.system.variable(variable).owner.filter(|it| chosen.contains(it));
        let instance = instance.ok_or(Failure::Flaw(Flaw::Shape))?;
        let outside = [(Comparison::Less, least), (Comparison::Greater, most)];
        let outside = outside.map(|(it, bound)| Formula::Compare(it, Term::Variable(variable), Term::Constant(bound)));
        let formulas = [Formula::At { instance, location }, Formula::Any(outside.to_vec())];
        let given = self.everywhere(chosen);
        self.refute(None, &given.formulas, &formulas, Flaw::Bounds)
    }

    /// A step from a state in which the invariant holds for all choices from the instances involved has a value, and
    /// leads to one where it holds for the chosen ones.
    fn check_step(&mut self, transition: &Transition, index: u32, involved: &[InstanceId]) -> Result<(), Failure> {
        let given = self.everywhere(involved);
        let kept = self.everywhere(&self.chosen()).open_before(transition, &given);
        let undefined = Formula::negation(definedness::transition(self.system, transition));
        let stated = transition.guard.iter().chain(&kept).chain([&undefined]).flat_map(Formula::variables);
        let mentioned = given.variables.iter().copied().chain(stated).collect();
        let Transition { instance, from, .. } = *transition;
        let counters = self.known_counters(involved, &mentioned, Some(transition)).into_iter();
        let mut here: Vec<Formula> = counters.map(|counter| counter.with_location(instance, from)).collect();
        here.push(Formula::At { instance, location: from });
        let without_value = [&here[..], &[undefined]].concat();
        self.refute(Some(transition), &given.formulas, &without_value, Flaw::Value { transition: index })?;
        // A part that the step does not change needs no question.
        let lost = Formula::negation(Formula::All(kept));
        let lost = [&here[..], &transition.guard, &[lost]].concat();
        self.refute(Some(transition), &given.formulas, &lost, Flaw::Step { transition: index })
    }

    fn check_property(&mut self, (index, property): (usize, &Property), chosen: &[InstanceId]) -> Result<(), Failure> {
        if !self.is_about(&property.error, chosen) {
            return Err(Failure::Flaw(Flaw::Shape));
        }
        let given = self.everywhere(chosen);
        let undefined = Formula::negation(definedness::formula(&property.error));
        let error = property.error.clone().into_disjuncts();
        for wrong in [undefined].into_iter().chain(error) {
            let mentioned = given.variables.iter().copied().chain(wrong.variables()).collect();
            let mut formulas = self.witnesses(&wrong, chosen);
            formulas.extend(self.known_counters(chosen, &mentioned, None));
            formulas.push(wrong);
            self.refute(None, &given.formulas, &formulas, Flaw::Property { property: index as u32 })?;
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
    fn everywhere(&mut self, involved: &[InstanceId]) -> Rc<Conjuncts> {
        if let Some(known) = self.known.get(involved) {
            return Rc::clone(known);
        }
        let conjuncts = Conjuncts::of(self.system, (self.invariant, self.level), &self.families, involved);
        let conjuncts = Rc::new(conjuncts);
        self.known.insert(involved.to_vec(), Rc::clone(&conjuncts));
        conjuncts
    }

    /// The counters of locations, of those that are mentioned, are at least the numbers of the instances known to be there, and
    /// sums are within the limits that these numbers set.
    fn known_counters(
        &self,
        involved: &[InstanceId],
        mentioned: &BTreeSet<VariableId>,
        leaving: Option<&Transition>,
    ) -> Vec<Formula> {
        let mut known = Vec::new();
        for counter in self.system.counters.iter().filter(|it| mentioned.contains(&it.variable)) {
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
        for ((variable, sum), bounded) in self.system.sums().zip(self.sums) {
            let number = self.system.counter_of(sum).filter(|_| mentioned.contains(&variable));
            known.extend(number.into_iter().flat_map(|number| bounded.limits(variable, number)));
        }
        known
    }

    /// Accepts if formulas cannot hold where others are given.
    fn refute(
        &mut self,
        transition: Option<&Transition>,
        given: &Given,
        formulas: &[Formula],
        flaw: Flaw,
    ) -> Result<(), Failure> {
        let folded: Vec<Formula> = formulas.iter().map(|formula| formula.fold(None)).collect();
        if folded.contains(&Formula::Constant(false)) {
            return Ok(());
        }
        let conjuncts: Vec<&Formula> = folded.iter().collect();
        let choices = transition.map_or(&[][..], |transition| &transition.choices);
        let query = Query { system: self.system, choices, conjuncts: &conjuncts, model: false };
        match self.prover.ask_given(given, &query, self.control).map_err(Failure::Stop)? {
            Answer::Unsatisfiable => Ok(()),
            Answer::Satisfiable(_) => Err(Failure::Flaw(flaw)),
            Answer::Unknown(unknown) => Err(Failure::Flaw(Flaw::Undecided(unknown.to_string()))),
        }
    }
}

fn without(instances: &[InstanceId], left_out: InstanceId) -> Vec<InstanceId> {
    instances.iter().copied().filter(|it| *it != left_out).collect()
}

fn at_least(term: Term, value: i64) -> Formula {
    Formula::Compare(Comparison::GreaterOrEqual, term, Term::Constant(value))
}
