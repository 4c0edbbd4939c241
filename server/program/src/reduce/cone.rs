//! Cone of influence: bits that no property depends on.
//!
//! A bit matters if a guard, an `enforce` or a constraint reads it, or if it is read to compute a bit that matters. All
//! others are forgotten, shared ones and, wherever they are, local ones. The definition for all languages is in
//! [`boolprog_base::dependence`].
//!
//! *Nothing is lost:* whether an edge can be taken, and which values the bits that matter have after it, depends on
//! bits that matter alone. So two configurations that differ only in the others have the same runs up to these. An
//! assignment without a constraint is never blocked.
//!
//! Every `*` matters as much as its target. A constraint makes every bit matter that it mentions, and so does an update
//! of other threads; the bits of theirs that it mentions always matter.

use boolprog_base::dependence::{Command, Part, Parts, Skeleton, Write};
use smallvec::{SmallVec, smallvec};

use super::abstraction::Abstraction;
use super::others::protected;
use crate::program::{Atom, Edge, Effect, Expr, Goal, Location, LocationId, Program, Role, Slot, Value};

/// All threads: they run the same program, and that they run is always of interest.
const THREADS: u32 = 0;

/// Forgets the bits outside the cone of the program that `abstraction` has left.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    let cone = skeleton(program).cone();
    let matters = |slot| cone.contains(part(program, slot));
    for (bit, slot) in abstraction.shared.iter_mut().zip((0..).map(Slot::Shared)) {
        bit.forgotten |= !matters(slot);
    }
    let forgotten: Vec<bool> = (0..program.local_slots).map(Slot::Local).map(|slot| !matters(slot)).collect();
    for location in (0..program.locations.len() as u32).map(LocationId) {
        abstraction.forget(location, forgotten.iter().copied());
    }
}

/// The program without values: shared bits come before local ones, an edge is a command, and so is being released.
pub(super) fn skeleton(program: &Program) -> Skeleton {
    let edges = program.edges.iter().map(|edge| command(program, edge));
    let released = (0..).zip(&program.locations).filter_map(|(source, location)| released(source, location));
    Skeleton {
        variables: (program.shared_slots + program.local_slots) as usize,
        agents: 1,
        places: program.locations.len(),
        commands: edges.chain(released).collect(),
        asked: asked_of(program),
    }
}

fn asked_of(program: &Program) -> Vec<Part> {
    let mut asked = vec![Part::Agent(THREADS)];
    let seen = (0..).map(Slot::Local).zip(protected(program)).filter(|(_, seen)| *seen);
    asked.extend(seen.map(|(slot, _)| part(program, slot)));
    let moving = program.locations.iter().filter(|location| !location.edges.is_empty());
    let named = program.properties.iter().flat_map(|property| &property.locations);
    for location in moving.chain(named.map(|location| program.location(*location))) {
        location.enforce.iter().for_each(|enforce| read(program, enforce, |part| asked.push(part)));
    }
    asked
}

fn command(program: &Program, edge: &Edge) -> Command {
    let mut condition = Parts::new();
    asked(edge, &mut |expr| read(program, expr, |part| condition.push(part)));
    let mut targets = SmallVec::new();
    if let Goal::Location(next) = edge.goal {
        targets.push(next.0);
    }
    let write = |(slot, value): (Slot, &Value)| {
        let mut reads = Parts::new();
        if let Value::Expr(expr) = value {
            read(program, expr, |part| reads.push(part));
        }
        Write { variable: bit(program, slot), reads }
    };
    let mut writes: SmallVec<[Write; 1]> = edge.updates.iter().map(|(slot, value)| write((*slot, value))).collect();
    if let Effect::Create(creation) = &edge.effect {
        targets.push(creation.start.0);
        writes.extend(creation.values.iter().map(|(slot, value)| write((Slot::Local(*slot), value))));
    }
    Command { agent: THREADS, source: edge.source.0, targets, condition, writes }
}

/// The command of a waiting thread that is released.
fn released(source: u32, location: &Location) -> Option<Command> {
    let Role::Wait(to) = location.role else { return None };
    Some(Command { agent: THREADS, source, targets: smallvec![to.0], condition: Parts::new(), writes: SmallVec::new() })
}

fn read(program: &Program, expr: &Expr, mut note: impl FnMut(Part)) {
    expr.atoms(&mut |atom| {
        if let Atom::Old(slot) | Atom::New(slot) = atom {
            note(part(program, slot));
        }
    });
}

fn part(program: &Program, slot: Slot) -> Part {
    Part::Variable(bit(program, slot))
}

fn bit(program: &Program, slot: Slot) -> u32 {
    match slot {
        Slot::Shared(slot) => slot,
        Slot::Local(slot) => program.shared_slots + slot,
    }
}

/// The expressions of an edge that determine whether it can be taken, and its effect on other threads.
pub(super) fn asked(edge: &Edge, visit: &mut impl FnMut(&Expr)) {
    visit(&edge.guard);
    edge.constrain.iter().for_each(&mut *visit);
    if let Effect::Passive(passive) = &edge.effect {
        passive.constrain.iter().for_each(&mut *visit);
        for (_, value) in &passive.updates {
            if let Value::Expr(expr) = value {
                visit(expr);
            }
        }
    }
}
