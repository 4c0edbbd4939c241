//! Invariants with one relation for each place of an instance, over what is shared and the variables of that instance.
//!
//! [`Pairs`] tells first, by explicit values, which places two instances can be at together, and when. So a step of another
//! instance is a clause only for those places at which it can find one, and the clauses of most pairs of places are left
//! out. Where the pairs alone exclude every violation, no relation is needed.
//!
//! An invariant of level 2 results: at each place, the relation and the formula of its explicit values; at two places, what
//! the pairs tell. (Owicki, Gries, "An axiomatic proof technique for parallel programs I", Acta Informatica 6, 1976: the
//! assertions at the places; the pairs are in the place of auxiliary variables.)

use std::collections::{BTreeMap, BTreeSet};

use boolprog_certificate::integer::modular::Invariant;
use boolprog_integer::{
    Choice, Comparison, Counter, Formula, InstanceId, LocationId, System, Term, Transition, Update, VariableId,
};

use super::boxes::Boxes;
use super::errors::{self, Case, Witness};
use super::explored::Explored;
use super::live::live;
use super::pairs::{Family, Pairs, Place, Together, families, variables_of};
use super::reads::{is_counter, is_replicated, reads_no_other, starts_alike};
use super::sums::Copies;
use crate::obligations;

/// The level of the invariants: that of pairs.
pub(super) const LEVEL: u16 = 2;

/// One of the first two instances of a family, at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Standing {
    pub(super) place: Place,
    /// 0 or 1: which of the instances.
    pub(super) index: usize,
}

/// What a step makes of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'s> {
    pub(super) update: &'s Update,
    pub(super) mover: InstanceId,
    pub(super) to: LocationId,
}

/// The relation of an instance's place, after a step or at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct After<'s> {
    pub(super) standing: Standing,
    pub(super) step: Option<Step<'s>>,
}

/// What follows from the conditions of a clause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head<'s> {
    /// A relation holds.
    Holds(After<'s>),
    /// They violate the property with this index, or it has no value.
    Violated(usize),
    /// They never hold: otherwise a value would not exist, or nothing be known.
    Never,
}

impl<'s> Head<'s> {
    /// The relation that holds.
    pub(super) const fn after(self) -> Option<After<'s>> {
        if let Self::Holds(after) = self { Some(after) } else { None }
    }
}

/// If instances stand at places, where their relations hold, and formulas hold, then something follows.
#[derive(Debug)]
pub(super) struct Clause<'s> {
    pub(super) standing: Vec<Standing>,
    /// Over variables of these instances, and locations of those that exist once.
    pub(super) formulas: Vec<Formula>,
    pub(super) choices: &'s [Choice],
    /// Where instances that exist once are known to be.
    pub(super) once: BTreeMap<InstanceId, LocationId>,
    pub(super) head: Head<'s>,
}

/// The clauses of a system.
pub(super) struct Located<'s> {
    pub(super) system: &'s System,
    pub(super) families: Vec<Family>,
    pub(super) pairs: &'s Pairs,
    /// What holds when the first, or the second, instance of a family is at a place.
    alone: BTreeMap<Place, [Formula; 2]>,
    /// What holds everywhere, about shared variables, counters and instances that exist once.
    always: Vec<Formula>,
    /// The variables of instances that relations are about, by their positions.
    pub(super) live: Vec<BTreeMap<LocationId, BTreeSet<usize>>>,
    pub(super) clauses: Vec<Clause<'s>>,
}

impl<'s> Located<'s> {
    /// The clauses; or why there are none, as a clause of a sentence.
    pub(super) fn of(
        system: &'s System,
        Explored { pairs, boxes, sums, copies, facts }: &'s Explored,
    ) -> Result<Self, String> {
        let families = families(system, &BTreeSet::new());
        let live = families.iter().map(|family| live(system, family)).collect();
        let alone = alone(system, &families, pairs, boxes, copies);
        let always = sums.formulas().into_iter().chain(facts.iter().flatten().cloned()).collect();
        let mut located = Self { system, families, pairs, alone, always, live, clauses: Vec::new() };
        for transition in &system.transitions {
            reads_no_other(system, transition)?;
        }
        located.add_start()?;
        located.add_own_steps();
        located.add_interference();
        located.add_errors()?;
        for (transition, formula) in &sums.assumptions {
            located.add_assumption(&system.transitions[*transition], formula);
        }
        Ok(located)
    }

