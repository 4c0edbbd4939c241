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

use boolprog_base::control::Control;
use boolprog_certificate::integer::modular::Invariant;
use boolprog_clauses::{Argument, Cases, Encoding, Head, NoClauses, Step, Taken, Unknowns, encode};
use boolprog_integer::{
    Comparison, Counter, Formula, InstanceId, LocationId, Property, System, Term, Transition, VariableId,
};

use super::boxes::Boxes;
use super::errors::{self, Case, Witness};
use super::explored::Explored;
use super::live::live;
use super::pairs::{Family, Pairs, Place, Together, families, variables_of};
use super::reads::{is_counter, is_replicated, reads_no_other, starts_alike};
use super::sums::Copies;

/// The level of the invariants: that of pairs.
pub(super) const LEVEL: u16 = 2;

/// One of the first two instances of a family, at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Standing {
    pub(super) place: Place,
    /// 0 or 1: which of the instances.
    pub(super) index: usize,
}

/// A clause about instances at places.
pub(super) type Clause<'s> = boolprog_clauses::Clause<'s, Standing>;

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
    /// The clauses.
    pub(super) fn of(
        system: &'s System,
        Explored { pairs, boxes, sums, copies, facts }: &'s Explored,
        control: &dyn Control,
    ) -> Result<Self, NoClauses> {
        let families = families(system, &BTreeSet::new());
        let live = families.iter().map(|family| live(system, family)).collect();
        let alone = alone(system, &families, pairs, boxes, copies);
        let always = sums.formulas().into_iter().chain(facts.iter().flatten().cloned()).collect();
        let mut located = Self { system, families, pairs, alone, always, live, clauses: Vec::new() };
        starts_alike(system)?;
        for transition in &system.transitions {
            reads_no_other(system, transition)?;
        }
        located.clauses = encode(system, &located, control)?;
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

    /// The steps of an instance, and of those that exist once.
    fn own_steps(&self, standing: Standing) -> impl Iterator<Item = Taken<'s, Standing>> {
        let own = self.instance(standing);
        let after = move |transition: &Transition| {
            if !is_replicated(self.system, transition.instance) {
                Some(standing)
            } else if transition.instance == own && transition.from == standing.place.location {
                Some(Standing { place: Place { location: transition.to, ..standing.place }, ..standing })
            } else {
                None
            }
        };
        self.system.transitions.iter().filter_map(move |it| Some((vec![standing], it, after(it)?)))
    }

    /// The steps of others.
    fn interference(&self) -> Vec<Taken<'s, Standing>> {
        let system = self.system;
        let is_seen = |transition: &Transition| {
            let mut assigned = transition.update.assigned();
            assigned.any(|it| system.variable(it).owner.is_none() && !is_counter(system, it))
        };
        let mut found = Vec::new();
        for (one, other) in self.places_together() {
            let both = [(one, 0), (other, usize::from(one.family == other.family))];
            let [one, other] = both.map(|(place, index)| Standing { place, index });
            let both = [(one, other), (other, one)];
            for (stays, moves) in both.into_iter().take(if one.place == other.place { 1 } else { 2 }) {
                let mover = self.instance(moves);
                let steps =
                    system.transitions.iter().filter(|it| it.instance == mover && it.from == moves.place.location);
                found.extend(steps.filter(|it| is_seen(it)).map(|it| (vec![stays, moves], it, stays)));
            }
        }
        found
    }

    /// The places in order at which two instances can be together.
    pub(super) fn places_together(&self) -> Vec<(Place, Place)> {
        let places = self.places();
        let pairs = places.iter().flat_map(|one| places.iter().map(move |other| (*one, *other)));
        pairs.filter(|(one, other)| one <= other && *self.pairs.together(*one, *other) != Together::Never).collect()
    }

    /// That a formula holds before a transition.
    fn add_assumption(&mut self, transition: &'s Transition, formula: &Formula) {
        let at = Formula::At { instance: transition.instance, location: transition.from };
        for place in self.places() {
            let standing = Standing { place, index: 0 };
            let is_own = self.instance(standing) == transition.instance && place.location == transition.from;
            if is_own || !is_replicated(self.system, transition.instance) {
                let fails = [Formula::negation(formula.clone())];
                let formulas = fails.into_iter().chain(transition.guard.iter().cloned()).chain([at.clone()]);
                let clause = self.clause(vec![standing], formulas.collect(), Some(transition.into()), Head::Never);
                self.clauses.extend(clause);
            }
        }
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

impl Unknowns for Located<'_> {
    type At = Standing;

    fn relation(&self, Standing { place, .. }: &Standing) -> String {
        format!("at{}_{}", place.family, place.location.0)
    }

    fn arguments(&self, standing: &Standing) -> Vec<Argument> {
        let system = self.system;
        let argument = |variable: VariableId| Argument::Variable(variable, system.variable(variable).sort);
        let shared = (0..system.variables.len() as u32).map(VariableId);
        let is_shared = |it: &VariableId| system.variable(*it).owner.is_none_or(|owner| !is_replicated(system, owner));
        let mut arguments: Vec<_> =
            shared.filter(|it| is_shared(it) && !is_counter(system, *it)).map(argument).collect();
        for instance in (0..system.instances.len() as u16).map(InstanceId).filter(|it| !is_replicated(system, *it)) {
            let locations = 0..system.process_of(instance).locations.len() as u16;
            arguments.extend(locations.map(|location| Argument::At(instance, LocationId(location))));
        }
        let live = &self.live[standing.place.family][&standing.place.location];
        let own = variables_of(system, self.instance(*standing)).into_iter().enumerate();
        arguments.extend(own.filter(|(position, _)| live.contains(position)).map(|(_, variable)| argument(variable)));
        arguments
    }
}

