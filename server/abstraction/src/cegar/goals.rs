//! Goals of a search: the ways in which something can be wrong.
//!
//! What excludes one way may say nothing about the others, as with locks that do not depend on one another. A graph that excludes
//! all of them has a node for each combination of the facts that they need; one for each of them has the facts of this one.

use std::borrow::Cow;
use std::collections::BTreeSet;

use boolprog_clauses::obligations;
use boolprog_integer::{Formula, System, Transition};

use super::search::holds_not;

/// A way in which something can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The property is violated, by any step.
    Property(u32),
    /// The property says that an instance is never at a location, and this transition leads there, if not at once.
    Entry {
        /// Index of the property.
        property: u32,
        /// Index of the transition.
        transition: u32,
    },
    /// A value does not exist.
    Value,
}

impl Goal {
    /// The property that it would violate.
    pub(super) const fn property(self) -> Option<u32> {
        match self {
            Self::Property(property) | Self::Entry { property, .. } => Some(property),
            Self::Value => None,
        }
    }

    /// The system in which the property is violated in no other way: other entries are closed.
    pub(super) fn alone(self, system: &System) -> Cow<'_, System> {
        let Self::Entry { property, transition } = self else { return Cow::Borrowed(system) };
        let others: Vec<u32> = entries(system, property).into_iter().filter(|entry| *entry != transition).collect();
        if others.is_empty() {
            return Cow::Borrowed(system);
        }
        let mut alone = system.clone();
        for entry in others {
            alone.transitions[entry as usize].guard = vec![Formula::Constant(false)];
        }
        Cow::Owned(alone)
    }

    /// The place of control where it can happen, with the condition; none if it can be anywhere.
    pub(super) fn condition(self, system: &System) -> Condition {
        match self {
            Self::Property(property) => {
                let fulfilled = holds_not(&system.properties[property as usize].error);
                Condition::Anywhere(Formula::negation(Formula::All(fulfilled)))
            }
            Self::Entry { transition, .. } => Condition::Step(transition),
            Self::Value => Condition::Unknown,
        }
    }
}

/// The states in which a goal is reached.
pub(super) enum Condition {
    /// Those in which this holds.
    Anywhere(Formula),
    /// Those that have this step.
    Step(u32),
    /// They are not described.
    Unknown,
}

/// The goals of a search. A graph without any of them is a proof.
pub(super) fn of(system: &System) -> Vec<Goal> {
    let of_property = |property| match entries(system, property).as_slice() {
        [] | [_] => vec![Goal::Property(property)],
        entries => entries.iter().map(|transition| Goal::Entry { property, transition: *transition }).collect(),
    };
    let mut goals: Vec<Goal> = (0..system.properties.len() as u32).flat_map(of_property).collect();
    let may_miss_a_value = |transition| !obligations::of(system, transition).is_empty();
    goals.extend(system.transitions.iter().any(may_miss_a_value).then_some(Goal::Value));
    goals
}

/// The transitions after which a property is violated, if it says that an instance is never at a location: those that lead
/// there, or to a place from which steps without a condition do.
fn entries(system: &System, property: u32) -> Vec<u32> {
    let Formula::At { instance, location } = system.properties[property as usize].error else { return Vec::new() };
    if location.0 == 0 {
        return Vec::new();
    }
    let of_instance = || (0..).zip(&system.transitions).filter(|(_, it): &(u32, &Transition)| it.instance == instance);
    let mut doomed = BTreeSet::from([location.0]);
    let mut waiting = vec![location.0];
    while let Some(place) = waiting.pop() {
        let before = of_instance().filter(|(_, it)| it.to.0 == place && it.from.0 != 0 && is_certain(system, it));
        waiting.extend(before.map(|(_, it)| it.from.0).filter(|from| doomed.insert(*from)));
    }
    let enters = |it: &Transition| doomed.contains(&it.to.0) && !doomed.contains(&it.from.0);
    of_instance().filter(|(_, it)| enters(it)).map(|(number, _)| number).collect()
}

/// `true` if a step is possible wherever control is before it.
fn is_certain(system: &System, transition: &Transition) -> bool {
    transition.guard.is_empty() && obligations::of(system, transition).is_empty()
}
