//! Checks that sets are invariants that exclude the properties in question.
//!
//! Shares [`Relations`] with the engines, and none of their images: a step is checked as an implication, edge by edge.
//! The image of a step is never computed; the set it must stay in is read after the step instead, and nothing may be
//! left outside.

use std::collections::BTreeMap;

use boolprog_base::control::Stop;
use boolprog_explore::relations::{Relations, Set, Step};
use boolprog_program::program::{Edge, Effect, Goal, LocationId, PropertyId, PropertyKind, Slot, Threads};

use super::{Places, Rejection};

/// Checks that rows of thread states, by location, contain every thread of every reachable configuration, for any
/// number of threads, and violate none of the properties.
pub fn of_threads(relations: &Relations<'_, '_>, rows: &[Set], properties: &[u32]) -> Result<(), Rejection> {
    let (active, created) = (0, 1);
    let Relations { program, sets, variables, .. } = relations;
    let row = |location: LocationId| &rows[location.0 as usize];
    let start = sets.and(&relations.initial_shared()?, &relations.initial_local(active)?)?;
    require(sets.minus(&start, row(program.entry))?.is_empty(), "the start is not in it")?;

    let local: Vec<_> = variables.local_slots().collect();
    let as_created: Vec<_> =
        local.iter().map(|slot| (variables.now(*slot, active), variables.now(*slot, created))).collect();
    let mut changes: BTreeMap<Vec<Slot>, Set> = BTreeMap::new();
    for edge in &program.edges {
        let step = relations.step(edge, active, Some(created))?;
        let taken = sets.and(row(edge.source), &step.relation)?;
        match step.goal {
            Goal::Location(to) => {
                let outside = sets.complement(&after(relations, row(to), &step, active)?)?;
                require(sets.and(&taken, &outside)?.is_empty(), "a step of a thread leaves it")?;
            }
            Goal::Violation(property) => {
                let excluded = properties.contains(&property.0);
                require(!excluded || taken.is_empty(), "an assertion fails in it")?;
                continue;
            }
            Goal::End => {}
        }
        let mut shared = step.written.clone();
        shared.retain(|slot| matches!(slot, Slot::Shared(_)));
        shared.sort_unstable();
        if let Some((start, values)) = &step.created {
            let mut seen = as_created.clone();
            seen.extend(shared.iter().map(|slot| (variables.now(*slot, active), variables.next(*slot))));
            let outside = sets.complement(&sets.rename(row(*start), &sets.renaming(&seen)?)?)?;
            let creates = sets.and(&taken, values)?;
            require(sets.and(&creates, &outside)?.is_empty(), "a created thread is not in it")?;
        }
        if !shared.is_empty() {
            let written = step.written.iter().filter(|slot| matches!(slot, Slot::Local(_)));
            let own = variables.of_thread(active).chain(written.map(|slot| variables.next(*slot)));
            let change = sets.exists(&taken, &sets.cube(own)?)?;
            let known = changes.remove(&shared).unwrap_or_else(|| sets.none());
            changes.insert(shared, sets.or(&known, &change)?);
        }
    }
    for (shared, change) in &changes {
        let later: Vec<_> = shared.iter().map(|slot| (variables.now(*slot, active), variables.next(*slot))).collect();
        let later = sets.renaming(&later)?;
        for row in rows {
            let outside = sets.complement(&sets.rename(row, &later)?)?;
            let disturbed = sets.and(&sets.and(row, change)?, &outside)?;
            require(disturbed.is_empty(), "a step of another thread leaves it")?;
        }
    }
    for (location, row) in (0..).map(LocationId).zip(rows) {
        excludes_labels(relations, row, location, active, properties)?;
    }
    Ok(())
}