impl<'s> Encoding<'s> for Located<'s> {
    fn starts(&self) -> Vec<Standing> {
        let place = |family| Place { family, location: LocationId(0) };
        (0..self.families.len()).map(|family| Standing { place: place(family), index: 0 }).collect()
    }

    fn steps(&self) -> Vec<Taken<'s, Standing>> {
        let first = self.places().into_iter().map(|place| Standing { place, index: 0 });
        first.flat_map(|standing| self.own_steps(standing)).chain(self.interference()).collect()
    }

    fn cases(&self, _: &Property, error: Formula) -> Result<Cases<Standing>, String> {
        let mut found = Vec::new();
        for Case { witnesses, formulas } in errors::cases(self.system, &self.families, error)? {
            let mut all: Vec<Vec<Standing>> = vec![Vec::new()];
            for Witness { family, index, location } in witnesses {
                let fits = |place: &Place| place.family == family && location.is_none_or(|it| it == place.location);
                let places: Vec<Place> = self.places().into_iter().filter(fits).collect();
                let with = |chosen: Vec<Standing>| {
                    let standing = places.iter().map(move |place| Standing { place: *place, index });
                    standing.map(move |it| [&chosen[..], &[it]].concat()).collect::<Vec<_>>()
                };
                all = all.into_iter().flat_map(with).collect();
            }
            found.extend(all.into_iter().map(|standing| (standing, formulas.clone())));
        }
        Ok(found)
    }

    /// A clause with what the pairs tell; `None` if they exclude it.
    fn clause(
        &self,
        before: Vec<Standing>,
        stated: Vec<Formula>,
        step: Option<Step<'s>>,
        head: Head<Standing>,
    ) -> Option<Clause<'s>> {
        let mut formulas = self.known(&before)?;
        formulas.extend(stated);
        let standing_at = before.iter().map(|it| (self.instance(*it), it.place.location));
        let mut places: BTreeMap<InstanceId, LocationId> = standing_at.collect();
        let once: BTreeSet<Formula> =
            formulas.iter().filter(|it| place_of(self.system, it).is_some()).cloned().collect();
        places.extend(once.iter().filter_map(|it| place_of(self.system, it)));
        let located = |formula: &Formula| {
            places
                .iter()
                .fold(formula.clone(), |formula, (instance, location)| formula.with_location(*instance, *location))
        };
        let folded = Formula::All(formulas.iter().map(located).collect()).fold(None);
        if folded == Formula::Constant(false) {
            return None;
        }
        let formulas = once.into_iter().chain(folded.into_conjuncts()).collect();
        // The explicit values may exclude a step that nothing else does.
        let is_reached = !matches!(&head, Head::Holds(after) if !self.alone.contains_key(&after.place));
        Some(Clause::new(before, formulas, step, if is_reached { head } else { Head::Never }))
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
