//! Checks the relations of procedures: each one is closed under steps, calls and returns.

use boolprog_explore::relations::{Call, Calls, Relations, Set, Step};
use boolprog_program::program::{Goal, LocationId, Role};

use super::Rejection;
use super::check::{after, excludes_labels, require};

/// The only thread.
const THREAD: u32 = 0;

/// Checks that rows, by location, contain the valuations of every activation of the only thread, with those that it was
/// entered with, and violate none of the properties.
///
/// By induction over an execution: the activation at the bottom of the stack is in the row of its location, and so is
/// each one that another calls, since the row of its entry contains what the call leads to. An activation that ends is
/// in the row of the exit with the valuation that the call below it led to, which the rule for returns continues.
pub fn of_activations(calls: &Calls<'_, '_>, rows: &[Set], properties: &[u32]) -> Result<(), Rejection> {
    let relations = &calls.relations;
    let Relations { program, sets, .. } = relations;
    let row = |location: LocationId| &rows[location.0 as usize];
    let start = sets.and(&relations.initial_shared()?, &relations.initial_local(THREAD)?)?;
    let entered = calls.at_entry(row(program.entry))?;
    require(sets.minus(&start, &entered)?.is_empty(), "the start is not in it")?;
    for (location, own) in (0..).map(LocationId).zip(rows) {
        excludes_labels(relations, own, location, THREAD, properties)?;
        if let Role::Call(_) = program.location(location).role {
            for call in calls.calls(location)? {
                returns(calls, own, &call, rows)?;
            }
            continue;
        }
        for edge in program.edges_of(location) {
            let step = relations.step(edge, THREAD, None)?;
            match step.goal {
                Goal::Location(to) => stays(relations, own, &step, row(to), "a step leaves it")?,
                Goal::Violation(property) if properties.contains(&property.0) => {
                    require(sets.and(own, &step.relation)?.is_empty(), "an assertion fails in it")?;
                }
                Goal::Violation(_) | Goal::End => {}
            }
        }
    }
    Ok(())
}

fn returns(calls: &Calls<'_, '_>, own: &Set, call: &Call, rows: &[Set]) -> Result<(), Rejection> {
    let relations = &calls.relations;
    let row = |location: LocationId| &rows[location.0 as usize];
    stays(relations, own, &call.enter, &calls.at_entry(row(call.entry))?, "a call leaves it")?;
    let Some(exit) = call.exit else { return Ok(()) };
    let through = calls.through(call, row(exit))?;
    let Goal::Location(to) = through.goal else { return Ok(()) };
    stays(relations, own, &through, row(to), "a return leaves it")
}

/// Checks that a step from one set leads into another.
fn stays(
    relations: &Relations<'_, '_>,
    from: &Set,
    step: &Step,
    to: &Set,
    otherwise: &'static str,
) -> Result<(), Rejection> {
    let sets = &relations.sets;
    let outside = sets.complement(&after(relations, to, step, THREAD)?)?;
    let taken = sets.and(from, &step.relation)?;
    require(sets.and(&taken, &outside)?.is_empty(), otherwise)
}
