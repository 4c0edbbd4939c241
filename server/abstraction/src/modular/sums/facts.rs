//! What is known where an instance stands: constants, places that exclude one another, and copies of shared variables.
//!
//! A step that reads a shared variable into one of its instance, and a later step that writes it back, change the variable by
//! a constant if no other instance changes it between, as the [pairs](super::super::pairs) tell.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_clauses::values::{Known, truth};
use boolprog_integer::{
    Arithmetic, Comparison, Formula, InputId, InstanceId, LocationId, Sort, System, Term, Transition, VariableId,
};

use super::super::pairs::{Family, Pairs, Place, Together, variables_of};
use super::super::reads::{is_counter, is_replicated};
use super::wrapping::{Unwrapped, unwrapped};

/// A variable of an instance is a shared one plus a constant: the two, and the constant.
type Copy = (VariableId, VariableId, i64);

/// Which terms are followed as copies of variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::modular) enum Copying {
    /// Variables plus constants.
    Certain,
    /// Also those of machine integers, which are assumed not to wrap around.
    Assumed,
    /// These; and variables that are set to a negative constant are assumed to keep their sign, and to be what the instance has set
    /// them to until it sets them again.
    Signed,
}

/// What is known of the first instance of each family, and of those that exist once, at their places.
pub(super) struct Facts<'s> {
    system: &'s System,
    pub(super) families: &'s [Family],
    pairs: &'s Pairs,
    copying: Copying,
    copies: BTreeMap<Spot, BTreeSet<Copy>>,
}

/// Where an instance takes a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    /// The first instance of a family.
    Any(Place),
    /// One that exists once.
    Once(InstanceId, LocationId),
}

impl Spot {
    /// Another location of the same instance.
    const fn at(self, location: LocationId) -> Self {
        match self {
            Self::Any(place) => Self::Any(Place { location, ..place }),
            Self::Once(instance, _) => Self::Once(instance, location),
        }
    }
}

impl<'s> Facts<'s> {
    pub(super) fn of(system: &'s System, families: &'s [Family], pairs: &'s Pairs, copying: Copying) -> Self {
        let mut facts = Self { system, families, pairs, copying, copies: BTreeMap::new() };
        while facts.follow_copies() {}
        facts
    }

    /// The place at which a transition of the first instance of a family begins.
    pub(super) fn place(&self, transition: &Transition) -> Option<Place> {
        let family = self.families.iter().position(|it| it.instances[0] == transition.instance)?;
        Some(Place { family, location: transition.from })
    }

    /// Where a transition of an instance whose copies are followed begins.
    fn spot(&self, transition: &Transition) -> Option<Spot> {
        match self.place(transition) {
            Some(place) => Some(Spot::Any(place)),
            None if is_replicated(self.system, transition.instance) => None,
            None => Some(Spot::Once(transition.instance, transition.from)),
        }
    }

    /// Whether a transition may be taken at all, as far as the constants at its place tell.
    pub(super) fn is_possible(&self, transition: &Transition) -> bool {
        let is_reached = self.place(transition).is_none_or(|place| self.pairs.alone.contains_key(&place));
        let here = Here { facts: self, transition };
        is_reached && transition.guard.iter().all(|formula| truth(formula, &here) != Some(false))
    }

    /// The value that a variable always has before a transition.
    pub(super) fn constant(&self, transition: &Transition, variable: VariableId) -> Option<i64> {
        match self.place(transition) {
            Some(place) => self.pairs.constants.get(&place)?.get(&variable).copied(),
            None => self.pairs.constants_of_fixed.get(&(transition.instance, transition.from))?.get(&variable).copied(),
        }
    }

    /// Whether variables are assumed to keep their sign.
    pub(super) fn are_signed(&self) -> bool {
        self.copying == Copying::Signed
    }

    /// The constant by which a variable of an instance is larger than a shared one before a transition.
    pub(super) fn distance(&self, transition: &Transition, own: VariableId, shared: VariableId) -> Option<i64> {
        let copies = self.copies.get(&self.spot(transition)?)?;
        copies.iter().find(|(one, other, _)| *one == own && *other == shared).map(|(_, _, more)| *more)
    }

