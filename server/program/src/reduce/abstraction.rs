//! The forgotten parts of a program, and the remaining program.
//!
//! **Forgetting is sound, whatever is forgotten.** Let `α` take a configuration of the program to one of the
//! abstraction: the location of each thread is replaced by its representative, every forgotten bit becomes F. Then `α`
//! of the initial configurations are initial; a step from `c` to `d` is one from `α(c)` to `α(d)`, or `α(c) = α(d)`;
//! and if `c` violates a property, so does `α(c)`. For a step by an edge `e`: a forgotten bit that `e` reads is
//! replaced by `*`, which can have its value; so the guard of the image of `e` can be T, its right sides can have the
//! values they had, and its constraint can be T for them. A bit that is forgotten after `e` becomes F, as `α` says. One
//! that is forgotten before `e`, but not after it, and that `e` does not write, becomes arbitrary. The bits of atomic
//! sections are never forgotten. Effects on other threads: a created thread is the `α` of the original one; waiting
//! threads are exactly those that wait, because only a `wait` itself represents it, and being released changes no bit,
//! because nothing else is forgotten after the `wait`; and a variable that other threads can change or read is
//! forgotten everywhere or nowhere: then what they write to it is dropped, and what they read is `*`.
//!
//! **Calls that are not inlined.** `α` replaces each activation on the stack in the same way, and a return has to
//! respect that: it copies bits from the exit into the caller, whose other bits are those from before the call. So the
//! same local bits are forgotten at a call and where it returns to, the same `thread_local` ones everywhere, and none
//! of those at an exit that may be results; a result for a forgotten bit is dropped. Locations of different procedures
//! stay apart, and no bit has a known value, since a return is not checked for it.
//!
//! **Bits with a known value** are not trusted: [`Abstraction::apply`] checks that they have it initially and after
//! each edge from a location where they have it, for the locations that are reached. Then they have it by induction.
//!
//! So a proof for the abstraction is one for the program, by whatever means the abstraction was found. Only its
//! precision depends on that.

mod left;
mod reading;

use std::collections::BTreeSet;

use super::others::{Apart, Seen, protected};
use crate::names::VariableId;
use crate::program::{EdgeId, Location, LocationId, Program, Role, Slot};

pub(super) use left::reached;

/// Knowledge about a bit, and whether it is forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bit {
    /// `true` if the abstraction forgets the bit, so that it is F there.
    pub forgotten: bool,
    /// The value that it always has, if that is known.
    pub always: Option<bool>,
}

/// The forgotten parts of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstraction {
    /// Representative of each location, which represents itself.
    pub stands_for: Vec<LocationId>,
    /// Shared bits, by slot.
    pub shared: Vec<Bit>,
    /// Local bits of a thread at each location. They are forgotten according to its representative.
    pub locals: Vec<Vec<Bit>>,
}

/// Why an abstraction is none of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsound {
    /// It is made for a program with other locations or bits.
    OtherProgram,
    /// Locations are put together that have to stay apart.
    Locations,
    /// A bit that another thread can change or ask for is forgotten in some places only, or a bit after a `wait` but not
    /// before it.
    Bits,
    /// A bit does not always have its stated value.
    Values,
}

impl Abstraction {
    /// The abstraction that forgets nothing.
    pub fn nothing(program: &Program) -> Self {
        Self {
            stands_for: (0..program.locations.len() as u32).map(LocationId).collect(),
            shared: vec![Bit::default(); program.shared_slots as usize],
            locals: vec![vec![Bit::default(); program.local_slots as usize]; program.locations.len()],
        }
    }

    /// The abstraction that forgets all bits but these, and those of the same variables that other threads can change or
    /// ask for.
    pub fn to(program: &Program, visible: &BTreeSet<Slot>) -> Self {
        let mut kept: Vec<bool> = (0..program.local_slots).map(|slot| visible.contains(&Slot::Local(slot))).collect();
        Seen::new(program).complete(&mut kept);
        let bit = |kept: bool| Bit { forgotten: !kept, always: None };
        Self {
            shared: (0..program.shared_slots).map(|slot| bit(visible.contains(&Slot::Shared(slot)))).collect(),
            locals: vec![kept.into_iter().map(bit).collect(); program.locations.len()],
            ..Self::nothing(program)
        }
    }