    pub(super) fn instance(&self, standing: Standing) -> InstanceId {
        self.families[standing.place.family].instances[standing.index]
    }

    /// The places that instances can reach.
    pub(super) fn places(&self) -> Vec<Place> {
        self.alone.keys().copied().collect()
    }

    fn add_start(&mut self) -> Result<(), String> {
        starts_alike(self.system)?;
        let undefined = Formula::negation(Formula::All(obligations::of_conjuncts(&self.system.initial)));
        for family in 0..self.families.len() {
            let standing = Standing { place: Place { family, location: LocationId(0) }, index: 0 };
            let known = errors::start(self.system, self.instance(standing));
            let without_value = [&known[..], std::slice::from_ref(&undefined)].concat();
            self.add(Vec::new(), without_value, &[], Head::Never);
            self.add(Vec::new(), known, &[], Head::Holds(After { standing, step: None }));
        }
        Ok(())
    }

    /// The steps of an instance, and of those that exist once.
    fn add_own_steps(&mut self) {
        let system = self.system;
        for place in self.places() {
            let standing = Standing { place, index: 0 };
            let own = self.instance(standing);
            for transition in &system.transitions {
                if !is_replicated(system, transition.instance) {
                    self.add_step(vec![standing], transition, standing);
                } else if transition.instance == own && transition.from == place.location {
                    let after = Standing { place: Place { location: transition.to, ..place }, ..standing };
                    self.add_step(vec![standing], transition, after);
                }
            }
        }
    }

    /// The steps of others.
    fn add_interference(&mut self) {
        let system = self.system;
        let is_seen = |transition: &Transition| {
            let mut assigned = transition.update.assigned();
            assigned.any(|it| system.variable(it).owner.is_none() && !is_counter(system, it))
        };
        for (one, other) in self.places_together() {
            let indices = [(one, 0), (other, usize::from(one.family == other.family))];
            for (stays, moves) in [(0, 1), (1, 0)] {
                let [stays, moves] =
                    [stays, moves].map(|it: usize| Standing { place: indices[it].0, index: indices[it].1 });
                let mover = self.instance(moves);
                for transition in &system.transitions {
                    if transition.instance == mover && transition.from == moves.place.location && is_seen(transition) {
                        self.add_step(vec![stays, moves], transition, stays);
                    }
                }
                if one == other {
                    break;
                }
            }
        }
    }

    /// The places in order at which two instances can be together.
    pub(super) fn places_together(&self) -> Vec<(Place, Place)> {
        let places = self.places();
        let pairs = places.iter().flat_map(|one| places.iter().map(move |other| (*one, *other)));
        pairs.filter(|(one, other)| one <= other && *self.pairs.together(*one, *other) != Together::Never).collect()
    }

    fn add_step(&mut self, standing: Vec<Standing>, transition: &'s Transition, after: Standing) {
        let obligations = obligations::of(self.system, transition);
        if standing.len() == 1 && !obligations.is_empty() {
            let undefined = Formula::negation(Formula::All(obligations));
            let formulas = [undefined].into_iter().chain(self.at(transition)).collect();
            self.add(standing.clone(), formulas, &transition.choices, Head::Never);
        }
        let step = Step { update: &transition.update, mover: transition.instance, to: transition.to };
        let formulas = transition.guard.iter().cloned().chain(self.at(transition)).collect();
        let after = After { standing: after, step: Some(step) };
        self.add(standing, formulas, &transition.choices, Head::Holds(after));
    }

    /// That a formula holds before a transition.
    fn add_assumption(&mut self, transition: &'s Transition, formula: &Formula) {
        for place in self.places() {
            let standing = Standing { place, index: 0 };
            let is_own = self.instance(standing) == transition.instance && place.location == transition.from;
            if is_own || !is_replicated(self.system, transition.instance) {
                let fails = [Formula::negation(formula.clone())];
                let formulas = fails.into_iter().chain(transition.guard.iter().cloned()).chain(self.at(transition));
                self.add(vec![standing], formulas.collect(), &transition.choices, Head::Never);
            }
        }
    }

    /// That an instance which exists once is where its transition begins.
    fn at(&self, transition: &Transition) -> Option<Formula> {
        let at = Formula::At { instance: transition.instance, location: transition.from };
        (!is_replicated(self.system, transition.instance)).then_some(at)
    }

