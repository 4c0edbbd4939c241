//! Instances that can change places: a state stands for all that differ from it in the order of such instances.
//!
//! A *member* of a [`Group`] has a part of each state: its location, its own variables, and shared ones that are about it alone,
//! such as the flag that it was created. Members take the same steps, in terms of their parts. One more instance, the
//! *controller*, may name members: it creates them and waits for them. Its location says which of them may change places,
//! their *class*: for example those that were created and not awaited yet.
//!
//! The *orbit* of a state has all states with the parts of each class in another order. A set of orbits that has the initial
//! states, and that no step leaves, has all reachable states. Steps of members lead from any order of the parts to the same
//! orbit. Those of the controller need no symmetry: they are taken from each order that they tell apart
//! ([`Symmetry::orders`]). So classes that are too coarse may add states that are not reachable, and never lose one.
//!
//! An identity that is a value, such as the owner of a lock, tells members apart: their steps differ, and they are no group.

mod alike;
mod any_member;
mod find;

use std::cmp::{Ordering, Reverse};

pub(super) use alike::{always_has_a_value, is_invariant, leaves};
pub(super) use any_member::AnyMember;

use crate::{InstanceId, State, System, Transition, VariableId};

/// An instance that others can change places with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub(super) instance: InstanceId,
    /// The variables of its part of a state; those of another member of its group in the same order.
    pub(super) variables: Vec<VariableId>,
}

/// Members that take the same steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) members: Vec<Member>,
    /// For each place of the controller, the class of each member.
    pub(super) classes: Vec<Vec<u16>>,
}

/// The groups of a system; by default none, so that each orbit is a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Symmetry {
    pub(super) groups: Vec<Group>,
    /// The instance that may name members, whose locations are its places. If there is none, there is one place.
    pub(super) controller: Option<InstanceId>,
}

/// A transposition of two members: their group, and their positions in it.
pub(super) type Swap = (usize, usize, usize);

/// Positions of members, each with the positions that it can change places with.
type Choices = Vec<(usize, Vec<usize>)>;

/// More orders than this of a step of the controller are not tried.
const MOST_ORDERS: usize = 64;

impl Member {
    fn location(&self, state: &State) -> u16 {
        state.locations[usize::from(self.instance.0)]
    }

    /// Compares the parts of two members.
    fn compare(&self, other: &Self, state: &State) -> Ordering {
        let value = |variable: &VariableId| state.values[variable.0 as usize];
        let locations = self.location(state).cmp(&other.location(state));
        locations.then_with(|| self.variables.iter().map(value).cmp(other.variables.iter().map(value)))
    }

    /// Exchanges the parts of two members.
    fn swap(&self, other: &Self, state: &mut State) {
        state.locations.swap(usize::from(self.instance.0), usize::from(other.instance.0));
        for (variable, of_other) in self.variables.iter().zip(&other.variables) {
            state.values.swap(variable.0 as usize, of_other.0 as usize);
        }
    }
}

impl Symmetry {
    /// The symmetry of a system, if there are two members that can change places. Takes quadratic time for instances of the
    /// same shape.
    pub(super) fn of(system: &System) -> Option<Self> {
        find::symmetry(system)
    }

    /// `true` if members take the same steps in terms of their parts, and the controller alone names others. The
    /// argument for [orbits](self) depends on this and on nothing else that a search does.
    pub(super) fn holds(&self, system: &System) -> bool {
        alike::is_symmetry(system, self)
    }

    /// Puts the parts of each class in order, so that all states of an orbit become one. Linear in the members if they are in
    /// order, quadratic otherwise.
    pub(super) fn normalize(&self, state: &mut State) {
        let place = self.place(state);
        for Group { members, classes } in &self.groups {
            let class = &classes[place];
            for last in 1..members.len() {
                let mut at = last;
                for before in (0..last).rev().filter(|before| class[*before] == class[last]) {
                    if members[before].compare(&members[at], state) != Ordering::Greater {
                        break;
                    }
                    members[before].swap(&members[at], state);
                    at = before;
                }
            }
        }
    }