    /// What is known of copies of a variable at places, for the first or the second instance of a family.
    pub(super) fn copies_of(&self, variable: VariableId) -> Vec<(Place, [Formula; 2])> {
        let mut found = Vec::new();
        for (spot, copies) in &self.copies {
            let Spot::Any(place) = spot else { continue };
            let instances = &self.families[place.family].instances;
            let first = variables_of(self.system, instances[0]);
            for (own, shared, more) in copies.iter().filter(|(_, shared, _)| *shared == variable) {
                let Some(position) = first.iter().position(|it| it == own) else { continue };
                let formula = |index: usize| {
                    let own = Term::Variable(variables_of(self.system, instances[index])[position]);
                    let sum = Term::binary(Arithmetic::Add, Term::Variable(*shared), Term::Constant(*more));
                    Formula::Compare(Comparison::Equal, own, sum)
                };
                found.push((*place, [formula(0), formula(1)]));
            }
        }
        found
    }

    /// The same, for instances that exist once.
    pub(super) fn copies_once(&self, variable: VariableId) -> Vec<Formula> {
        let mut found = Vec::new();
        for (spot, copies) in &self.copies {
            let Spot::Once(instance, location) = *spot else { continue };
            for (own, shared, more) in copies.iter().filter(|(_, shared, _)| *shared == variable) {
                let sum = Term::binary(Arithmetic::Add, Term::Variable(*shared), Term::Constant(*more));
                let is_copy = Formula::Compare(Comparison::Equal, Term::Variable(*own), sum);
                found.push(Formula::Any(vec![Formula::negation(Formula::At { instance, location }), is_copy]));
            }
        }
        found
    }

    /// One more round of the analysis: what holds at a place is what all steps to it make true and no other instance changes.
    /// `true` if something was learned.
    fn follow_copies(&mut self) -> bool {
        let mut found: BTreeMap<Spot, Option<BTreeSet<Copy>>> = BTreeMap::new();
        for transition in self.system.transitions.iter().filter(|it| self.is_possible(it)) {
            let Some(spot) = self.spot(transition) else { continue };
            found.insert(spot.at(LocationId(0)), Some(BTreeSet::new()));
            let after = self.copies_after(transition);
            let known = found.entry(spot.at(transition.to)).or_default();
            *known = Some(match known.take() {
                Some(known) => known.intersection(&after).copied().collect(),
                None => after,
            });
        }
        let mut learned = false;
        for (spot, copies) in found {
            let lasting = |copy: &Copy| !self.is_changed_by_others(spot, copy.1);
            let copies: BTreeSet<Copy> = copies.into_iter().flatten().filter(lasting).collect();
            let known = self.copies.entry(spot).or_default();
            learned |= !copies.is_subset(known);
            // Fewer steps than these are possible in no later round, so that nothing is lost.
            known.extend(copies);
        }
        learned
    }

    fn copies_after(&self, transition: &Transition) -> BTreeSet<Copy> {
        let is_number = |it: &VariableId| self.system.variable(*it).sort != Sort::Boolean;
        let own = variables_of(self.system, transition.instance).into_iter().filter(is_number);
        let is_shared = |it: &VariableId| self.system.variable(*it).owner.is_none() && !is_counter(self.system, *it);
        let shared = || (0..self.system.variables.len() as u32).map(VariableId).filter(is_shared).filter(is_number);
        let new = |variable| {
            let before = Term::Variable(variable);
            self.normal(transition, transition.update.terms.get(&variable).unwrap_or(&before))
        };
        let mut found = BTreeSet::new();
        for own in own {
            let Some((base, more)) = new(own) else { continue };
            for shared in shared() {
                if let Some((of_shared, less)) = new(shared)
                    && of_shared == base
                    && let Some(distance) = more.checked_sub(less)
                {
                    found.insert((own, shared, distance));
                }
            }
        }
        found
    }

