//! Constant propagation: bits that always have the same value, everywhere or at one location.
//!
//! A shared bit is constant if it starts with a value and is never given another. A local bit has a constant value at a
//! location if it has it after each edge that leads there. Both are found together as a least fixed point: starting
//! from the initial values, each edge that can be taken with the values found so far adds to the possible values after
//! it. Other edges add nothing (Wegman and Zadeck, "Constant Propagation with Conditional Branches", TOPLAS 1991).
//!
//! *Nothing is lost:* reading a constant instead of the bit gives the same value, and an edge whose guard cannot be T is
//! never taken. This reduction forgets no bit by itself; it makes others forget those that only a dead branch reads.
//!
//! `*` and arbitrary initial values give both values. A local bit that other threads can change or read is left alone,
//! and so are constraints, which could only exclude values.

use std::collections::VecDeque;

use super::abstraction::Abstraction;
use super::others::protected;
use crate::program::{Atom, Edge, Effect, Expr, Goal, LocationId, Possible, Program, Role, Slot};

/// Adds the constants of the program that `abstraction` has left.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    let mut found = Found::new(program);
    while found.round() {}
    for (bit, possible) in abstraction.shared.iter_mut().zip(&found.shared) {
        if !bit.forgotten {
            bit.always = possible.value();
        }
    }
    for location in (0..program.locations.len() as u32).map(LocationId) {
        let at = abstraction.of(location);
        let Some(row) = &found.locals[at.0 as usize] else { continue };
        let forgotten: Vec<bool> = abstraction.forgotten(location).collect();
        let bits = abstraction.locals[location.0 as usize].iter_mut().zip(row).zip(forgotten);
        // Known values of a representative stay known.
        for ((bit, possible), _) in bits.filter(|(_, forgotten)| !forgotten) {
            bit.always = bit.always.or(possible.value());
        }
    }
}

/// The values that bits were found to be able to have.
struct Found<'a> {
    program: &'a Program,
    shared: Vec<Possible>,
    /// By location, once control was found to get there.
    locals: Vec<Option<Vec<Possible>>>,
    protected: Vec<bool>,
    queue: VecDeque<LocationId>,
}

impl<'a> Found<'a> {
    fn new(program: &'a Program) -> Self {
        let start = |initial: &Option<bool>| initial.map_or(Possible::BOTH, Possible::only);
        let mut found = Self {
            program,
            shared: program.shared_initial.iter().map(start).collect(),
            locals: vec![None; program.locations.len()],
            protected: protected(program),
            queue: VecDeque::new(),
        };
        found.arrive(program.entry, program.local_initial.iter().map(start).collect());
        found
    }

    /// Follows the edges until the locals are stable; returns `true` if a shared bit got another value, so that
    /// everything has to be repeated.
    fn round(&mut self) -> bool {
        let before = self.shared.clone();
        while let Some(location) = self.queue.pop_front() {
            self.leave(location);
        }
        let changed = before != self.shared;
        if changed {
            let reached = (0..).map(LocationId).zip(&self.locals).filter(|(_, row)| row.is_some());
            self.queue = reached.map(|(location, _)| location).collect();
        }
        changed
    }

    fn leave(&mut self, location: LocationId) {
        let program = self.program;
        let Some(before) = self.locals[location.0 as usize].clone() else { return };
        if let Role::Wait(to) = program.location(location).role {
            // The thread is the same before and after, so both are kept equal.
            self.arrive(to, before);
            if let Some(after) = self.locals[to.0 as usize].clone() {
                self.arrive(location, after);
            }
            return;
        }
        for edge in program.edges_of(location) {
            if self.can_be_taken(edge, &before) {
                self.take(edge, &before);
            }
        }
    }

    fn value_of(&self, before: &[Possible]) -> impl Fn(Atom) -> Possible {
        |atom| match atom {
            Atom::Old(Slot::Shared(slot)) => self.shared[slot as usize],
            Atom::Old(Slot::Local(slot)) => before[slot as usize],
            Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::BOTH,
        }
    }

    fn can_be_taken(&self, edge: &Edge, before: &[Possible]) -> bool {
        let can_hold = |condition: &Expr| condition.possible(&self.value_of(before)).t;
        can_hold(&edge.guard) && self.program.location(edge.source).enforce.as_ref().is_none_or(can_hold)
    }

    /// Adds the possible values after an edge.
    fn take(&mut self, edge: &Edge, before: &[Possible]) {
        let mut after = before.to_vec();
        let assigned: Vec<(Slot, Possible)> =
            edge.updates.iter().map(|(slot, value)| (*slot, value.possible(&self.value_of(before)))).collect();
        if let Effect::Create(creation) = &edge.effect {
            let mut created = vec![Possible::only(false); before.len()];
            for (slot, value) in &creation.values {
                created[*slot as usize] = value.possible(&self.value_of(before));
            }
            self.arrive(creation.start, created);
        }
        for (slot, possible) in assigned {
            match slot {
                Slot::Local(slot) => after[slot as usize] = possible,
                Slot::Shared(slot) => {
                    let known = &mut self.shared[slot as usize];
                    *known = known.union(possible);
                }
            }
        }
        if let Goal::Location(next) = edge.goal {
            self.arrive(next, after);
        }
    }

    fn arrive(&mut self, location: LocationId, mut values: Vec<Possible>) {
        for (value, _) in values.iter_mut().zip(&self.protected).filter(|(_, protected)| **protected) {
            *value = Possible::BOTH;
        }
        let known = &mut self.locals[location.0 as usize];
        if let Some(known) = known {
            let joined: Vec<Possible> = known.iter().zip(&values).map(|(known, new)| known.union(*new)).collect();
            if joined == *known {
                return;
            }
            values = joined;
        }
        *known = Some(values);
        self.queue.push_back(location);
    }
}
