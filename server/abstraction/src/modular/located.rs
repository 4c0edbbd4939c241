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

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::modular::{BoundedSum, Invariant};
use boolprog_clauses::{Argument, Cases, Encoding, Head, NoClauses, Step, Taken, Unknowns, encode};
use boolprog_integer::{
    Comparison, Counter, Formula, InstanceId, LocationId, Property, Summed, System, Term, Transition, VariableId,
};
use boolprog_prover::{Answer, Prover, Query};

use super::errors::{self, Case, Witness};
use super::explored::Explored;
use super::instances::{Family, Found, Instances, Place, Spot, Spots, Standing};
use super::live::live;
use super::pairs::{Pairs, Together};
use super::reads::{is_replicated, reads_no_other, starts_alike};
use super::steps::{Seen, steps_from};

/// The level of the invariants: that of pairs.
pub(super) const LEVEL: u16 = 2;

/// A clause about instances at places.
pub(super) type Clause<'s> = boolprog_clauses::Clause<'s, Standing>;

/// The clauses of a system.
pub(super) struct Located<'s> {
    pub(super) system: &'s System,
    pub(super) instances: &'s Instances<'s>,
    pairs: &'s Pairs,
    /// Formulas at spots, besides.
    found: &'s Found,
    /// Formulas that hold when the first instance of a family is at a place.
    alone: BTreeMap<Place, Formula>,
    /// Formulas that hold everywhere, about shared variables, counters and instances that exist once.
    always: Vec<Formula>,
    /// The variables of instances that relations are about, by their positions.
    pub(super) live: Vec<BTreeMap<LocationId, BTreeSet<usize>>>,
    pub(super) clauses: Vec<Clause<'s>>,
    /// `true` if there are sums.
    pub(super) has_sums: bool,
}

impl<'s> Located<'s> {
    /// The clauses.
    pub(super) fn of(
        instances: &'s Instances<'s>,
        explored: &'s Explored,
        control: &dyn Control,
    ) -> Result<Self, NoClauses> {
        let system = instances.system;
        let live = instances.families.iter().map(|family| live(system, family)).collect();
        let Explored { pairs, sums, found, .. } = explored;
        let always = sums.formulas(system).into_iter().chain(found.iter().flat_map(once)).collect();
        let alone = alone(explored);
        let mut located = Self {
            system,
            instances,
            pairs,
            found,
            alone,
            always,
            live,
            clauses: Vec::new(),
            has_sums: !sums.all.is_empty(),
        };
        starts_alike(system)?;
        for transition in &system.transitions {
            reads_no_other(system, transition)?;
        }
        located.clauses = encode(system, &located, control)?;
        let never = sums.never.iter().map(|index| located.assumption(*index, &Formula::Constant(false)));
        let conditions = sums.assumptions.iter().map(|(index, formula)| located.assumption(*index, formula));
        let assumptions: Vec<Clause<'s>> = never.chain(conditions).flatten().collect();
        located.clauses.extend(assumptions);
        Ok(located)
    }

    /// The places that instances can reach.
    pub(super) fn places(&self) -> Vec<Place> {
        self.alone.keys().copied().collect()
    }

    /// The first instance at each place.
    pub(super) fn firsts(&self) -> impl Iterator<Item = Standing> {
        self.alone.keys().map(|place| self.instances.standing(*place, 0))
    }

