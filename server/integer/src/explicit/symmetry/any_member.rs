//! A controller that means any members by those that it mentions.
//!
//! A state is read as one of its [orbit](super), whose other states have other members in the places that the transitions of the
//! controller mention. So what it can do from all of them is what it does from one, with any member of the class in such a
//! place. Later, after some of its steps, the place can be that of any member of the group: members change places with others of
//! a class, which is another one wherever the controller stands.

use super::{Swap, Symmetry, alike};
use crate::{System, Transition};

/// A system, and transitions of its controller with other members in the places of those that they mention.
pub(in super::super) struct AnyMember {
    /// The transitions of the system come first.
    pub(in super::super) system: System,
    /// For each transition, whether it can be taken where the controller is at its location; others may be possible later.
    pub(in super::super) is_present: Vec<bool>,
}

impl AnyMember {
    /// `None` if there are too many transitions. Takes time for each of them.
    pub(in super::super) fn of(system: &System, symmetry: &Symmetry) -> Option<Self> {
        let mut all = Self { system: system.clone(), is_present: vec![true; system.transitions.len()] };
        let is_controlled = |transition: &&Transition| symmetry.controller == Some(transition.instance);
        for transition in system.transitions.iter().filter(is_controlled) {
            let (now, later) = (symmetry.orders(transition)?, symmetry.renamings(transition)?);
            let known = all.system.transitions.len();
            for (index, order) in now.iter().chain(&later).enumerate() {
                let renamed = symmetry.renamed(transition, order);
                if renamed != *transition && !all.system.transitions[known..].contains(&renamed) {
                    all.system.transitions.push(renamed);
                    all.is_present.push(index < now.len());
                }
            }
        }
        Some(all)
    }
}

impl Symmetry {
    /// The orders that give the members that a transition mentions to any places of their groups.
    fn renamings(&self, transition: &Transition) -> Option<Vec<Vec<Swap>>> {
        self.arrangements(transition, &|group| group.told_apart(transition, &|_, _| (true, true)))
    }

    /// The transition that leads from a state to where this one leads from another order of its parts, but for this order.
    fn renamed(&self, transition: &Transition, order: &[Swap]) -> Transition {
        let mut renamed = transition.clone();
        for (group, position, other) in order.iter().rev().filter(|(_, position, other)| position != other) {
            let members = &self.groups[*group].members;
            let (guard, update) = alike::exchanged(&renamed, (&members[*position], &members[*other]));
            renamed = Transition { guard, update, ..renamed };
        }
        renamed
    }
}
