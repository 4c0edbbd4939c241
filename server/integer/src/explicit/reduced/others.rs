//! Check of [persistent](crate::explicit::persistent) instances, by the definitions: formulas are read again for each state.

use rustc_hash::FxHashSet;

use crate::explicit::persistent::{Instances, left_open};
use crate::explicit::symmetry::{AnyMember, always_has_a_value};
use crate::expression::Leaf;
use crate::{Environment, Formula, InstanceId, LocationId, State, System, Term, Transition};

/// The transitions that outsiders can take before the first step of an insider, and perhaps others of theirs.
pub(super) struct Others<'a> {
    system: &'a System,
    state: &'a State,
    transitions: Vec<&'a Transition>,
    /// For each variable, whether one of them assigns it.
    assigned: Vec<bool>,
    /// The places that they leave or reach.
    places: FxHashSet<(InstanceId, LocationId)>,
}

/// The transitions of outsiders, if these insiders are persistent.
pub(super) fn others<'a>(known: &'a AnyMember, insiders: Instances, state: &'a State) -> Option<Others<'a>> {
    let AnyMember { system, is_present } = known;
    let assigned = vec![false; system.variables.len()];
    let mut others = Others { system, state, transitions: Vec::new(), assigned, places: FxHashSet::default() };
    let (inside, outside): (Vec<_>, Vec<_>) =
        system.transitions.iter().zip(is_present).partition(|(transition, _)| insiders.contains(transition.instance.0));
    let mut waiting: Vec<_> = outside.into_iter().map(|(transition, _)| transition).collect();
    let mut known = usize::MAX;
    while known != waiting.len() {
        known = waiting.len();
        waiting.retain(|transition| !others.take(transition));
    }
    let mut possible = inside.into_iter().filter(|(transition, is_present)| **is_present && is_at(transition, state));
    possible.all(|(transition, _)| others.cannot_disturb(transition)).then_some(others)
}

fn is_at(transition: &Transition, state: &State) -> bool {
    state.locations[usize::from(transition.instance.0)] == transition.from.0
}

impl<'a> Others<'a> {
    /// Adds a transition, if it may be possible after these.
    fn take(&mut self, transition: &'a Transition) -> bool {
        let Transition { instance, from, to, .. } = transition;
        let is_reached = is_at(transition, self.state) || self.places.contains(&(*instance, *from));
        let is_taken = is_reached && !self.stays_disabled(transition);
        if is_taken {
            self.transitions.push(transition);
            transition.update.assigned().for_each(|variable| self.assigned[variable.0 as usize] = true);
            if from != to {
                self.places.extend([(*instance, *from), (*instance, *to)]);
            }
        }
        is_taken
    }

    /// `true` if these transitions cannot enable a transition, and have the same effect before it and after it, as it has.
    fn cannot_disturb(&self, transition: &Transition) -> bool {
        match transition.enabled(self.state) {
            Ok(false) => self.stays_disabled(transition),
            Ok(true) | Err(_) => self.transitions.iter().all(|other| have_same_effects(transition, other)),
        }
    }

    /// `true` if the first conjunct that does not hold in the state is not changed, and those before it cannot lack a value.
    fn stays_disabled(&self, transition: &Transition) -> bool {
        for conjunct in &transition.guard {
            if !some_leaf(conjunct, &|leaf| self.change(leaf)) {
                match conjunct.evaluate(&Environment::of(self.state)) {
                    Ok(false) => return true,
                    Ok(true) => {}
                    Err(_) => return false,
                }
            } else if !always_has_a_value(conjunct) {
                return false;
            }
        }
        false
    }

    /// `true` if one of these transitions can change the value of a leaf.
    fn change(&self, leaf: Leaf) -> bool {
        match leaf {
            Leaf::Variable(variable) => self.assigned[variable.0 as usize],
            Leaf::At(instance, location) => self.places.contains(&(instance, location)),
            Leaf::Input(_) => false,
        }
    }

    /// `true` if a step ends no violation of these properties that these transitions lead to before it. It may be one from another state
    /// of the orbit: no property tells which.
    pub(super) fn keep(&self, properties: &[usize], before: &State, step: &Transition, after: &State) -> bool {
        properties.iter().map(|property| &self.system.properties[*property].error).all(|error| {
            if !some_leaf(error, &|leaf| changes(step, leaf)) {
                return true;
            }
            if before != self.state {
                return false;
            }
            let with = |state: &State| left_open(error, state, &|leaf| self.change(leaf));
            let (before, after) = (with(before), with(after));
            let is_kept = before == Formula::Constant(false) || after == Formula::Constant(true) || before == after;
            always_has_a_value(error) && is_kept
        })
    }
}

/// `true` if a transition can change the value of a leaf.
fn changes(transition: &Transition, leaf: Leaf) -> bool {
    match leaf {
        Leaf::Variable(variable) => transition.update.assigns(variable),
        Leaf::At(instance, location) => {
            instance == transition.instance && (transition.from == location) != (transition.to == location)
        }
        Leaf::Input(_) => false,
    }
}

/// `true` if a transition that is enabled, and another one, have the same effects in both orders, wherever both can be taken.
fn have_same_effects(enabled: &Transition, other: &Transition) -> bool {
    let in_guard = |transition: &Transition, is_one: &dyn Fn(Leaf) -> bool| {
        transition.guard.iter().any(|formula| some_leaf(formula, is_one))
    };
    let (by_enabled, by_other) = (|leaf| changes(enabled, leaf), |leaf| changes(other, leaf));
    let has_guard = enabled.guard.iter().all(always_has_a_value) || !in_guard(enabled, &by_other);
    has_guard
        && !in_values(enabled, &by_other)
        && !in_values(other, &by_enabled)
        && !in_guard(other, &by_enabled)
        && !enabled.update.assigned().any(|variable| other.update.assigns(variable))
}

/// `true` if a value that a transition assigns depends on one of these leaves.
fn in_values(transition: &Transition, is_one: &dyn Fn(Leaf) -> bool) -> bool {
    let some_in = |term: &Term| {
        let mut found = false;
        term.leaves(&mut |leaf| found |= is_one(leaf));
        found
    };
    transition.update.all_terms().any(|(_, term)| some_in(term))
        || transition.update.all_formulas().any(|(_, formula)| some_leaf(formula, is_one))
}

/// `true` if a formula has one of these leaves.
fn some_leaf(formula: &Formula, is_one: &dyn Fn(Leaf) -> bool) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= is_one(leaf));
    found
}
