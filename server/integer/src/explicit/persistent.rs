//! Persistent sets: of the steps from a state, those of some instances, where the others can do nothing first that matters
//! to them.
//!
//! In a state, some instances are *insiders*, the others *outsiders*. The steps of outsiders before the first step of an
//! insider are computed coarsely ([`Outside`]). Insiders are *persistent* if each transition at the location of one of them
//!
//! - is enabled, writes nothing that outsiders can read or write, and its values read nothing that outsiders can write; or
//! - is disabled, and stays so whatever outsiders do.
//!
//! So a step of insiders that happens later can happen at once, with the same states after it (Godefroid, *Partial-order
//! methods for the verification of concurrent systems*, LNCS 1032, 1996). Outsiders may disable it, such as by an atomic section: then
//! it happens before them or not before they enable it again, and its guard must have a value in between (as with the stubborn sets of
//! Valmari, *The state explosion problem*, LNCS 1491, 1998). A search may take the steps of insiders alone, if one of them, the
//! *witness*,
//!
//! - leads to a state that is numbered after this one, and
//! - *keeps* each property: it ends no violation that outsiders can reach before it (of a formula, what they cannot change has its
//!   present value).
//!
//! **No violation and no missing value is lost.** Let states be found that have the initial states, and for each of them its
//! successors by all instances, or by insiders as above. Assume that a run leads from a found state to a violation, or to an
//! attempt at a step without a value. Choose a shortest one, and among these one from the state with the greatest number. It
//! has a step, since found states violate nothing. If all instances may act in the first state, its successor has a shorter run.
//! If an insider acts in the run, its first step can be taken at once: the state after it is found, and has a shorter run. If
//! none does, the witness can be taken before the whole run. Its target has a greater number and a run of the same length:
//! to a violation, since the witness keeps it; or to a missing value, since the witness writes nothing that the attempt reads.
//! Each case contradicts the choice. The number takes the place of the provisos on cycles that avoid that an outsider is
//! ignored forever (Bošnački and Holzmann, *Improving SPIN's partial-order reduction for breadth-first search*, SPIN 2005).
//!
//! **Members that change places.** The same holds of states up to the [order](super::symmetry) of members, if the controller is taken as
//! one that means [any members](AnyMember) by those that it mentions. This system has the runs of the given one, and members are
//! alike in it: with members exchanged, a run is a run, as long, and ends in the same violation, since a property tells no members
//! apart. So "found" and the number of a state are those of its orbit, and each run of the proof may start in the state of the
//! orbit that the search has taken (Emerson, Jha and Peled, *Combining partial order and symmetry reductions*, TACAS 1997).

mod cells;
mod choose;
mod left_open;
mod outside;

use cells::{Cells, Footprint, Numbers};
pub(super) use left_open::left_open;
use outside::Outside;

use super::symmetry::AnyMember;
use crate::{Outgoing, State};

/// A set of instances, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Instances(u64);

impl Instances {
    /// All instances of any system.
    pub(super) const ALL: Self = Self(u64::MAX);

    const NONE: Self = Self(0);

    /// No more instances can be told apart.
    const MOST: usize = 64;

    /// This one alone.
    pub(super) const fn one(instance: u16) -> Self {
        Self(1 << instance)
    }

    /// `true` if an instance is one of them. Of more instances than can be told apart, all are.
    pub(super) const fn contains(self, instance: u16) -> bool {
        match self.0.checked_shr(instance as u32) {
            Some(rest) => rest & 1 != 0,
            None => true,
        }
    }

    const fn with(self, instance: u16) -> Self {
        Self(self.0 | 1 << instance)
    }

    /// These but one; the same if there are too many to leave it out.
    pub(super) const fn without(self, instance: u16) -> Self {
        match 1_u64.checked_shl(instance as u32) {
            Some(one) => Self(self.0 & !one),
            None => self,
        }
    }
}

/// Facts about the transitions of a system before its states are searched.
pub(super) struct Independence {
    known: AnyMember,
    outgoing: Outgoing,
    numbers: Numbers,
    /// For each transition, what it reads and writes.
    footprints: Vec<Footprint>,
    /// For each property, what it reads; none if it need not have a value.
    properties: Vec<Cells>,
}

impl Independence {
    /// `None` if there is one instance only, or there are too many. Takes linear time.
    pub(super) fn of(known: AnyMember) -> Option<Self> {
        let system = &known.system;
        if !(2..=Instances::MOST).contains(&system.instances.len()) {
            return None;
        }
        let numbers = Numbers::of(system);
        let footprints = system.transitions.iter().map(|transition| numbers.footprint(transition)).collect();
        let properties = system.properties.iter().map(|property| numbers.of_formula(&property.error)).collect();
        Some(Self { outgoing: Outgoing::new(system), known, numbers, footprints, properties })
    }

    /// The transitions at the locations of these instances that can be taken there.
    pub(super) fn at(&self, insiders: Instances, state: &State) -> impl Iterator<Item = u32> {
        let all = (0_u16..).zip(&state.locations).filter(move |(instance, _)| insiders.contains(*instance));
        let at = all.flat_map(|(instance, location)| self.outgoing.at(instance, *location)).copied();
        at.filter(|number| self.known.is_present[*number as usize])
    }

    /// `true` if a step between these states ends no violation of these properties that outsiders can reach before it. The state
    /// before it may be another one of the orbit of the one that has these insiders.
    pub(super) fn keeps(
        &self,
        properties: &[usize],
        (insiders, state): (Instances, &State),
        before: &State,
        number: u32,
        after: &State,
    ) -> bool {
        let writes = &self.footprints[number as usize].writes;
        let mut changed = properties.iter().filter(|property| self.properties[**property].meets(writes)).peekable();
        if changed.peek().is_none() {
            return true;
        }
        if before != state {
            return false;
        }
        let outside = self.outside(insiders, before);
        let is_open = |leaf| self.numbers.of_leaf(leaf).is_none_or(|cell| outside.written.contains(cell));
        changed.all(|property| {
            left_open::is_kept(&self.known.system.properties[*property].error, (before, after), &is_open)
        })
    }
}