    fn add_errors(&mut self) -> Result<(), String> {
        for (index, property) in self.system.properties.iter().enumerate() {
            let undefined =
                Formula::negation(Formula::All(obligations::of_conjuncts(std::slice::from_ref(&property.error))));
            for error in [undefined, property.error.clone()] {
                for Case { witnesses, formulas } in errors::cases(self.system, &self.families, &error)? {
                    self.add_case(index, &witnesses, &formulas);
                }
            }
        }
        Ok(())
    }

    /// Adds that formulas violate a property, wherever the witnesses are.
    fn add_case(&mut self, property: usize, witnesses: &[Witness], formulas: &[Formula]) {
        let mut choices: Vec<Vec<Standing>> = vec![Vec::new()];
        for Witness { family, index, location } in witnesses.iter().copied() {
            let fits = |place: &Place| place.family == family && location.is_none_or(|it| it == place.location);
            let places: Vec<Place> = self.places().into_iter().filter(fits).collect();
            choices = choices
                .iter()
                .flat_map(|chosen| {
                    places.iter().map(|place| [&chosen[..], &[Standing { place: *place, index }]].concat())
                })
                .collect();
        }
        for standing in choices {
            self.add(standing, formulas.to_vec(), &[], Head::Violated(property));
        }
    }

    /// Adds a clause with what the pairs tell, unless they exclude it.
    fn add(&mut self, standing: Vec<Standing>, stated: Vec<Formula>, choices: &'s [Choice], head: Head<'s>) {
        let clause = self.clause(standing, stated, choices, head);
        self.clauses.extend(clause);
    }

