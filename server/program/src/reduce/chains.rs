//! Invisible chains: a location from which a thread can only move on, unobserved by others.
//!
//! A location is *silent* if all its edges lead to one other location, change nothing, have no effect, and one of them
//! can always be taken. Then the other location represents it: `skip`, `goto`, assignments to forgotten bits, and
//! conditions whose branches join again at once.
//!
//! *Nothing is lost.* A thread at a silent location has arrived there by a step of its own, or has been created or
//! released there. In the first case it can take the silent step at once, before any other thread moves; its atomic
//! section, its `enforce` and all bits stay, so the configuration is as with the thread at the other location. In the
//! other cases it can take it as soon as it can move at all, and until then it has no effect. Hence each run of the
//! abstraction is one of the program with silent steps put in.
//!
//! A location with an error label matters at the moment of arrival: it is kept, and represents no others. So is a
//! `wait`, where other threads can see the waiting ones. A failing assertion is an edge like others. Runs get shorter,
//! so that their length is not preserved.

use std::collections::BTreeSet;

use super::abstraction::Abstraction;
use super::others::Apart;
use crate::program::{Atom, Effect, Expr, Goal, LocationId, Possible, Program, PropertyKind, Slot};

/// The most variables of a condition for which all valuations are tried.
const MOST_VARIABLES: usize = 8;

/// Puts silent locations of the program that `abstraction` has left together with those they lead to.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    let labelled = labelled(program);
    let apart = Apart::new(program);
    for location in (0..program.locations.len() as u32).map(LocationId) {
        let Some(next) = silent_step(program, location) else { continue };
        let together = apart.can_be_one(location, next)
            && !labelled.contains(&location)
            && !labelled.contains(&next)
            && program.location(location).enforce == program.location(next).enforce
            && abstraction.forgotten(location).eq(abstraction.forgotten(next));
        if together && abstraction.of(location) != abstraction.of(next) {
            abstraction.put_together(location, next);
        }
    }
    abstraction.shorten();
}

pub(super) fn labelled(program: &Program) -> BTreeSet<LocationId> {
    let labels = program.properties.iter().filter(|property| property.kind == PropertyKind::Label);
    labels.flat_map(|property| property.locations.iter().copied()).collect()
}

fn silent_step(program: &Program, location: LocationId) -> Option<LocationId> {
    let edges = program.edges_of(location);
    let Goal::Location(next) = edges.first()?.goal else { return None };
    let silent = edges.iter().all(|edge| {
        edge.goal == Goal::Location(next)
            && edge.effect == Effect::None
            && edge.updates.is_empty()
            && edge.constrain.is_none()
    });
    let guards: Vec<&Expr> = edges.iter().map(|edge| &edge.guard).collect();
    (silent && some_holds(&guards)).then_some(next)
}

/// `true` if one of the conditions can always be T; `false` if that would take long to find out.
fn some_holds(conditions: &[&Expr]) -> bool {
    let mut variables: Vec<Slot> = Vec::new();
    for condition in conditions {
        condition.atoms(&mut |atom| {
            if let Atom::Old(slot) = atom
                && !variables.contains(&slot)
            {
                variables.push(slot);
            }
        });
    }
    if variables.len() > MOST_VARIABLES {
        return false;
    }
    (0..1u32 << variables.len()).all(|valuation| {
        let value_of = |atom| match atom {
            Atom::Old(slot) => {
                let position = variables.iter().position(|variable| *variable == slot);
                position.map_or(Possible::NEITHER, |bit| Possible::only(valuation >> bit & 1 == 1))
            }
            Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::NEITHER,
        };
        conditions.iter().any(|condition| condition.possible(&value_of).t)
    })
}
