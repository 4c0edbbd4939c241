//! Check that a system in which [waits](super::waits) are delayed has the runs of the given one, by a map of places.

use super::waits::Delayed;
use crate::expression::Leaf;
use crate::{Formula, InstanceId, LocationId, System, Transition};

/// `true` if each violation and each missing value of a system is one of the other: where an instance is at a delayed place, it is
/// before the step to it there, what it has waited for holds and stays so, and it has the same steps.
pub(super) fn simulates(delayed: &Delayed, system: &System) -> bool {
    let Delayed { system: other, places } = delayed;
    let without_steps = |system: &System| System { transitions: Vec::new(), ..system.clone() };
    let simulation = Simulation { system, places };
    let is_same = |transition: &Transition| {
        simulation.is_delayed(transition.instance, transition.to)
            || simulation.image(transition).is_some_and(|image| other.transitions.contains(&image))
    };
    without_steps(other) == without_steps(system)
        && places.iter().all(|(instance, place)| simulation.is_unnoticed(*instance, *place))
        && system.transitions.iter().all(is_same)
}

struct Simulation<'a> {
    system: &'a System,
    places: &'a [(InstanceId, LocationId)],
}

impl Simulation<'_> {
    fn is_delayed(&self, instance: InstanceId, place: LocationId) -> bool {
        self.places.contains(&(instance, place))
    }

    /// A step as the other system has it.
    fn image(&self, transition: &Transition) -> Option<Transition> {
        let (from, mut guard) = self.before(transition.instance, transition.from, self.places.len())?;
        guard.extend_from_slice(&transition.guard);
        Some(Transition { from, guard, ..transition.clone() })
    }

    /// The place where an instance is instead, and what holds where it is at this one. `None` if this is not so, or more than
    /// this number of steps are delayed before it.
    fn before(&self, instance: InstanceId, place: LocationId, most: usize) -> Option<(LocationId, Vec<Formula>)> {
        if !self.is_delayed(instance, place) {
            return Some((place, Vec::new()));
        }
        let mut into = self.of(instance).filter(|transition| transition.to == place);
        let (step, is_only) = (into.next()?, into.next().is_none());
        let is_start = place == LocationId(0);
        let has_effect = step.update.all_terms().next().is_some() || step.update.all_formulas().next().is_some();
        if !is_only || is_start || has_effect || !step.choices.is_empty() || !self.stays(&step.guard, instance) {
            return None;
        }
        let (from, mut holds) = self.before(instance, step.from, most.checked_sub(1)?)?;
        holds.extend_from_slice(&step.guard);
        Some((from, holds))
    }

    /// `true` if formulas always have a value, and hold forever where they hold, whatever an instance does.
    fn stays(&self, guard: &[Formula], instance: InstanceId) -> bool {
        guard.iter().all(|formula| match formula {
            Formula::At { instance: other, location } => {
                *other != instance && self.of(*other).all(|transition| transition.from != *location)
            }
            _ => false,
        })
    }

    /// `true` if no formula tells where an instance is: at a delayed place, or before the step to it.
    fn is_unnoticed(&self, instance: InstanceId, place: LocationId) -> bool {
        let Some((instead, _)) = self.before(instance, place, self.places.len()) else { return false };
        let mut is_read = false;
        let mut note = |leaf: Leaf| {
            is_read |= matches!(leaf, Leaf::At(it, at) if it == instance && (at == place || at == instead));
        };
        for Transition { guard, update, .. } in &self.system.transitions {
            for formula in guard {
                formula.leaves(&mut note);
            }
            update.all_terms().for_each(|(_, term)| term.leaves(&mut note));
            update.all_formulas().for_each(|(_, formula)| formula.leaves(&mut note));
        }
        self.system.initial.iter().for_each(|formula| formula.leaves(&mut note));
        self.system.properties.iter().for_each(|property| property.error.leaves(&mut note));
        !is_read
    }

    fn of(&self, instance: InstanceId) -> impl Iterator<Item = &Transition> {
        self.system.transitions.iter().filter(move |transition| transition.instance == instance)
    }
}