    /// The steps that instances see, of those of others which matter to them.
    pub(super) fn steps_from<'i>(
        &'i self,
        standing: &'i [Standing],
        matters: &'i dyn Fn(&Transition) -> bool,
    ) -> impl Iterator<Item = Seen<'s>> + 'i {
        let all = steps_from((self.instances, self.pairs), standing, matters);
        all.filter(|seen| self.may_be_there(&seen.before))
    }

    /// Returns `true` if instances may be there together.
    pub(super) fn may_be_there(&self, standing: &[Standing]) -> bool {
        let meets = |(position, one): (usize, &Standing)| {
            standing[..position].iter().all(|other| self.may_meet(one.spot, other.spot))
        };
        standing.iter().all(|it| self.is_reached(it)) && standing.iter().enumerate().all(meets)
    }

    fn may_meet(&self, one: Spot, other: Spot) -> bool {
        let never = |spots: [Spot; 2]| self.found.get(&spots[..]).is_some_and(|it| *it == [Formula::Constant(false)]);
        self.pairs.may_meet(one, other) && !never([one.min(other), one.max(other)])
    }

    fn is_reached(&self, Standing { spot, .. }: &Standing) -> bool {
        spot.place().is_none_or(|place| self.alone.contains_key(&place))
    }

    /// The variables of an instance that matter where it is.
    pub(super) fn living(&self, standing: Standing) -> impl Iterator<Item = VariableId> {
        let live = standing.spot.place().map(|place| &self.live[place.family][&place.location]);
        let own = self.instances.variables_of(standing.instance).iter().enumerate();
        own.filter(move |(position, _)| live.is_some_and(|it| it.contains(position))).map(|(_, variable)| *variable)
    }

    /// The places in order at which two instances can be together.
    pub(super) fn places_together(&self) -> Vec<(Place, Place)> {
        let places = self.places();
        let pairs = places.iter().flat_map(|one| places.iter().map(move |other| (*one, *other)));
        pairs.filter(|(one, other)| one <= other && self.may_meet(Spot::Any(*one), Spot::Any(*other))).collect()
    }

    /// That a formula holds before a transition.
    pub(super) fn assumption(&self, transition: usize, formula: &Formula) -> Vec<Clause<'s>> {
        let transition = &self.system.transitions[transition];
        let at = Formula::At { instance: transition.instance, location: transition.from };
        let is_once = !is_replicated(self.system, transition.instance);
        let takes = |it: &Standing| it.instance == transition.instance && it.spot.location() == transition.from;
        let standing = self.firsts().filter(|it| is_once || takes(it));
        let clauses = standing.filter_map(|standing| {
            let fails = [Formula::negation(formula.clone())];
            let formulas = fails.into_iter().chain(transition.guard.iter().cloned()).chain([at.clone()]);
            self.clause(vec![standing], formulas.collect(), Some(transition.into()), Head::Never)
        });
        clauses.collect()
    }

    /// Returns `true` if the formulas before the head of a clause are never true together.
    pub(super) fn excludes(
        &self,
        clause: &Clause<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<bool, Stop> {
        let conjuncts: Vec<&Formula> = clause.formulas.iter().collect();
        let query = Query { system: self.system, choices: clause.choices, conjuncts: &conjuncts, model: false };
        Ok(prover.ask(&query, control)? == Answer::Unsatisfiable)
    }

    /// Formulas that are known about some instances, and where those are that exist once; `None` if they are never there together.
    pub(super) fn known(&self, standing: &[Standing]) -> Option<Vec<Formula>> {
        let mut formulas = Vec::new();
        for (position, one) in standing.iter().enumerate() {
            match one.spot {
                Spot::Any(place) => formulas.push(self.renamed(self.alone.get(&place)?, &[*one])),
                Spot::Once(instance, location) => formulas.push(Formula::At { instance, location }),
            }
            for other in &standing[position + 1..] {
                formulas.extend(self.together(*one, *other)?);
            }
        }
        if !self.always.is_empty() {
            formulas.extend(self.always.iter().cloned());
            formulas.extend(self.system.counters.iter().map(|counter| self.at_least(*counter, standing)));
            formulas.extend(self.system.sums().flat_map(|sum| self.limits(sum)));
        }
        Some(formulas)
    }

    /// A formula about the first instances of their families at some spots, about these instances.
    fn renamed(&self, formula: &Formula, standing: &[Standing]) -> Formula {
        self.instances.renaming(standing).formula(formula)
    }

    /// That a counter counts those instances which are known to be at its location. Those at a first location may be imagined.
    fn at_least(&self, counter: Counter, standing: &[Standing]) -> Formula {
        let is_there = |it: &&Standing| {
            let process = self.system.instance(it.instance).process;
            process == counter.process && it.spot.location() == counter.location && counter.location.0 != 0
        };
        let number = i64::try_from(standing.iter().filter(is_there).count()).expect("some instances");
        Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(counter.variable), Term::Constant(number))
    }

    /// The limits that the number of instances sets for a sum over them.
    fn limits(&self, (variable, sum): (VariableId, Summed)) -> Vec<Formula> {
        let number = self.system.counter_of(sum).expect("the instances are counted");
        BoundedSum { sum, bounds: self.bounds(sum) }.limits(variable, number)
    }

    /// The least and the greatest value of a variable at the location of a sum, as the pairs tell.
    fn bounds(&self, Summed { variable, location }: Summed) -> Option<(i64, i64)> {
        let (family, _) = self.instances.member(self.system.variable(variable).owner?)?;
        self.pairs.range(Spot::Any(Place { family, location }), variable)
    }

    /// Formulas that are known about two instances together; `None` if they never are.
    fn together(&self, one: Standing, other: Standing) -> Option<Vec<Formula>> {
        if !self.may_meet(one.spot, other.spot) {
            return None;
        }
        let (Some(first), Some(second)) = (one.spot.place(), other.spot.place()) else { return Some(Vec::new()) };
        let in_order = if first <= second { [one, other] } else { [other, one] };
        let formulas = self.together_at((first.min(second), first.max(second)));
        Some(formulas.map(|formula| self.renamed(formula, &in_order)).collect())
    }

    /// Formulas about the first instances at two places, which are in order.
    fn together_at(&self, (one, other): (Place, Place)) -> impl Iterator<Item = &Formula> {
        let explicit = match self.pairs.together(one, other) {
            Together::When(formula) => Some(formula),
            Together::Never | Together::Apart => None,
        };
        let found = self.found.get(&[Spot::Any(one), Spot::Any(other)][..]);
        explicit.into_iter().chain(found.into_iter().flatten())
    }

    /// The invariant of the pairs, and of what the relations say at places.
    pub(super) fn invariant(&self, relations: &BTreeMap<Place, Vec<Formula>>) -> Invariant {
        let mut formulas = self.always.clone();
        for (first, index) in self.instances.families.iter().map(Family::first).zip(0..) {
            for location in self.instances.locations(first) {
                let place = Place { family: index, location };
                let elsewhere = Formula::negation(Formula::At { instance: first, location });
                let Some(alone) = self.alone.get(&place) else {
                    formulas.push(elsewhere);
                    continue;
                };
                let known = [alone.clone()].into_iter().chain(relations.get(&place).into_iter().flatten().cloned());
                let never = Formula::All(self.never_with(place));
                let all = known.flat_map(Formula::into_conjuncts).chain([never]);
                formulas.extend(all.map(|formula| Formula::Any(vec![elsewhere.clone(), formula]).fold(None)));
            }
        }
        for (one, other) in self.places_together() {
            formulas.extend(self.together_at((one, other)).map(|formula| self.when_at((one, other), formula.clone())));
        }
        formulas.retain(|formula| *formula != Formula::Constant(true));
        let sums = self.system.summed.iter().map(|sum| BoundedSum { sum: *sum, bounds: self.bounds(*sum) });
        Invariant { level: LEVEL, sums: sums.collect(), formulas }
    }

    /// That a formula holds when the first instances are at two places.
    fn when_at(&self, (one, other): (Place, Place), formula: Formula) -> Formula {
        let both = self.instances.standing_at(&[Spot::Any(one), Spot::Any(other)]);
        let elsewhere = both
            .iter()
            .map(|it| Formula::negation(Formula::At { instance: it.instance, location: it.spot.location() }));
        Formula::Any(elsewhere.chain([formula]).collect())
    }

    /// That another instance is not at the places, from this one on, at which it cannot be together with it.
    fn never_with(&self, one: Place) -> Vec<Formula> {
        let others = self.places().into_iter().filter(|other| one <= *other);
        let never = others.filter(|other| !self.may_meet(Spot::Any(one), Spot::Any(*other)));
        let elsewhere = |other: Place| {
            let instance = self.instances.standing(other, usize::from(one.family == other.family)).instance;
            Formula::negation(Formula::At { instance, location: other.location })
        };
        never.map(elsewhere).collect()
    }
}