    /// The abstraction of a program whose calls are not inlined that forgets all variables but these, and those that
    /// other threads can change or ask for.
    pub fn to_variables(program: &Program, visible: &BTreeSet<VariableId>) -> Self {
        let bit = |forgotten| Bit { forgotten, always: None };
        let mut abstraction = Self::nothing(program);
        abstraction.shared = program.shared_variables.iter().map(|variable| bit(!visible.contains(variable))).collect();
        let protected = protected(program);
        let hidden = |(variable, slot): (&VariableId, u32)| {
            let forgotten = !visible.contains(variable) && !protected[slot as usize];
            forgotten.then_some(slot as usize)
        };
        let everywhere: Vec<usize> = program.thread_local_variables.iter().zip(0..).filter_map(hidden).collect();
        for (row, location) in abstraction.locals.iter_mut().zip(&program.locations) {
            // At an exit, the other bits are results.
            let own = program.instance(location.instance).variables.iter().filter(|_| location.role != Role::Exit);
            let own = own.filter_map(|(variable, slot)| hidden((variable, *slot)));
            for slot in everywhere.iter().copied().chain(own) {
                row[slot] = bit(true);
            }
        }
        abstraction
    }

    /// The representative of a location.
    pub fn of(&self, location: LocationId) -> LocationId {
        let mut at = location;
        while self.stands_for[at.0 as usize] != at {
            at = self.stands_for[at.0 as usize];
        }
        at
    }

    /// The local bits of a thread at a location.
    pub fn locals_at(&self, location: LocationId) -> Vec<Bit> {
        let forgotten = self.forgotten(location);
        let own = self.locals[location.0 as usize].iter();
        own.zip(forgotten).map(|(own, forgotten)| Bit { forgotten, always: own.always }).collect()
    }

    /// The local bits that are forgotten at a location.
    pub(super) fn forgotten(&self, location: LocationId) -> impl Iterator<Item = bool> {
        self.locals[self.of(location).0 as usize].iter().map(|bit| bit.forgotten)
    }

    /// The locations that represent themselves.
    fn representatives(&self) -> impl Iterator<Item = LocationId> {
        (0..)
            .map(LocationId)
            .zip(&self.stands_for)
            .filter(|(location, at)| location == *at)
            .map(|(location, _)| location)
    }

    /// Forgets local bits at a location that represents itself.
    pub(super) fn forget(&mut self, location: LocationId, forgotten: impl Iterator<Item = bool>) {
        for (bit, forgotten) in self.locals[location.0 as usize].iter_mut().zip(forgotten) {
            bit.forgotten |= forgotten;
        }
    }

    /// `true` if the remaining program is smaller: bits with known values make no state smaller.
    pub(super) fn forgets_something(&self) -> bool {
        let puts_together = (0..).map(LocationId).zip(&self.stands_for).any(|(one, other)| one != *other);
        puts_together || self.shared.iter().chain(self.locals.iter().flatten()).any(|bit| bit.forgotten)
    }

    /// Makes `other` the representative of `one`, and of all that `one` represented; bits forgotten at both stay
    /// forgotten. To be followed by [`Self::shorten`].
    pub(super) fn put_together(&mut self, one: LocationId, other: LocationId) {
        let (one, other) = (self.of(one), self.of(other));
        let forgotten: Vec<bool> = self.forgotten(one).collect();
        for (bit, forgotten) in self.locals[other.0 as usize].iter_mut().zip(forgotten) {
            bit.forgotten &= forgotten;
        }
        self.stands_for[one.0 as usize] = other;
    }

    /// Has each location that is stood for know at once by which one.
    pub(super) fn shorten(&mut self) {
        for location in (0..self.stands_for.len() as u32).map(LocationId) {
            let end = self.of(location);
            let mut at = location;
            while at != end {
                at = std::mem::replace(&mut self.stands_for[at.0 as usize], end);
            }
        }
    }

