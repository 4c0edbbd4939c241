//! The steps of a configuration, without a distinction of threads in the same local state.

use boolprog_base::control::Stop;
use boolprog_explore::tts::{Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};
use smallvec::SmallVec;

pub(crate) struct Step<'a> {
    pub(crate) transition: TransitionId,
    pub(crate) shared: SharedId,
    /// Threads afterwards, sorted.
    pub(crate) threads: &'a [LocalId],
}

/// Receives the steps; an error ends the enumeration.
pub(crate) type Visit<'v> = dyn FnMut(Step<'_>) -> Result<(), Stop> + 'v;

type Threads = SmallVec<[LocalId; 16]>;

/// Calls `visit` for every step of the configuration, creation of any number of threads included. The same step
/// may come more than once when different threads that a transfer moves meet in one local state.
pub(crate) fn steps<S: ThreadSystem + ?Sized>(
    system: &mut S,
    shared: SharedId,
    threads: &[LocalId],
    visit: &mut Visit<'_>,
) -> Result<(), Stop> {
    for (position, &local) in threads.iter().enumerate() {
        if position > 0 && threads[position - 1] == local {
            continue;
        }
        let mut others = Threads::from_slice(threads);
        others.remove(position);
        for index in system.transitions(shared, local) {
            steps_of(system, TransitionId(index), &others, visit)?;
        }
    }
    Ok(())
}

/// The steps by one transition, with the local states of the threads that are not active.
fn steps_of<S: ThreadSystem + ?Sized>(
    system: &mut S,
    id: TransitionId,
    others: &[LocalId],
    visit: &mut Visit<'_>,
) -> Result<(), Stop> {
    let transition = system.transition(id);
    let mut arrive = |threads: &[LocalId], created: Option<LocalId>| {
        let mut next = Threads::from_slice(threads);
        for local in transition.to_local.into_iter().chain(created) {
            let place = next.partition_point(|&other| other < local);
            next.insert(place, local);
        }
        visit(Step { transition: id, shared: transition.to_shared, threads: &next })
    };
    let mut transferred = |moved: &[LocalId]| {
        let mut moved = Threads::from_slice(moved);
        moved.sort_unstable();
        arrive(&moved, None)
    };
    match transition.effect {
        Effect::None => arrive(others, None),
        Effect::Create(local) => arrive(others, Some(local)),
        Effect::Each(transfer) => {
            let groups = groups(system, transfer, others);
            each(&groups, &mut Vec::with_capacity(others.len()), &mut transferred)
        }
        Effect::One(transfer) => one(system, transfer, others, &mut transferred),
    }
}

/// Threads in the same local state, and where a transfer may take each of them.
struct Group {
    size: usize,
    destinations: SmallVec<[LocalId; 2]>,
}

fn groups<S: ThreadSystem + ?Sized>(system: &mut S, transfer: TransferId, others: &[LocalId]) -> Vec<Group> {
    let groups = others.chunk_by(|left, right| left == right).map(|threads| Group {
        size: threads.len(),
        destinations: match system.transferred(transfer, threads[0]) {
            Destinations::Stay => SmallVec::from_slice(&threads[..1]),
            Destinations::To(destinations) => destinations,
        },
    });
    groups.collect()
}

/// Enumerates the moves of all groups: for each group every multiset of destinations of its size, independently.
fn each(
    groups: &[Group],
    moved: &mut Vec<LocalId>,
    visit: &mut dyn FnMut(&[LocalId]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    match groups {
        [] => visit(moved),
        [group, rest @ ..] => spread(group.size, &group.destinations, rest, moved, visit),
    }
}

/// Enumerates the distributions of `size` threads over the destinations, followed by the moves of the remaining groups.
/// There are none without a destination: the transition is blocked.
fn spread(
    size: usize,
    destinations: &[LocalId],
    rest: &[Group],
    moved: &mut Vec<LocalId>,
    visit: &mut dyn FnMut(&[LocalId]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let Some((&first, others)) = destinations.split_first() else { return Ok(()) };
    let before = moved.len();
    let least = if others.is_empty() { size } else { 0 };
    for here in least..=size {
        moved.truncate(before);
        moved.resize(before + here, first);
        if here == size {
            each(rest, moved, visit)?;
        } else {
            spread(size - here, others, rest, moved, visit)?;
        }
    }
    moved.truncate(before);
    Ok(())
}

/// Enumerates the moves of one of the threads that can move; the empty move when none can.
fn one<S: ThreadSystem + ?Sized>(
    system: &mut S,
    transfer: TransferId,
    others: &[LocalId],
    visit: &mut dyn FnMut(&[LocalId]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut moved = others.to_vec();
    let mut able = false;
    for (position, &local) in others.iter().enumerate() {
        if position > 0 && others[position - 1] == local {
            continue;
        }
        let Destinations::To(destinations) = system.transferred(transfer, local) else { continue };
        for destination in destinations {
            able = true;
            moved[position] = destination;
            visit(&moved)?;
        }
        moved[position] = local;
    }
    if able { Ok(()) } else { visit(others) }
}
