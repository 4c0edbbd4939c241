//! Dead locals: local bits whose value at a location is never used.
//!
//! A bit is live at a location if an edge from there reads it, in its conditions or in the right side of a bit that is
//! live after it, or if it is live after an edge that does not write it. That is strong liveness (Giegerich, Möncke and
//! Wilhelm, "Invariance of approximative semantics with respect to program transformations", 1981): a right side uses
//! nothing if its bit is dead. The others are forgotten.
//!
//! *Nothing is lost:* which edges a thread can take, and the values of the shared bits and of the bits that are live
//! after them, depend on bits that are live before them alone. So two configurations that differ only in dead bits have
//! the same runs up to these.
//!
//! The bits of a created thread are used if they are live where it starts, those of a waiting one if they are live
//! where it continues. A bit whose new value a constraint mentions is live after the edge, and a bit that other threads
//! can change or read is live everywhere.

use super::abstraction::Abstraction;
use super::cone::asked;
use super::others::protected;
use crate::program::{Atom, Edge, Effect, Expr, Goal, LocationId, Program, Role, Slot, Value};

/// Forgets the dead bits of the program that `abstraction` has left.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    let mut live = Live::new(program);
    live.run();
    for (location, live) in (0..).map(LocationId).zip(&live.rows) {
        if abstraction.of(location) == location {
            abstraction.forget(location, live.iter().map(|live| !live));
        }
    }
}

struct Live<'a> {
    program: &'a Program,
    /// By location and bit.
    rows: Vec<Vec<bool>>,
    /// By location: those from which an edge, a creation or a `wait` leads there.
    before: Vec<Vec<LocationId>>,
    pending: Vec<LocationId>,
}

impl<'a> Live<'a> {
    fn new(program: &'a Program) -> Self {
        let mut before = vec![Vec::new(); program.locations.len()];
        for edge in &program.edges {
            if let Goal::Location(next) = edge.goal {
                before[next.0 as usize].push(edge.source);
            }
            if let Effect::Create(creation) = &edge.effect {
                before[creation.start.0 as usize].push(edge.source);
            }
        }
        for (id, location) in (0..).map(LocationId).zip(&program.locations) {
            if let Role::Wait(to) = location.role {
                before[to.0 as usize].push(id);
            }
        }
        let rows = vec![protected(program); program.locations.len()];
        let mut found = Self { program, rows, before, pending: Vec::new() };
        found.demand();
        found.pending = (0..program.locations.len() as u32).map(LocationId).collect();
        found
    }

    /// Adds the bits that are live independently of others.
    fn demand(&mut self) {
        for (row, location) in self.rows.iter_mut().zip(&self.program.locations) {
            location.enforce.iter().for_each(|enforce| read(enforce, row));
        }
        for edge in &self.program.edges {
            asked(edge, &mut |expr| read(expr, &mut self.rows[edge.source.0 as usize]));
            if let Goal::Location(next) = edge.goal {
                asked(edge, &mut |expr| read_new(expr, &mut self.rows[next.0 as usize]));
            }
        }
    }

    fn run(&mut self) {
        while let Some(location) = self.pending.pop() {
            let old = &self.rows[location.0 as usize];
            let mut row = old.clone();
            if let Role::Wait(to) = self.program.location(location).role {
                self.flow(to, &[], &mut row);
            }
            for edge in self.program.edges_of(location) {
                self.add(edge, &mut row);
            }
            if row != *old {
                self.pending.extend(&self.before[location.0 as usize]);
                self.rows[location.0 as usize] = row;
            }
        }
    }

    /// Adds the bits that an edge uses to those live before it.
    fn add(&self, edge: &Edge, row: &mut [bool]) {
        let behind = match edge.goal {
            Goal::Location(next) => Some(next),
            Goal::End | Goal::Violation(_) => None,
        };
        if let Some(next) = behind {
            self.flow(next, &edge.updates, row);
        }
        let mut assigned = |slot: Slot, value: &Value, at: Option<LocationId>| {
            let used = match slot {
                Slot::Shared(_) => true,
                Slot::Local(bit) => at.is_some_and(|at| self.rows[at.0 as usize][bit as usize]),
            };
            if let (true, Value::Expr(expr)) = (used, value) {
                read(expr, row);
            }
        };
        for (slot, value) in &edge.updates {
            assigned(*slot, value, behind);
        }
        if let Effect::Create(creation) = &edge.effect {
            for (bit, value) in &creation.values {
                assigned(Slot::Local(*bit), value, Some(creation.start));
            }
        }
    }

    /// Adds the bits that are live at `next` and not written before.
    fn flow(&self, next: LocationId, updates: &[(Slot, Value)], row: &mut [bool]) {
        let mut flowing = self.rows[next.0 as usize].clone();
        for (slot, _) in updates {
            if let Slot::Local(bit) = slot {
                flowing[*bit as usize] = false;
            }
        }
        row.iter_mut().zip(flowing).for_each(|(live, flowing)| *live |= flowing);
    }
}

/// The local bits of the thread that an expression reads.
fn read(expr: &Expr, row: &mut [bool]) {
    expr.atoms(&mut |atom| {
        if let Atom::Old(Slot::Local(bit)) = atom {
            row[bit as usize] = true;
        }
    });
}

/// The local bits whose new values an expression reads.
fn read_new(expr: &Expr, row: &mut [bool]) {
    expr.atoms(&mut |atom| {
        if let Atom::New(Slot::Local(bit)) = atom {
            row[bit as usize] = true;
        }
    });
}
