//! The control flow of a program.

use boolprog_program::program::{Effect, Goal, LocationId, Program, Role};

/// All pairs of locations such that a thread at the second one can come from the first one, or was started there: by a
/// step, from a `wait`, after a call, or as a new thread.
pub(crate) fn steps(program: &Program) -> impl Iterator<Item = (LocationId, LocationId)> {
    let taken = program.edges.iter().flat_map(|edge| {
        let moved = match edge.goal {
            Goal::Location(goal) => Some(goal),
            Goal::End | Goal::Violation(_) => None,
        };
        let started = match &edge.effect {
            Effect::Create(creation) => Some(creation.start),
            _ => None,
        };
        moved.into_iter().chain(started).map(|goal| (edge.source, goal))
    });
    let released = (0..).map(LocationId).zip(&program.locations).filter_map(|(id, location)| match &location.role {
        Role::Wait(next) => Some((id, *next)),
        Role::Call(call) => Some((id, call.returns_to)),
        Role::Step | Role::Exit | Role::Cut => None,
    });
    taken.chain(released)
}
