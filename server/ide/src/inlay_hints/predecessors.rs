//! Predecessors in the control flow.

use boolprog_program::program::{Effect, Goal, LocationId, Program, Role};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashMap;

use crate::Snapshot;

/// For each of some sites, the other sites whose steps lead there, in order. One pass over the program.
pub(super) fn predecessors(
    snapshot: &Snapshot,
    wanted: impl Iterator<Item = SiteId>,
) -> FxHashMap<SiteId, Vec<SiteId>> {
    let mut found: FxHashMap<SiteId, Vec<SiteId>> = wanted.map(|site| (site, Vec::new())).collect();
    if found.is_empty() {
        return found;
    }
    let Some(program) = snapshot.analysis.any_form() else { return found };
    for (from, to) in steps(program) {
        let (Some(from), Some(to)) = (site(program, from), site(program, to)) else { continue };
        if from != to {
            found.entry(to).and_modify(|before| before.push(from));
        }
    }
    for before in found.values_mut() {
        before.sort_unstable();
        before.dedup();
    }
    found
}

/// All pairs of locations such that a thread at the second one can come from the first one, or was started there.
fn steps(program: &Program) -> impl Iterator<Item = (LocationId, LocationId)> {
    let moved = program.edges.iter().filter_map(|edge| match edge.goal {
        Goal::Location(goal) => Some((edge.source, goal)),
        Goal::End | Goal::Violation(_) => None,
    });
    let started = program.edges.iter().filter_map(|edge| match &edge.effect {
        Effect::Create(creation) => Some((edge.source, creation.start)),
        _ => None,
    });
    let released = (0..).map(LocationId).zip(&program.locations).filter_map(|(id, location)| match &location.role {
        Role::Wait(next) => Some((id, *next)),
        Role::Call(call) => Some((id, call.returns_to)),
        Role::Step | Role::Exit | Role::Cut => None,
    });
    moved.chain(started).chain(released)
}

fn site(program: &Program, location: LocationId) -> Option<SiteId> {
    program.locations.get(location.0 as usize).map(|location| location.site)
}
