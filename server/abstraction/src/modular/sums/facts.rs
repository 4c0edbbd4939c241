//! Facts about the place where an instance stands: constants, places that exclude one another, and copies of shared variables.
//!
//! A step that reads a shared variable into one of its instance, and a later step that writes it back, change the variable by
//! a constant if no other instance changes it between, as the [pairs](super::super::pairs) tell.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_clauses::values::{Known, truth};
use boolprog_integer::{
    Arithmetic, Comparison, EdgeId, Formula, InputId, InstanceId, LocationId, Sort, Term, Transition, VariableId,
};

use super::super::instances::{Instances, Place, Spot};
use super::super::pairs::Pairs;
use super::super::steps::steps_from;
use super::sampled::Taken;
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
    /// These; and no step is assumed to be taken that random runs do not take: of a semaphore that is full, or of a reader
    /// that finds a writer.
    Sampled,
    /// Those of [`Assumed`](Self::Assumed); and variables that are set to a negative constant are assumed to keep their sign, and to be what the instance has set
    /// them to until it sets them again.
    Signed,
    /// Those of [`Sampled`](Self::Sampled); and variables of instances may be summands.
    Summed,
}

/// Facts about the first instance of each family, and of those that exist once, at their places.
pub(super) struct Facts<'s> {
    instances: &'s Instances<'s>,
    pairs: &'s Pairs,
    copying: Copying,
    /// The edges that may be taken from spots, as constants tell.
    possible: BTreeSet<(EdgeId, Spot)>,
    /// Those of them that are assumed never to be taken.
    never: BTreeSet<(EdgeId, Spot)>,
    copies: BTreeMap<Spot, BTreeSet<Copy>>,
}

impl<'s> Facts<'s> {
    /// The facts, where no steps but these are taken, if they are given.
    pub(super) fn of(instances: &'s Instances<'s>, pairs: &'s Pairs, copying: Copying, taken: Option<&Taken>) -> Self {
        let (possible, never) = (BTreeSet::new(), BTreeSet::new());
        let mut facts = Self { instances, pairs, copying, possible, never, copies: BTreeMap::new() };
        let own = pairs.spots().flat_map(|spot| instances.standing_at(&[spot]));
        let steps = own.flat_map(|it| instances.steps_of(it).iter().map(move |step| (it.spot, step)));
        let possible = steps.filter(|(spot, step)| {
            let here = Here { facts: &facts, spot: *spot };
            step.guard.iter().all(|formula| truth(formula, &here) != Some(false))
        });
        facts.possible = possible.map(|(spot, step)| (step.edge, spot)).collect();
        if let Some(taken) = taken {
            (facts.possible, facts.never) = facts.possible.into_iter().partition(|it| taken.contains(it));
        }
        while facts.follow_copies() {}
        facts
    }

    /// Returns `true` if a transition of the first instance of a family, or of one that exists once, may be taken, as the constants
    /// at its spot and the assumptions tell.
    pub(super) fn is_possible(&self, transition: &Transition) -> bool {
        self.instances.spot(transition).is_some_and(|spot| self.possible.contains(&(transition.edge, spot)))
    }

    /// The value that a variable always has before a transition.
    pub(super) fn constant(&self, transition: &Transition, variable: VariableId) -> Option<i64> {
        self.pairs.constant(self.instances.spot(transition)?, variable)
    }

    /// Returns `true` if instances are at a spot, and a variable is not known to have one value there.
    pub(super) fn may_vary(&self, spot: Spot, variable: VariableId) -> bool {
        self.pairs.spots().any(|it| it == spot) && self.pairs.constant(spot, variable).is_none()
    }

    /// `true` if variables are assumed to keep their sign.
    pub(super) fn are_signed(&self) -> bool {
        self.copying == Copying::Signed
    }

    /// The constant by which a variable of an instance is larger than a shared one before a transition.
    pub(super) fn distance(&self, transition: &Transition, own: VariableId, shared: VariableId) -> Option<i64> {
        let copies = self.copies.get(&self.instances.spot(transition)?)?;
        copies.iter().find(|(one, other, _)| *one == own && *other == shared).map(|(_, _, more)| *more)
    }

    /// `true` if variables of instances may be summands.
    pub(super) fn are_summed(&self) -> bool {
        self.copying == Copying::Summed
    }