/// Checks that sets of configurations contain every reachable one, for the number of threads that the program starts
/// with, and violate none of the properties. A thread is created in the first place that is free.
pub fn of_configurations(
    relations: &Relations<'_, '_>,
    found: &BTreeMap<Places, Set>,
    properties: &[u32],
) -> Result<(), Rejection> {
    let Relations { program, sets, variables, .. } = relations;
    let of = |places: &Places| found.get(places).cloned().unwrap_or_else(|| sets.none());
    let started = match program.threads {
        Threads::Exactly(threads) if threads <= variables.threads() => threads,
        Threads::Exactly(_) | Threads::Any => {
            return Err(Rejection::Rejected("more threads start than it has places for"));
        }
    };
    let mut initial = relations.initial_shared()?;
    for thread in 0..started {
        initial = sets.and(&initial, &relations.initial_local(thread)?)?;
    }
    let start = (0..variables.threads()).map(|thread| (thread < started).then_some(program.entry)).collect();
    require(sets.minus(&initial, &of(&start))?.is_empty(), "the start is not in it")?;
    for (places, set) in found {
        says_nothing_of_absent(relations, places, set)?;
        for (thread, location) in threads_at(places) {
            excludes_labels(relations, set, location, thread, properties)?;
            for edge in relations.program.edges_of(location) {
                configuration_step(relations, (places, set), (thread, edge), &of, properties)?;
            }
        }
    }
    Ok(())
}

/// A thread that is created may have any bits, so the set must not have fixed them before.
fn says_nothing_of_absent(relations: &Relations<'_, '_>, places: &Places, set: &Set) -> Result<(), Rejection> {
    let Relations { sets, variables, .. } = relations;
    let absent = (0..).zip(places).filter(|(_, place)| place.is_none());
    let bits: Vec<_> = absent.flat_map(|(thread, _)| variables.of_thread(thread)).collect();
    if bits.is_empty() {
        return Ok(());
    }
    let freed = sets.exists(set, &sets.cube(bits)?)?;
    require(freed == *set, "it constrains a thread that does not exist")
}

fn configuration_step(
    relations: &Relations<'_, '_>,
    (places, set): (&Places, &Set),
    (thread, edge): (u32, &Edge),
    of: &impl Fn(&Places) -> Set,
    properties: &[u32],
) -> Result<(), Rejection> {
    let sets = &relations.sets;
    let absent = places.iter().position(Option::is_none);
    let step = relations.step(edge, thread, absent.map(|absent| absent as u32))?;
    let mut taken = sets.and(set, &step.relation)?;
    let mut to = places.clone();
    match step.goal {
        Goal::Location(location) => to[thread as usize] = Some(location),
        Goal::End => to[thread as usize] = None,
        Goal::Violation(property) => {
            let excluded = properties.contains(&property.0);
            return require(!excluded || taken.is_empty(), "an assertion fails in it");
        }
    }
    match (&step.created, absent) {
        (Some((start, values)), Some(absent)) => {
            to[absent] = Some(*start);
            taken = sets.and(&taken, values)?;
        }
        _ if matches!(edge.effect, Effect::Create(_)) => {
            return require(taken.is_empty(), "an additional thread is created");
        }
        _ => {}
    }
    let outside = sets.complement(&after(relations, &of(&to), &step, thread)?)?;
    require(sets.and(&taken, &outside)?.is_empty(), "a step leaves it")
}

/// The same set, read after a step of the thread.
pub(super) fn after(relations: &Relations<'_, '_>, set: &Set, step: &Step, thread: u32) -> Result<Set, Stop> {
    let Relations { sets, variables, .. } = relations;
    let later: Vec<_> = step.written.iter().map(|slot| (variables.now(*slot, thread), variables.next(*slot))).collect();
    sets.rename(set, &sets.renaming(&later)?)
}

pub(super) fn excludes_labels(
    relations: &Relations<'_, '_>,
    set: &Set,
    location: LocationId,
    thread: u32,
    properties: &[u32],
) -> Result<(), Rejection> {
    let here = |id: &u32| {
        let property = relations.property(PropertyId(*id));
        property.kind == PropertyKind::Label && property.locations.contains(&location)
    };
    if properties.iter().any(here) {
        let counts = relations.sets.and(set, &relations.permitted(location, thread)?)?;
        require(counts.is_empty(), "an error label is reached in it")?;
    }
    Ok(())
}

fn threads_at(places: &Places) -> impl Iterator<Item = (u32, LocationId)> + '_ {
    (0..).zip(places).filter_map(|(thread, place)| Some((thread, (*place)?)))
}

pub(super) fn require(holds: bool, otherwise: &'static str) -> Result<(), Rejection> {
    if holds { Ok(()) } else { Err(Rejection::Rejected(otherwise)) }
}
