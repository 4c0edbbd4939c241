//! Useless statements: those from which a thread reaches nothing that matters.
//!
//! A location is useless if a thread there is outside every atomic section and can only take steps without effect that
//! change no shared bit and lead to useless locations, or end. All useless locations become one, where everything is
//! forgotten.
//!
//! *Nothing is lost.* A thread at a useless location neither enables nor disables a step of another one, and violates
//! nothing. So its behaviour makes no difference to the others or to the properties.
//!
//! Locations with an error label, with a failing assertion, with a `wait`, and those where a thread may be inside an
//! atomic section, are not useless. Programs in which steps read bits of other threads are left alone.

use super::abstraction::Abstraction;
use super::abstraction::reached;
use super::chains::labelled;
use super::cone::skeleton;
use super::others::is_passive;
use crate::program::{Edge, Effect, Goal, LocationId, Program, Role, Slot};

/// Puts the useless locations of the program that `abstraction` has left together.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    if is_passive(program) {
        return;
    }
    let useless = useless(program);
    // Unreachable locations have no edges, which means nothing for the program.
    let reached = reached(program).into_iter();
    let mut places = reached.filter(|location| useless[location.0 as usize]);
    let Some(first) = places.next() else { return };
    for other in places {
        abstraction.put_together(other, first);
    }
    abstraction.shorten();
    abstraction.forget(first, std::iter::repeat(true));
}

/// For each location, `true` if it is useless: a thread there reaches nothing that matters.
fn useless(program: &Program) -> Vec<bool> {
    let labelled = labelled(program);
    let inside = may_be_inside(program);
    let is_seen =
        |id: &LocationId| program.location(*id).role != Role::Step || inside[id.0 as usize] || labelled.contains(id);
    let seen = (0..program.locations.len() as u32).map(LocationId).filter(is_seen).map(|id| id.0);
    let counts = |number: usize| program.edges.get(number).is_some_and(matters);
    let alive = skeleton(program).alive(seen, |number, _| counts(number));
    alive.into_iter().map(|alive| !alive).collect()
}

/// `true` if other threads, or a property, may notice that an edge is taken.
fn matters(edge: &Edge) -> bool {
    let changes = edge.updates.iter().any(|(slot, _)| matches!(slot, Slot::Shared(_)));
    changes || edge.effect != Effect::None || matches!(edge.goal, Goal::Violation(_))
}

/// By location, whether a thread there may be inside an atomic section.
fn may_be_inside(program: &Program) -> Vec<bool> {
    let mut inside = vec![false; program.locations.len()];
    loop {
        let mut changed = false;
        for edge in &program.edges {
            let enters = edge.effect == Effect::AtomicBegin;
            let stays = inside[edge.source.0 as usize] && edge.effect != Effect::AtomicEnd;
            if let (true, Goal::Location(next)) = (enters || stays, edge.goal) {
                changed |= !std::mem::replace(&mut inside[next.0 as usize], true);
            }
        }
        if !changed {
            return inside;
        }
    }
}