    /// The copies of a variable at spots.
    pub(super) fn copies(&self, variable: VariableId) -> impl Iterator<Item = (Spot, Formula)> {
        let is_of_it = move |(_, (_, shared, _)): &(Spot, &Copy)| *shared == variable;
        let all = self.copies.iter().flat_map(|(spot, copies)| copies.iter().map(move |copy| (*spot, copy)));
        all.filter(is_of_it).map(|(spot, (own, shared, more))| {
            let sum = Term::binary(Arithmetic::Add, Term::Variable(*shared), Term::Constant(*more));
            (spot, Formula::Compare(Comparison::Equal, Term::Variable(*own), sum))
        })
    }

    /// One more round of the analysis: what holds at a place is what all steps to it make true and no other instance changes.
    /// `true` if something was learned.
    fn follow_copies(&mut self) -> bool {
        let mut found: BTreeMap<Spot, Option<BTreeSet<Copy>>> = BTreeMap::new();
        let system = self.instances.system;
        for transition in system.transitions.iter().filter(|it| self.is_possible(it)) {
            let Some(spot) = self.instances.spot(transition) else { continue };
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

    /// `true` if variables are copies of others after a transition.
    pub(super) fn has_copies_after(&self, transition: &Transition) -> bool {
        let copies = |it: Spot| self.copies.get(&it.at(transition.to)).is_some_and(|copies| !copies.is_empty());
        self.instances.spot(transition).is_some_and(copies)
    }

    fn copies_after(&self, transition: &Transition) -> BTreeSet<Copy> {
        let system = self.instances.system;
        let all = || (0..system.variables.len() as u32).map(VariableId);
        let is_number = |it: &VariableId| system.variable(*it).sort != Sort::Boolean;
        let own = all().filter(|it| system.variable(*it).owner == Some(transition.instance)).filter(is_number);
        let is_shared = |it: &VariableId| system.variable(*it).owner.is_none() && !system.is_auxiliary(*it);
        let shared = || all().filter(is_shared).filter(is_number);
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
                let copies = self.instances.spot(transition).and_then(|spot| self.copies.get(&spot));
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
        for (index, transition) in self.instances.system.transitions.iter().enumerate() {
            let Some(spot) = self.instances.spot(transition) else { continue };
            let after = self.copies.get(&spot.at(transition.to));
            let is_copy = |variable: &VariableId| after.into_iter().flatten().any(|(own, ..)| own == variable);
            let copies = transition.update.terms.iter().filter(|(variable, _)| is_copy(variable));
            let unwrapped =
                |(variable, term): (&VariableId, &Term)| Some((index, *variable, self.unwrapped(transition, term)?));
            found.extend(copies.filter_map(unwrapped));
        }
        found
    }

    /// The numbers of the steps that are assumed not to be taken.
    pub(super) fn never(&self) -> Vec<usize> {
        let steps = self.instances.system.transitions.iter().enumerate();
        let is_never =
            |it: &Transition| self.instances.spot(it).is_some_and(|spot| self.never.contains(&(it.edge, spot)));
        steps.filter(|(_, step)| is_never(step)).map(|(index, _)| index).collect()
    }

    /// Returns `true` if another instance may change a variable while one is at a spot.
    fn is_changed_by_others(&self, spot: Spot, variable: VariableId) -> bool {
        let changes =
            |it: &Transition| it.update.terms.get(&variable).is_some_and(|term| *term != Term::Variable(variable));
        let standing = self.instances.standing_at(&[spot]);
        steps_from((self.instances, self.pairs), &standing, &changes).any(|seen| {
            let other = seen.other().map(|other| (seen.transition.edge, other.spot));
            other.is_some_and(|other| self.possible.contains(&other))
        })
    }
}

/// The knowledge where an instance is.
struct Here<'f, 's> {
    facts: &'f Facts<'s>,
    spot: Spot,
}

impl Known for Here<'_, '_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        self.facts.pairs.constant(self.spot, variable)
    }

    fn input(&self, _: InputId) -> Option<i64> {
        None
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool> {
        let is_other = self.facts.instances.once.contains(&instance);
        match self.spot {
            Spot::Once(own, here) if own == instance => Some(here == location),
            Spot::Any(Place { family, location: here })
                if self.facts.instances.families[family].first() == instance =>
            {
                Some(here == location)
            }
            here => (is_other && !self.facts.pairs.may_meet(here, Spot::Once(instance, location))).then_some(false),
        }
    }
}