    /// The orders of the parts from which a transition is to be taken, as transpositions one after the other: a step from any
    /// state of an orbit leads to the orbit of one of these steps. `None` if there are too many.
    pub(super) fn orders(&self, transition: &Transition) -> Option<Vec<Vec<Swap>>> {
        let place = usize::from(transition.from.0);
        self.arrangements(transition, &|group| {
            let (before, after) = (&group.classes[place], &group.classes[usize::from(transition.to.0)]);
            group.told_apart(transition, &|one, other| (before[one] == before[other], after[one] == after[other]))
        })
    }

    /// The orders in which each of some members of a group has changed places with one that fits: one order for other instances
    /// than the controller. `None` if there are too many.
    fn arrangements(&self, transition: &Transition, choices: &dyn Fn(&Group) -> Choices) -> Option<Vec<Vec<Swap>>> {
        let mut orders = vec![Vec::new()];
        if self.controller != Some(transition.instance) {
            return Some(orders);
        }
        for (number, choices) in self.groups.iter().map(choices).enumerate() {
            for (index, (position, fitting)) in choices.iter().enumerate() {
                let is_free = |other: &&usize| choices[..index].iter().all(|(placed, _)| placed != *other);
                let with = |order: &Vec<Swap>, other| [order.as_slice(), &[(number, *position, other)]].concat();
                let others = fitting.iter().filter(is_free);
                orders = others.flat_map(|other| orders.iter().map(move |order| with(order, *other))).collect();
                if orders.len() > MOST_ORDERS {
                    return None;
                }
            }
        }
        Some(orders)
    }

    /// The location of the controller.
    fn place(&self, state: &State) -> usize {
        self.controller.map_or(0, |controller| usize::from(state.locations[usize::from(controller.0)]))
    }

    /// The members of which one before them, among these, has the same part and is of the same class. A step of theirs leads to
    /// the orbit of one of its steps.
    pub(super) fn repeated(&self, state: &State, among: &dyn Fn(InstanceId) -> bool) -> Vec<InstanceId> {
        let place = self.place(state);
        let mut found = Vec::new();
        for Group { members, classes } in &self.groups {
            let class = &classes[place];
            let some: Vec<usize> = (0..members.len()).filter(|at| among(members[*at].instance)).collect();
            let is_same = |one: usize, other: usize| {
                class[one] == class[other] && members[one].compare(&members[other], state) == Ordering::Equal
            };
            for (index, at) in some.iter().enumerate() {
                let is_repeated = some[..index].iter().any(|before| is_same(*before, *at));
                found.extend(is_repeated.then_some(members[*at].instance));
            }
        }
        found
    }

    /// Changes the order of the parts, as one of [`Self::orders`].
    pub(super) fn reorder(&self, order: &[Swap], state: &mut State) {
        for (group, position, other) in order.iter().filter(|(_, position, other)| position != other) {
            let members = &self.groups[*group].members;
            members[*position].swap(&members[*other], state);
        }
    }
}

impl Group {
    /// The positions of the members that a transition of the controller distinguishes from most others of their class, each with
    /// those of the class: it mentions them otherwise, or they are in another class after it. Membership of two in one class
    /// before and after it is a parameter.
    fn told_apart(&self, transition: &Transition, are_one_class: &dyn Fn(usize, usize) -> (bool, bool)) -> Choices {
        let all = || 0..self.members.len();
        let is_named: Vec<bool> = self.members.iter().map(|member| alike::mentions(transition, member)).collect();
        let are_same = |one: usize, other: usize| match (is_named[one], is_named[other]) {
            (false, false) => true,
            (true, true) => alike::is_same_after(transition, (&self.members[one], &self.members[other])),
            _ => false,
        };
        let together = |one: usize, other: usize| are_one_class(one, other) == (true, true) && are_same(one, other);
        let number: Vec<usize> = all().map(|one| all().filter(|other| together(one, *other)).count()).collect();
        let mut choices = Choices::new();
        for position in all() {
            let of_class: Vec<usize> = all().filter(|other| are_one_class(position, *other).0).collect();
            let most = of_class.iter().max_by_key(|other| (number[**other], Reverse(**other)));
            if most.is_some_and(|most| !together(*most, position)) {
                choices.push((position, of_class));
            }
        }
        choices
    }
}
