//! One wait for all that an instance waits for, one after the other.
//!
//! A step that changes only the place of its instance, and needs only that others have ended, can be *delayed* until the next step of
//! its instance: what has ended stays so, and nothing reads where the instance is until then. So `main`, which joins its threads
//! in some order, waits for all of them at once, and tells none apart from the others. These steps are the commuting ones of Lipton
//! (*Reduction: a method of proving properties of parallel programs*, CACM 18, 1975): they move to the right.

use rustc_hash::FxHashSet;

use crate::explicit::symmetry::leaves;
use crate::expression::Leaf;
use crate::{Formula, InstanceId, LocationId, System, Transition};

/// A system, and the places that no instance reaches any more, since the step to them is delayed.
pub(super) struct Delayed {
    pub(super) system: System,
    pub(super) places: Vec<(InstanceId, LocationId)>,
}

impl Delayed {
    /// Delays what can be delayed. Takes linear time for each such step.
    pub(super) fn of(system: &System) -> Self {
        let mut delayed = Self { system: system.clone(), places: Vec::new() };
        let read = read_places(system);
        while let Some((first, second)) = delayed.next(&read) {
            let Transition { instance, from, to, guard, .. } = delayed.system.transitions[first].clone();
            let second = &mut delayed.system.transitions[second];
            (second.from, second.guard) = (from, [guard, std::mem::take(&mut second.guard)].concat());
            delayed.system.transitions.remove(first);
            delayed.places.push((instance, to));
        }
        delayed
    }

    /// A step that can be delayed, and the only one after it.
    fn next(&self, read: &FxHashSet<(InstanceId, LocationId)>) -> Option<(usize, usize)> {
        let all = &self.system.transitions;
        let is_read = |instance, place| read.contains(&(instance, place));
        all.iter().enumerate().find_map(|(index, first)| {
            let &Transition { instance, from, to, .. } = first;
            let is_possible = only_waits(first, &self.system) && from != to && to != LocationId(0);
            if !is_possible || is_read(instance, from) || is_read(instance, to) {
                return None;
            }
            let of = || (0..).zip(all).filter(move |(_, transition)| transition.instance == instance);
            let mut after = of().filter(|(_, transition)| transition.from == to);
            let (second, transition) = after.next()?;
            let is_only = after.next().is_none() && of().filter(|(_, transition)| transition.to == to).count() == 1;
            (is_only && transition.to != to).then_some((index, second))
        })
    }
}

/// `true` if a step changes only the place of its instance, and needs that others have ended, and nothing else.
fn only_waits(transition: &Transition, system: &System) -> bool {
    let has_ended = |instance: InstanceId, place: LocationId| {
        instance != transition.instance
            && !system.transitions.iter().any(|it| (it.instance, it.from) == (instance, place))
    };
    let is_stable =
        |formula: &Formula| matches!(formula, Formula::At { instance, location } if has_ended(*instance, *location));
    let overwritten = &transition.update.overwritten;
    transition.update.is_empty()
        && overwritten.terms.is_empty()
        && overwritten.formulas.is_empty()
        && transition.choices.is_empty()
        && !transition.guard.is_empty()
        && transition.guard.iter().all(is_stable)
}

/// The places that formulas name.
fn read_places(system: &System) -> FxHashSet<(InstanceId, LocationId)> {
    let mut read = FxHashSet::default();
    let mut note = |leaf: Leaf| {
        if let Leaf::At(instance, location) = leaf {
            read.insert((instance, location));
        }
    };
    system.transitions.iter().for_each(|transition| leaves(transition, &mut note));
    let formulas = system.properties.iter().map(|property| &property.error).chain(&system.initial);
    formulas.for_each(|formula| formula.leaves(&mut note));
    read
}