impl Unknowns for Located<'_> {
    type At = Standing;

    fn relation(&self, Standing { spot, .. }: &Standing) -> String {
        match spot {
            Spot::Any(place) => format!("at{}_{}", place.family, place.location.0),
            Spot::Once(instance, location) => format!("once{}_{}", instance.0, location.0),
        }
    }

    fn arguments(&self, standing: &Standing) -> Vec<Argument> {
        let system = self.system;
        let argument = |variable: VariableId| Argument::Variable(variable, system.variable(variable).sort);
        let shared = (0..system.variables.len() as u32).map(VariableId);
        let is_shared = |it: &VariableId| system.variable(*it).owner.is_none_or(|owner| !is_replicated(system, owner));
        let mut arguments: Vec<_> =
            shared.filter(|it| is_shared(it) && !system.is_auxiliary(*it)).map(argument).collect();
        for instance in &self.instances.once {
            let locations = self.instances.locations(*instance);
            arguments.extend(locations.map(|location| Argument::At(*instance, location)));
        }
        arguments.extend(self.living(*standing).map(argument));
        arguments
    }
}

impl<'s> Encoding<'s> for Located<'s> {
    fn starts(&self) -> Vec<Standing> {
        let place = |family| Place { family, location: LocationId(0) };
        (0..self.instances.families.len()).map(|family| self.instances.standing(place(family), 0)).collect()
    }

    fn steps(&self) -> Vec<Taken<'s, Standing>> {
        let system = self.system;
        let matters = |it: &Transition| {
            let is_shared = |it: VariableId| system.variable(it).owner.is_none() && !system.is_auxiliary(it);
            !is_replicated(system, it.instance) || it.update.assigned().any(is_shared)
        };
        let mut found = Vec::new();
        for standing in self.firsts() {
            for Seen { transition, mut before, after } in self.steps_from(&[standing], &matters) {
                // The locations of instances that exist once are arguments.
                before.retain(|it| it.spot.place().is_some());
                found.push((before, transition, after[0]));
            }
        }
        found
    }

    fn cases(&self, _: &Property, error: Formula) -> Result<Cases<Standing>, String> {
        let mut found = Vec::new();
        for Case { witnesses, formulas } in errors::cases(self.instances, error)? {
            let mut all: Vec<Vec<Standing>> = vec![Vec::new()];
            for Witness { family, index, location } in witnesses {
                let fits = |place: &Place| place.family == family && location.is_none_or(|it| it == place.location);
                let places: Vec<Place> = self.places().into_iter().filter(fits).collect();
                let with = |chosen: Vec<Standing>| {
                    let standing = places.iter().map(|place| self.instances.standing(*place, index));
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
        let standing_at = before.iter().map(|it| (it.instance, it.spot.location()));
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
        let is_reached = !matches!(&head, Head::Holds(after) if !self.is_reached(after));
        Some(Clause::new(before, formulas, step, if is_reached { head } else { Head::Never }))
    }
}

/// A formula about the first instance at each place that it can reach.
fn alone(Explored { pairs, found, .. }: &Explored) -> BTreeMap<Place, Formula> {
    let of = |(place, alone): (&Place, &Formula)| {
        let found = found.get(&[Spot::Any(*place)][..]).into_iter().flatten();
        (*place, Formula::All([alone].into_iter().chain(found).cloned().collect()).fold(None))
    };
    pairs.alone.iter().map(of).filter(|(_, alone)| *alone != Formula::Constant(false)).collect()
}

/// Formulas that hold everywhere, of an instance that exists once if these are its spots.
fn once((spots, formulas): (&Spots, &Vec<Formula>)) -> Vec<Formula> {
    let [Spot::Once(instance, location)] = spots[..] else { return Vec::new() };
    let elsewhere = Formula::negation(Formula::At { instance, location });
    let or = |formula: &Formula| Formula::Any(vec![elsewhere.clone(), formula.clone()]).fold(None);
    formulas.iter().map(or).collect()
}

/// The place of an instance that exists once, if the formula tells it.
fn place_of(system: &System, formula: &Formula) -> Option<(InstanceId, LocationId)> {
    match formula {
        Formula::At { instance, location } if !is_replicated(system, *instance) => Some((*instance, *location)),
        _ => None,
    }
}