    /// A term as a variable before a transition plus a constant; copies stand for what they are copies of.
    fn normal(&self, transition: &Transition, term: &Term) -> Option<(VariableId, i64)> {
        match term {
            Term::Variable(variable) => {
                let copies = self.spot(transition).and_then(|spot| self.copies.get(&spot));
                let copy = copies.into_iter().flatten().find(|(own, ..)| own == variable);
                Some(copy.map_or((*variable, 0), |(_, shared, more)| (*shared, *more)))
            }
            Term::Binary(Arithmetic::Add, left, right) => match (&**left, &**right) {
                (other, Term::Constant(more)) | (Term::Constant(more), other) => {
                    let (base, before) = self.normal(transition, other)?;
                    Some((base, before.checked_add(*more)?))
                }
                _ => None,
            },
            Term::Binary(Arithmetic::Subtract, left, right) => {
                let Term::Constant(less) = **right else { return None };
                let (base, before) = self.normal(transition, left)?;
                Some((base, before.checked_sub(less)?))
            }
            Term::Conditional(..) if self.copying != Copying::Certain => {
                let Unwrapped { branch, .. } = self.unwrapped(transition, term)?;
                self.normal(transition, &branch)
            }
            _ => None,
        }
    }

    /// The branch of a term in which a machine integer does not wrap around.
    fn unwrapped(&self, transition: &Transition, term: &Term) -> Option<Unwrapped> {
        let distance = |branch: &Term| self.normal(transition, branch).map(|(_, more)| more);
        unwrapped(term, &distance)
    }

    /// The copies of machine integers that are assumed not to wrap around, with the numbers of the transitions that make them.
    pub(super) fn assumed(&self) -> Vec<(usize, VariableId, Unwrapped)> {
        let mut found = Vec::new();
        for (index, transition) in self.system.transitions.iter().enumerate() {
            let Some(spot) = self.spot(transition) else { continue };
            let after = self.copies.get(&spot.at(transition.to));
            let is_copy = |variable: &VariableId| after.into_iter().flatten().any(|(own, ..)| own == variable);
            let copies = transition.update.terms.iter().filter(|(variable, _)| is_copy(variable));
            let unwrapped =
                |(variable, term): (&VariableId, &Term)| Some((index, *variable, self.unwrapped(transition, term)?));
            found.extend(copies.filter_map(unwrapped));
        }
        found
    }

    /// Whether another instance may change a variable while one is somewhere.
    fn is_changed_by_others(&self, spot: Spot, variable: VariableId) -> bool {
        let changes = |it: &&Transition| {
            it.update.terms.get(&variable).is_some_and(|term| *term != Term::Variable(variable)) && self.is_possible(it)
        };
        let mut changing = self.system.transitions.iter().filter(changes);
        changing.any(|transition| match (spot, self.spot(transition)) {
            (_, None) => false,
            (Spot::Any(place), Some(Spot::Any(other))) => {
                let (one, other) = if place <= other { (place, other) } else { (other, place) };
                *self.pairs.together(one, other) != Together::Never
            }
            (Spot::Any(place), Some(Spot::Once(instance, location)))
            | (Spot::Once(instance, location), Some(Spot::Any(place))) => {
                self.pairs.fixed_with.get(&place).is_some_and(|with| with.contains(&(instance, location)))
            }
            (Spot::Once(instance, _), Some(Spot::Once(other, _))) => instance != other,
        })
    }
}

/// What is known before a transition.
struct Here<'f, 's> {
    facts: &'f Facts<'s>,
    transition: &'f Transition,
}

impl Known for Here<'_, '_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        self.facts.constant(self.transition, variable)
    }

    fn input(&self, _: InputId) -> Option<i64> {
        None
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool> {
        if instance == self.transition.instance {
            return Some(location == self.transition.from);
        }
        let with = self.facts.pairs.fixed_with.get(&self.facts.place(self.transition)?)?;
        let is_fixed = with.iter().any(|(it, _)| *it == instance);
        (is_fixed && !with.contains(&(instance, location))).then_some(false)
    }
}
