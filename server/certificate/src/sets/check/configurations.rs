//! Checking a finite set of configurations.

use std::collections::BTreeSet;

use boolprog_base::control::Control;
use boolprog_explore::tts::{Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, TransitionId};
use rustc_hash::FxHashSet;

use super::{Rejection, contains, poll, starts};

type Configuration = (SharedId, Vec<LocalId>);

pub(super) fn check<S: ThreadSystem + ?Sized>(
    system: &mut S,
    list: &[Configuration],
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    let all: FxHashSet<&Configuration> = list.iter().collect();
    starts(system, &mut |threads, any_number| {
        let mut threads = threads.to_vec();
        threads.sort_unstable();
        for &shared in &system.initial().shared {
            if !any_number.is_empty() || !all.contains(&(shared, threads.clone())) {
                return Err(Rejection::Initial(shared));
            }
        }
        Ok(())
    })?;
    for (checked, (shared, threads)) in list.iter().enumerate() {
        if checked % 64 == 0 {
            poll(control, checked)?;
        }
        violations(system, *shared, threads, excluded)?;
        for position in 0..threads.len() {
            let mut others = threads.clone();
            let active = others.remove(position);
            for id in system.transitions(*shared, active).map(TransitionId) {
                for successor in successors(system, id, &others) {
                    if !all.contains(&successor) {
                        return Err(Rejection::Step(id));
                    }
                }
            }
        }
    }
    Ok(())
}

fn violations<S: ThreadSystem + ?Sized>(
    system: &mut S,
    shared: SharedId,
    threads: &[LocalId],
    excluded: &[u32],
) -> Result<(), Rejection> {
    let joint = system.joint_targets().iter();
    let joint = joint.filter(|target| target.shared == shared && contains(threads, &target.locals));
    let mut violated: Vec<u32> = joint.map(|target| target.property).collect();
    for &local in threads {
        violated.extend(system.violated(shared, local));
    }
    violated.retain(|property| excluded.contains(property));
    violated.first().map_or(Ok(()), |&property| Err(Rejection::Violation(property)))
}

/// All results of a transition of a thread that is not among `others`.
fn successors<S: ThreadSystem + ?Sized>(system: &mut S, id: TransitionId, others: &[LocalId]) -> Vec<Configuration> {
    let transition = system.transition(id);
    let moved = match transition.effect {
        Effect::None => BTreeSet::from([others.to_vec()]),
        Effect::Create(local) => BTreeSet::from([[others, &[local]].concat()]),
        Effect::Each(transfer) => each(system, transfer, others),
        Effect::One(transfer) => one(system, transfer, others),
    };
    let finish = |mut threads: Vec<LocalId>| {
        threads.extend(transition.to_local);
        threads.sort_unstable();
        (transition.to_shared, threads)
    };
    moved.into_iter().map(finish).collect()
}

fn each<S: ThreadSystem + ?Sized>(system: &mut S, transfer: TransferId, others: &[LocalId]) -> BTreeSet<Vec<LocalId>> {
    let mut results = BTreeSet::from([Vec::new()]);
    for &local in others {
        let destinations = match system.transferred(transfer, local) {
            Destinations::Stay => vec![local],
            Destinations::To(destinations) => destinations.to_vec(),
        };
        let extended = results.iter().flat_map(|threads| {
            destinations.iter().map(move |&destination| {
                let mut threads = threads.clone();
                threads.push(destination);
                threads.sort_unstable();
                threads
            })
        });
        results = extended.collect();
    }
    results
}

fn one<S: ThreadSystem + ?Sized>(system: &mut S, transfer: TransferId, others: &[LocalId]) -> BTreeSet<Vec<LocalId>> {
    let mut results = BTreeSet::new();
    for (position, &local) in others.iter().enumerate() {
        if let Destinations::To(destinations) = system.transferred(transfer, local) {
            for destination in destinations {
                let mut threads = others.to_vec();
                threads[position] = destination;
                results.insert(threads);
            }
        }
    }
    if results.is_empty() {
        results.insert(others.to_vec());
    }
    results
}
