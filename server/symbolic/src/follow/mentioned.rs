//! The bits that a run mentions: only these decide whether it is possible.

use std::collections::BTreeSet;

use boolprog_explore::relations::Relations;
use boolprog_program::program::{Atom, Edge, Effect, Expr, LocationId, Program, Slot, Value};

use super::Path;

/// The bits that the edges of a run read or write, and those of `enforce` where it ends.
pub(super) fn slots(relations: &Relations<'_, '_>, path: &Path, end: &[Option<LocationId>]) -> BTreeSet<Slot> {
    let program = relations.program;
    let mut slots = BTreeSet::new();
    for (_, edge) in &path.steps {
        let edge = &program.edges[edge.0 as usize];
        slots.extend(written(edge));
        slots.extend(read(program, edge));
    }
    slots.extend(enforced(program, end));
    slots
}

/// The bits of `enforce` where threads are.
pub(super) fn enforced(program: &Program, places: &[Option<LocationId>]) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    let enforces = places.iter().flatten().filter_map(|location| program.location(*location).enforce.as_ref());
    enforces.for_each(|enforce| note(enforce, &mut slots));
    slots
}

/// The bits that an edge reads, with the `enforce` before it.
pub(super) fn read(program: &Program, edge: &Edge) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    note(&edge.guard, &mut slots);
    program.location(edge.source).enforce.iter().chain(&edge.constrain).for_each(|expr| note(expr, &mut slots));
    let created = match &edge.effect {
        Effect::Create(creation) => creation.values.as_slice(),
        _ => &[],
    };
    for value in edge.updates.iter().map(|(_, value)| value).chain(created.iter().map(|(_, value)| value)) {
        if let Value::Expr(expr) = value {
            note(expr, &mut slots);
        }
    }
    slots
}

/// The bits that can block a thread of the run: those of a `constrain` or an `enforce`, and of a condition to which there
/// is no alternative.
pub(super) fn blocking(program: &Program, path: &Path) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    for (_, edge) in &path.steps {
        let edge = &program.edges[edge.0 as usize];
        let location = program.location(edge.source);
        location.enforce.iter().chain(&edge.constrain).for_each(|expr| note(expr, &mut slots));
        if location.edges.len() == 1 {
            note(&edge.guard, &mut slots);
        }
    }
    slots
}

fn written(edge: &Edge) -> impl Iterator<Item = Slot> {
    let created = match &edge.effect {
        Effect::Create(creation) => creation.values.as_slice(),
        _ => &[],
    };
    edge.updates.iter().map(|(slot, _)| *slot).chain(created.iter().map(|(bit, _)| Slot::Local(*bit)))
}

fn note(expr: &Expr, slots: &mut BTreeSet<Slot>) {
    expr.atoms(&mut |atom| {
        if let Atom::Old(slot) | Atom::New(slot) = atom {
            slots.insert(slot);
        }
    });
}
