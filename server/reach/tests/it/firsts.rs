//! The least number of threads and steps to reach each thread state, against breadth-first search by the definition.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Engine;
use boolprog_explore::tts::{Count, Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, Tts};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::first::{First, Firsts};

use crate::nets::{Kind, random_system};

/// The largest number of live threads.
const THREADS: u32 = 3;

type Configuration = (SharedId, Vec<LocalId>);

fn sorted(mut threads: Vec<LocalId>) -> Vec<LocalId> {
    threads.sort_unstable();
    threads
}

/// All placements of `count` distinguishable threads in local states.
fn placements(pool: &[LocalId], count: usize) -> Vec<Vec<LocalId>> {
    (0..count).fold(vec![Vec::new()], |before, _| {
        let extended = |threads: &Vec<LocalId>| {
            let threads = threads.clone();
            pool.iter().map(move |&local| [threads.as_slice(), &[local]].concat())
        };
        before.iter().flat_map(extended).collect()
    })
}

/// The initial configurations with at most this number of threads.
fn initial(tts: &Tts, live: usize) -> BTreeSet<Configuration> {
    let initial = &tts.initial;
    let counts = match initial.count {
        _ if initial.pool.is_empty() => 0..=0,
        Count::Exactly(count) => count as usize..=count as usize,
        Count::Any => 0..=live,
    };
    let starts = counts.flat_map(|count| placements(&initial.pool, count));
    let starts = starts.map(|others| sorted([initial.fixed.as_slice(), &others].concat()));
    let starts = starts.filter(|threads| threads.len() <= live);
    starts.flat_map(|threads| initial.shared.iter().map(move |&shared| (shared, threads.clone()))).collect()
}

/// The possible results of a transfer for the other threads.
fn transferred(tts: &mut Tts, transfer: TransferId, others: &[LocalId], all: bool) -> Vec<Vec<LocalId>> {
    let choices: Vec<Destinations> = others.iter().map(|&local| tts.transferred(transfer, local)).collect();
    if all {
        return others.iter().zip(&choices).fold(vec![Vec::new()], |before, (&local, choice)| {
            let next = match choice {
                Destinations::Stay => vec![local],
                Destinations::To(destinations) => destinations.to_vec(),
            };
            let extended = |threads: &Vec<LocalId>| {
                let threads = threads.clone();
                next.iter().map(move |&local| [threads.as_slice(), &[local]].concat()).collect::<Vec<_>>()
            };
            before.iter().flat_map(extended).collect()
        });
    }
    let mut moved = Vec::new();
    for (position, choice) in choices.iter().enumerate() {
        if let Destinations::To(destinations) = choice {
            for &destination in destinations {
                let mut threads = others.to_vec();
                threads[position] = destination;
                moved.push(threads);
            }
        }
    }
    if moved.is_empty() { vec![others.to_vec()] } else { moved }
}

fn successors(tts: &mut Tts, (shared, threads): &Configuration) -> Vec<Configuration> {
    let mut found = Vec::new();
    for active in 0..threads.len() {
        let mut others = threads.clone();
        let local = others.remove(active);
        for index in tts.transitions(*shared, local) {
            let transition = tts.transition(boolprog_explore::tts::TransitionId(index));
            let (others, created) = match transition.effect {
                Effect::None => (vec![others.clone()], None),
                Effect::Create(local) => (vec![others.clone()], Some(local)),
                Effect::Each(transfer) => (transferred(tts, transfer, &others, true), None),
                Effect::One(transfer) => (transferred(tts, transfer, &others, false), None),
            };
            found.extend(others.into_iter().map(|mut next| {
                next.extend(transition.to_local);
                next.extend(created);
                (transition.to_shared, sorted(next))
            }));
        }
    }
    found
}

/// For 1, 2, ... threads: the number of steps to each thread state that fewer threads do not reach.
fn specification(tts: &mut Tts) -> BTreeMap<(SharedId, LocalId), First> {
    let mut firsts = BTreeMap::new();
    for threads in 1..=THREADS {
        let mut level = initial(tts, threads as usize);
        let mut seen = BTreeSet::new();
        for steps in 0.. {
            level.retain(|configuration| seen.insert(configuration.clone()));
            for (shared, locals) in &level {
                for &local in locals {
                    firsts.entry((*shared, local)).or_insert(First { threads, steps });
                }
            }
            let next: Vec<Configuration> =
                level.iter().flat_map(|configuration| successors(tts, configuration)).collect();
            level = next.into_iter().filter(|(_, locals)| locals.len() <= threads as usize).collect();
            if level.is_empty() {
                break;
            }
        }
    }
    firsts
}

fn firsts(tts: &mut Tts, thread_states: usize, control: &dyn Control) -> Firsts {
    Bounded { thread_states }.ask(tts, &[], THREADS, control).states.firsts
}

#[test]
fn the_search_finds_each_thread_state_with_the_fewest_threads_and_steps() {
    for seed in 0..600 {
        let mut tts = random_system(seed, if seed % 2 == 0 { Kind::Plain } else { Kind::Transfers });
        let found: BTreeMap<_, _> = firsts(&mut tts, usize::MAX, &Unlimited).into_iter().collect();
        assert_eq!(found, specification(&mut tts), "seed {seed}");
    }
}

/// Stops a search after this number of polls.
struct After(std::sync::atomic::AtomicU32);

impl Control for After {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        use std::sync::atomic::Ordering::Relaxed;
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).map_or(Err(Stop::Time), |_| Ok(()))
    }
}

#[test]
fn a_search_that_ends_early_has_missed_nothing_smaller() {
    let mut incomplete = 0;
    for seed in 0..300 {
        let mut tts = random_system(seed, Kind::Transfers);
        let all = specification(&mut tts);
        let mut partial: Vec<Firsts> = (0..4).map(|polls| firsts(&mut tts, usize::MAX, &After(polls.into()))).collect();
        partial.push(firsts(&mut tts, all.len() / 2, &Unlimited));
        for found in partial {
            incomplete += usize::from(!found.is_empty() && found.len() < all.len());
            let missed = all.iter().filter(|(state, _)| !found.contains_key(state)).map(|(_, first)| first).min();
            for (state, first) in found {
                assert_eq!(all.get(&state), Some(&first), "seed {seed}");
                assert!(missed.is_none_or(|missed| first <= *missed), "seed {seed}: {state:?}");
            }
        }
    }
    assert!(incomplete > 50, "only {incomplete} searches ended early");
}
