//! The bits of the entry that a summary has to remember.

use std::collections::BTreeMap;

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Calls, Relations, Set};
use boolprog_program::program::{Expr, Goal, LocationId, Program, Role, Slot, Value};

use super::THREAD;

/// For the first location of each procedure, the relation between entry and present of an activation that is entered.
///
/// A bit that every call sets in the same way, to one constant or freely, tells nothing of the caller: locals without
/// an initial value are such bits. Its value at the entry is not remembered, which makes no summary less exact.
pub(super) fn identities(calls: &Calls<'_, '_>) -> Result<BTreeMap<LocationId, Set>, Stop> {
    let program = calls.relations.program;
    let mut ways: BTreeMap<LocationId, Vec<Way<'_>>> = BTreeMap::from([(program.entry, vec![Way::Start])]);
    for location in &program.locations {
        if let Role::Call(_) = location.role {
            for edge in &program.edges[location.edges.start as usize..location.edges.end as usize] {
                if let Goal::Location(entry) = edge.goal {
                    ways.entry(entry).or_default().push(Way::Call(&edge.updates));
                }
            }
        }
    }
    let identity = |(entry, ways): (LocationId, Vec<Way<'_>>)| {
        let owned: Vec<u32> =
            program.instance(program.location(entry).instance).variables.iter().map(|(_, bit)| *bit).collect();
        let remembered = calls.slots().filter(|slot| match slot {
            Slot::Local(bit) if *bit >= program.local_slots => true,
            Slot::Local(bit) if *bit >= program.thread_local_variables.len() as u32 => {
                owned.contains(bit) && !is_uniform(program, *bit, &ways)
            }
            Slot::Local(_) | Slot::Shared(_) => true,
        });
        Ok((entry, identity(calls, remembered.collect())?))
    };
    ways.into_iter().map(identity).collect()
}

/// The entry of a procedure.
enum Way<'p> {
    Start,
    Call(&'p [(Slot, Value)]),
}

/// A value that does not depend on the caller.
#[derive(PartialEq)]
enum Given {
    Constant(bool),
    Free,
}

/// `true` if a local bit gets the same value in each of these ways, or is free in each.
fn is_uniform(program: &Program, bit: u32, ways: &[Way<'_>]) -> bool {
    let given = |way: &Way<'_>| match way {
        Way::Start => Some(program.local_initial[bit as usize].map_or(Given::Free, Given::Constant)),
        Way::Call(updates) => match updates.iter().find(|(slot, _)| *slot == Slot::Local(bit)) {
            Some((_, Value::Any)) => Some(Given::Free),
            Some((_, Value::Expr(Expr::Const(value)))) => Some(Given::Constant(*value)),
            _ => None,
        },
    };
    let mut all = ways.iter().map(given);
    let first = all.next().flatten();
    first.is_some() && all.all(|other| other == first)
}

/// The valuations with equal values of these bits at the entry and now.
fn identity(calls: &Calls<'_, '_>, mut slots: Vec<Slot>) -> Result<Set, Stop> {
    let Relations { sets, variables, .. } = &calls.relations;
    // From the last variable up, each conjunction adds a few nodes only.
    slots.sort_unstable_by_key(|slot| std::cmp::Reverse(calls.entry(*slot)));
    let mut equal = sets.all();
    for slot in slots {
        let now = variables.now(slot, THREAD);
        let low = sets.and(&sets.literal(now, false)?, &equal)?;
        let high = sets.and(&sets.literal(now, true)?, &equal)?;
        equal = sets.choice(calls.entry(slot), &low, &high)?;
    }
    Ok(equal)
}
