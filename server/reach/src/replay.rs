//! Restoring the identities of threads: from a chain of configurations to a run.
//!
//! The search abstracts from identities. Along a found path they are chosen afterwards: the active thread is any one in
//! the right local state, preferably the one that moved last, and the threads that a transfer moves are matched with
//! the local states of the next configuration (a perfect matching exists, since the step came from one).

use boolprog_explore::tts::{Destinations, Effect, Initial, LocalId, SharedId, ThreadSystem, Transition, TransitionId};

use boolprog_certificate::run::{Run, RunStep};

/// A found path: the first configuration, then each transition with the threads after it.
pub(crate) struct Path<'p> {
    pub(crate) shared: SharedId,
    pub(crate) threads: &'p [LocalId],
    pub(crate) steps: Vec<(TransitionId, &'p [LocalId])>,
}

/// The run along a path, with the threads that [`Initial::fixed`] names first.
pub(crate) fn run<S: ThreadSystem + ?Sized>(system: &mut S, path: &Path<'_>) -> Run {
    let start = in_order(system.initial(), path.threads);
    let mut threads: Vec<Option<LocalId>> = start.iter().copied().map(Some).collect();
    let mut last = 0;
    let mut steps = Vec::with_capacity(path.steps.len());
    for &(id, after) in &path.steps {
        let transition = system.transition(id);
        let active = active(&threads, transition.local, last);
        let moved = moved(system, &threads, active, transition, after);
        threads[active] = transition.to_local;
        for &(thread, local) in &moved {
            threads[thread as usize] = Some(local);
        }
        if let Effect::Create(local) = transition.effect {
            threads.push(Some(local));
        }
        last = active;
        steps.push(RunStep { thread: active as u32, transition: id, moved });
    }
    Run { shared: path.shared, threads: start, steps }
}

/// The threads of an initial configuration: the fixed ones in their order, then the others.
fn in_order(initial: &Initial, threads: &[LocalId]) -> Vec<LocalId> {
    let mut others = threads.to_vec();
    for fixed in &initial.fixed {
        if let Ok(position) = others.binary_search(fixed) {
            others.remove(position);
        }
    }
    [initial.fixed.as_slice(), &others].concat()
}

/// A thread in this local state: the one that moved last if possible, to keep context switches few.
fn active(threads: &[Option<LocalId>], local: LocalId, last: usize) -> usize {
    let is_there = |thread: &Option<LocalId>| *thread == Some(local);
    if threads.get(last).is_some_and(is_there) {
        return last;
    }
    threads.iter().position(is_there).unwrap_or(last)
}

/// The threads that the transfer moves, with their destinations, so that `after` results.
fn moved<S: ThreadSystem + ?Sized>(
    system: &mut S,
    threads: &[Option<LocalId>],
    active: usize,
    transition: Transition,
    after: &[LocalId],
) -> Vec<(u32, LocalId)> {
    let (transfer, all) = match transition.effect {
        Effect::None | Effect::Create(_) => return Vec::new(),
        Effect::Each(transfer) => (transfer, true),
        Effect::One(transfer) => (transfer, false),
    };
    let mut places = after.to_vec();
    let mut movable = Vec::new();
    take(&mut places, transition.to_local);
    for (thread, &local) in threads.iter().enumerate() {
        let Some(local) = local.filter(|_| thread != active) else { continue };
        match system.transferred(transfer, local) {
            Destinations::To(destinations) if all || !destinations.is_empty() => {
                movable.push((thread as u32, local, destinations));
            }
            _ => take(&mut places, Some(local)),
        }
    }
    if all {
        let choices: Vec<&[LocalId]> = movable.iter().map(|(.., destinations)| destinations.as_slice()).collect();
        let chosen = matching(&choices, &places);
        return movable.iter().map(|&(thread, ..)| thread).zip(chosen).collect();
    }
    let one = movable.iter().find_map(|(thread, _, destinations)| {
        let mut rest = places.clone();
        for (other, stays, _) in &movable {
            if other != thread {
                take(&mut rest, Some(*stays));
            }
        }
        (rest.len() == 1 && destinations.contains(&rest[0])).then(|| (*thread, rest[0]))
    });
    one.into_iter().collect()
}

/// Takes one thread in this local state out of a list.
fn take(places: &mut Vec<LocalId>, local: Option<LocalId>) {
    if let Some(position) = local.and_then(|local| places.iter().position(|&place| place == local)) {
        places.remove(position);
    }
}

/// A perfect matching of threads and places by augmenting paths (Kuhn 1955), in thread order.
fn matching(choices: &[&[LocalId]], places: &[LocalId]) -> Vec<LocalId> {
    let mut holder: Vec<Option<usize>> = vec![None; places.len()];
    for thread in 0..choices.len() {
        augment(thread, choices, places, &mut holder, &mut vec![false; places.len()]);
    }
    let mut chosen = vec![LocalId(u32::MAX); choices.len()];
    for (place, thread) in holder.iter().enumerate() {
        if let Some(thread) = *thread {
            chosen[thread] = places[place];
        }
    }
    chosen
}

fn augment(
    thread: usize,
    choices: &[&[LocalId]],
    places: &[LocalId],
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in 0..places.len() {
        if tried[place] || !choices[thread].contains(&places[place]) {
            continue;
        }
        tried[place] = true;
        let free = holder[place].is_none_or(|other| augment(other, choices, places, holder, tried));
        if free {
            holder[place] = Some(thread);
            return true;
        }
    }
    false
}