    /// The remaining program. It has the locations, bits, instances and properties of the program, but no edges at
    /// represented or unreachable locations. Edges have other numbers.
    ///
    /// Time is linear in the number of edges times that of local bits.
    pub fn apply(&self, program: &Program) -> Result<Program, Unsound> {
        self.apply_to_edges(program).map(|(left, _)| left)
    }

    /// The remaining program, and for each of its edges the one of the program that it is the image of.
    pub fn apply_to_edges(&self, program: &Program) -> Result<(Program, Vec<EdgeId>), Unsound> {
        let hidden = self.fits(program)?;
        left::left(self, &hidden, program)
    }

    /// Checks that it is an abstraction of the program. The forgotten variables that other threads can change or ask for.
    fn fits(&self, program: &Program) -> Result<BTreeSet<VariableId>, Unsound> {
        let (locations, locals) = (program.locations.len(), program.local_slots as usize);
        let rows = self.locals.len() == locations && self.locals.iter().all(|row| row.len() == locals);
        if self.stands_for.len() != locations || self.shared.len() != program.shared_slots as usize || !rows {
            return Err(Unsound::OtherProgram);
        }
        let idempotent = self.stands_for.iter().all(|at| self.stands_for.get(at.0 as usize) == Some(at));
        if !idempotent {
            return Err(Unsound::Locations);
        }
        let seen = Seen::new(program);
        let hidden = self.hidden(&seen).ok_or(Unsound::Bits)?;
        let apart = Apart::left(program, &seen, &hidden);
        let apart = (0..).map(LocationId).zip(&self.stands_for).all(|(one, other)| apart.can_be_one(one, *other));
        if !apart {
            return Err(Unsound::Locations);
        }
        if !self.returns_agree(program) {
            return Err(Unsound::Bits);
        }
        let released = program.locations.iter().zip(&self.locals).all(|(location, before)| match location.role {
            Role::Wait(to) => before.iter().zip(self.locals_at(to)).all(|(before, after)| {
                before.forgotten == after.forgotten && (after.always.is_none() || before.always == after.always)
            }),
            _ => true,
        });
        if released { Ok(hidden) } else { Err(Unsound::Bits) }
    }

    /// The variables that others see and that are forgotten, at every location and wherever they are stored. `None` if one
    /// is forgotten in some places only, or has a known value: other threads do not know in which place they find it.
    fn hidden(&self, seen: &Seen) -> Option<BTreeSet<VariableId>> {
        let mut variables = seen.variables().peekable();
        if variables.peek().is_none() {
            return Some(BTreeSet::new());
        }
        let rows: Vec<Vec<bool>> = self.representatives().map(|location| self.forgotten(location).collect()).collect();
        let mut hidden = BTreeSet::new();
        for (variable, slots) in variables {
            let slots = || slots.iter().map(|slot| *slot as usize);
            if self.locals.iter().any(|row| slots().any(|slot| row[slot].always.is_some())) {
                return None;
            }
            let mut places = rows.iter().flat_map(|row| slots().map(|slot| row[slot]));
            let Some(forgotten) = places.next() else { continue };
            if places.any(|other| other != forgotten) {
                return None;
            }
            if forgotten {
                hidden.insert(variable);
            }
        }
        Some(hidden)
    }

    /// `true` if the return from each call that is not inlined agrees with what is forgotten.
    fn returns_agree(&self, program: &Program) -> bool {
        if !program.has_calls() {
            return true;
        }
        let thread_local = program.thread_local_variables.len();
        let everywhere: Vec<bool> = self.forgotten(program.entry).take(thread_local).collect();
        let mut all = self.shared.iter().chain(self.locals.iter().flatten());
        let agrees = |(id, location): (LocationId, &Location)| {
            let forgotten: Vec<bool> = self.forgotten(id).collect();
            let here = match &location.role {
                Role::Call(site) => self.forgotten(site.returns_to).eq(forgotten.iter().copied()),
                Role::Exit => forgotten[thread_local..].iter().all(|forgotten| !forgotten),
                Role::Step | Role::Wait(_) | Role::Cut => true,
            };
            here && forgotten[..thread_local] == everywhere[..]
        };
        all.all(|bit| bit.always.is_none()) && (0..).map(LocationId).zip(&program.locations).all(agrees)
    }
}
