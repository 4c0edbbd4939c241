//! The bits that a run mentions: only these decide whether it is possible.

use std::collections::BTreeSet;

use boolprog_explore::relations::Relations;
use boolprog_program::program::{Atom, Edge, Effect, Expr, LocationId, Program, Slot, Value};

use super::Path;

/// The bits that the edges of a run read or write, and those of `enforce` where it ends.
pub(super) fn slots(relations: &Relations<'_, '_>, path: &Path, end: &[Option<LocationId>]) -> BTreeSet<Slot> {
    let program = relations.program;
    let mut slots = BTreeSet::new();
    for edge in path.edges(program) {
        slots.extend(written(program, edge));
        slots.extend(read(program, edge));
    }
    slots.extend(enforced(program, end));
    slots
}

/// The bits of `enforce` where threads are.
pub(super) fn enforced(program: &Program, places: &[Option<LocationId>]) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    let enforces = places.iter().flatten().filter_map(|location| program.location(*location).enforce.as_ref());
    enforces.for_each(|enforce| note(program, enforce, &mut slots));
    slots
}

/// The bits that an edge reads, with the `enforce` before it.
pub(super) fn read(program: &Program, edge: &Edge) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    reads(program, edge, &mut |expr| note(program, expr, &mut slots));
    slots
}

/// The bits that an edge reads in more than one place.
pub(super) fn repeated(program: &Program, edge: &Edge) -> BTreeSet<Slot> {
    let (mut once, mut again) = (BTreeSet::new(), BTreeSet::new());
    reads(program, edge, &mut |expr| {
        expr.atoms(&mut |atom| {
            if let Atom::Old(slot) | Atom::New(slot) = atom
                && !once.insert(slot)
            {
                again.insert(slot);
            }
        });
    });
    again
}

/// Visits the expressions of an edge and of the `enforce` before it.
fn reads(program: &Program, edge: &Edge, visit: &mut impl FnMut(&Expr)) {
    visit(&edge.guard);
    program.location(edge.source).enforce.iter().chain(&edge.constrain).for_each(&mut *visit);
    let mut values: Vec<&Value> = edge.updates.iter().map(|(_, value)| value).collect();
    match &edge.effect {
        Effect::Create(creation) => values.extend(creation.values.iter().map(|(_, value)| value)),
        Effect::Passive(passive) => {
            values.extend(passive.updates.iter().map(|(_, value)| value));
            passive.constrain.iter().for_each(&mut *visit);
        }
        _ => {}
    }
    for value in values {
        if let Value::Expr(expr) = value {
            visit(expr);
        }
    }
}

/// The bits that can block a thread of the run: those of a `constrain` or an `enforce`, and of a condition to which there
/// is no alternative.
pub(super) fn blocking(program: &Program, path: &Path) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    for edge in path.edges(program) {
        let location = program.location(edge.source);
        location.enforce.iter().chain(&edge.constrain).for_each(|expr| note(program, expr, &mut slots));
        if location.edges.len() == 1 {
            note(program, &edge.guard, &mut slots);
        }
    }
    slots
}

fn written(program: &Program, edge: &Edge) -> BTreeSet<Slot> {
    let mut slots: BTreeSet<Slot> = edge.updates.iter().map(|(slot, _)| *slot).collect();
    match &edge.effect {
        Effect::Create(creation) => slots.extend(creation.values.iter().map(|(bit, _)| Slot::Local(*bit))),
        Effect::Passive(passive) => {
            slots.extend(passive.updates.iter().flat_map(|(variable, _)| program.slots_of(*variable)));
        }
        _ => {}
    }
    slots
}

fn note(program: &Program, expr: &Expr, slots: &mut BTreeSet<Slot>) {
    expr.atoms(&mut |atom| match atom {
        Atom::Old(slot) | Atom::New(slot) => drop(slots.insert(slot)),
        Atom::PassiveOld(variable) | Atom::PassiveNew(variable) => slots.extend(program.slots_of(variable)),
    });
}
