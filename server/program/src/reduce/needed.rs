//! The variables that a smaller program depends on.
//!
//! A variable is *needed* if the smaller program keeps its bit at some location, or if its known value takes its place
//! in an expression. To forget all other variables, at all locations, is a finer abstraction than the one that made the
//! smaller program, so a proof for that one needs no others.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::abstraction::{Abstraction, Bit, reached};
use crate::names::VariableId;
use crate::program::{Atom, Edge, Effect, Expr, Goal, InstanceId, LocationId, Program, Slot, Value};

/// The variables of `program` that `left`, what an abstraction leaves of it, depends on.
///
/// Linear in locations times local bits, and in the edges.
pub(super) fn needed(program: &Program, abstraction: &Abstraction, left: &Program) -> BTreeSet<VariableId> {
    let mut rows = vec![None; program.locations.len()];
    for location in reached(left) {
        rows[location.0 as usize] = Some(abstraction.locals_at(location));
    }
    let mut needed = Needed { program, abstraction, rows, found: FxHashSet::default() };
    needed.add_kept();
    needed.add_known();
    needed.variables()
}

struct Needed<'a> {
    program: &'a Program,
    abstraction: &'a Abstraction,
    /// The local bits at each location that is reached.
    rows: Vec<Option<Vec<Bit>>>,
    /// Bits, with the instance in which they are needed.
    found: FxHashSet<(InstanceId, Slot)>,
}

impl Needed<'_> {
    /// Adds what is kept. A bit with a known value is a constant, which matters where it is read.
    fn add_kept(&mut self) {
        let is_kept = |bit: &Bit| !bit.forgotten && bit.always.is_none();
        let instance = self.program.location(self.program.entry).instance;
        let shared = (0..).map(Slot::Shared).zip(&self.abstraction.shared).filter(|(_, bit)| is_kept(bit));
        self.found.extend(shared.map(|(slot, _)| (instance, slot)));
        for (location, row) in self.program.locations.iter().zip(&self.rows) {
            let local = (0..).map(Slot::Local).zip(row.iter().flatten()).filter(|(_, bit)| is_kept(bit));
            self.found.extend(local.map(|(slot, _)| (location.instance, slot)));
        }
    }

    /// Adds what is read as its known value.
    fn add_known(&mut self) {
        let program = self.program;
        for edge in &program.edges {
            let Some(before) = self.row(edge.source) else { continue };
            let after = if let Goal::Location(goal) = edge.goal { self.row(goal) } else { None };
            let is_known = |atom| match atom {
                Atom::Old(Slot::Local(slot)) => before[slot as usize].always.is_some(),
                Atom::New(Slot::Local(slot)) => after.is_some_and(|after| after[slot as usize].always.is_some()),
                Atom::Old(Slot::Shared(slot)) | Atom::New(Slot::Shared(slot)) => {
                    self.abstraction.shared[slot as usize].always.is_some()
                }
                Atom::PassiveOld(_) | Atom::PassiveNew(_) => false,
            };
            let instance = program.location(edge.source).instance;
            let mut known = Vec::new();
            let mut visit = |atom| {
                if let (true, Atom::Old(slot) | Atom::New(slot)) = (is_known(atom), atom) {
                    known.push((instance, slot));
                }
            };
            expressions(edge).for_each(|expr| expr.atoms(&mut visit));
            program.location(edge.source).enforce.iter().for_each(|enforce| enforce.atoms(&mut visit));
            self.found.extend(known);
        }
    }

    fn row(&self, location: LocationId) -> Option<&Vec<Bit>> {
        self.rows[self.abstraction.of(location).0 as usize].as_ref()
    }

    fn variables(&self) -> BTreeSet<VariableId> {
        self.found.iter().filter_map(|(instance, slot)| self.program.variable_of(*instance, *slot)).collect()
    }
}

/// The expressions that an edge evaluates, also for other threads.
fn expressions(edge: &Edge) -> impl Iterator<Item = &Expr> {
    let created = if let Effect::Create(creation) = &edge.effect { creation.values.as_slice() } else { &[] };
    let passive = if let Effect::Passive(passive) = &edge.effect { Some(passive) } else { None };
    let updates = edge.updates.iter().map(|(_, value)| value).chain(created.iter().map(|(_, value)| value));
    let others = passive.into_iter().flat_map(|passive| passive.updates.iter().map(|(_, value)| value));
    let constrains = edge.constrain.iter().chain(passive.and_then(|passive| passive.constrain.as_ref()));
    updates.chain(others).filter_map(Value::expr).chain([&edge.guard]).chain(constrains)
}