    /// A clause with what the pairs tell; `None` if they exclude it.
    pub(super) fn clause(
        &self,
        standing: Vec<Standing>,
        stated: Vec<Formula>,
        choices: &'s [Choice],
        head: Head<'s>,
    ) -> Option<Clause<'s>> {
        let mut formulas = self.known(&standing)?;
        formulas.extend(stated);
        let once: BTreeMap<InstanceId, LocationId> =
            formulas.iter().filter_map(|it| place_of(self.system, it)).collect();
        let standing_at = standing.iter().map(|it| (self.instance(*it), it.place.location));
        for (instance, location) in standing_at.chain(once.iter().map(|(instance, location)| (*instance, *location))) {
            formulas = formulas.iter().map(|formula| formula.with_location(instance, location)).collect();
        }
        let at = once.iter().map(|(instance, location)| Formula::At { instance: *instance, location: *location });
        let folded = Formula::All(formulas).fold(None);
        if folded == Formula::Constant(false) {
            return None;
        }
        let formulas = at.chain(folded.into_conjuncts()).collect();
        // The explicit values may exclude a step that nothing else does.
        let is_reached = head.after().is_none_or(|after| self.alone.contains_key(&after.standing.place));
        Some(Clause { standing, formulas, choices, once, head: if is_reached { head } else { Head::Never } })
    }

    /// What the pairs tell about one or two instances; `None` if they are never there.
    pub(super) fn known(&self, standing: &[Standing]) -> Option<Vec<Formula>> {
        let alone = |it: &Standing| Some(self.alone.get(&it.place)?[it.index].clone());
        let mut formulas = standing.iter().map(alone).collect::<Option<Vec<_>>>()?;
        if let [one, other] = *standing {
            formulas.push(self.together(one, other)?);
        }
        if !self.always.is_empty() {
            formulas.extend(self.always.iter().cloned());
            formulas.extend(self.system.counters.iter().map(|counter| self.at_least(*counter, standing)));
        }
        Some(formulas)
    }

    /// What is known wherever instances are.
    pub(super) fn everywhere(&self) -> Vec<Formula> {
        let counted = self.system.counters.iter().map(|counter| self.at_least(*counter, &[]));
        self.always.iter().cloned().chain(counted).collect()
    }

    /// That a counter counts those instances which are known to be at its location. Those at a first location may be imagined.
    fn at_least(&self, counter: Counter, standing: &[Standing]) -> Formula {
        let is_there = |it: &&Standing| {
            let process = self.families[it.place.family].process;
            process == usize::from(counter.process) && it.place.location == counter.location && counter.location.0 != 0
        };
        let number = i64::try_from(standing.iter().filter(is_there).count()).unwrap_or_default();
        Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(counter.variable), Term::Constant(number))
    }

    /// What the pairs tell about two instances at their places; `None` if they are never there together.
    fn together(&self, one: Standing, other: Standing) -> Option<Formula> {
        let (first, second) = if one.place <= other.place { (one, other) } else { (other, one) };
        let nothing = Some(Formula::Constant(true));
        match self.pairs.together(first.place, second.place) {
            Together::Never => None,
            Together::Apart => nothing,
            // The formula is about the first instance at the first place.
            Together::When(_) if first.place.family == second.place.family && first.index != 0 => nothing,
            Together::When(formula) => Some(formula.clone()),
        }
    }

    /// The invariant of the pairs, and of what the relations say at places.
    pub(super) fn invariant(&self, relations: &BTreeMap<Place, Vec<Formula>>) -> Invariant {
        let mut formulas = self.always.clone();
        for (family, index) in self.families.iter().zip(0..) {
            let first = family.instances[0];
            let locations = 0..self.system.process_of(first).locations.len() as u16;
            for location in locations.map(LocationId) {
                let place = Place { family: index, location };
                let elsewhere = Formula::negation(Formula::At { instance: first, location });
                let Some(alone) = self.alone.get(&place) else {
                    formulas.push(elsewhere);
                    continue;
                };
                let known = [alone[0].clone()].into_iter().chain(relations.get(&place).into_iter().flatten().cloned());
                let never = Formula::All(self.never_with(place));
                let all = known.flat_map(Formula::into_conjuncts).chain([never]);
                formulas.extend(all.map(|formula| Formula::Any(vec![elsewhere.clone(), formula]).fold(None)));
            }
        }
        for (one, other) in self.places_together() {
            if let Together::When(formula) = self.pairs.together(one, other) {
                formulas.push(self.when_at((one, other), formula.clone()));
            }
        }
        formulas.retain(|formula| *formula != Formula::Constant(true));
        Invariant { level: LEVEL, formulas }
    }

    /// That a formula holds when the first instances are at two places.
    pub(super) fn when_at(&self, (one, other): (Place, Place), formula: Formula) -> Formula {
        let [first, second] = [(one, 0), (other, usize::from(one.family == other.family))].map(|(place, index)| {
            let instance = self.instance(Standing { place, index });
            Formula::negation(Formula::At { instance, location: place.location })
        });
        Formula::Any(vec![first, second, formula])
    }

    /// That another instance is not at the places, from this one on, at which it cannot be together with it.
    fn never_with(&self, one: Place) -> Vec<Formula> {
        let others = self.places().into_iter().filter(|other| one <= *other);
        let never = others.filter(|other| *self.pairs.together(one, *other) == Together::Never);
        let elsewhere = |other: Place| {
            let standing = Standing { place: other, index: usize::from(one.family == other.family) };
            Formula::negation(Formula::At { instance: self.instance(standing), location: other.location })
        };
        never.map(elsewhere).collect()
    }
}

/// What the pairs, the boxes and copies of shared variables tell about one instance.
fn alone(
    system: &System,
    families: &[Family],
    pairs: &Pairs,
    boxes: &Boxes,
    copies: &Copies,
) -> BTreeMap<Place, [Formula; 2]> {
    let of = |(place, alone): (&Place, &[Formula; 2])| {
        let [first, second] = [0, 1].map(|it| variables_of(system, families[place.family].instances[it]));
        let both = |index: usize, own: &[VariableId]| {
            let copies = copies.iter().filter(|(at, _)| at == place).map(|(_, formulas)| formulas[index].clone());
            let known = [alone[index].clone(), boxes.formula(system, *place, [&first, own])];
            Formula::All(known.into_iter().chain(copies).collect()).fold(None)
        };
        (*place, [both(0, &first), both(1, &second)])
    };
    let never = [Formula::Constant(false), Formula::Constant(false)];
    pairs.alone.iter().map(of).filter(|(_, alone)| *alone != never).collect()
}

/// The place of an instance that exists once, if the formula tells it.
fn place_of(system: &System, formula: &Formula) -> Option<(InstanceId, LocationId)> {
    match formula {
        Formula::At { instance, location } if !is_replicated(system, *instance) => Some((*instance, *location)),
        _ => None,
    }
}
