//! The runs that bounded search finds against all runs, thread by thread.

use std::collections::BTreeMap;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::Engine;
use boolprog_explore::tts::{Count, Destinations, Effect, LocalId, SharedId, ThreadSystem, Transition, Tts};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::threads::{Guarantee, runs};

use crate::nets::{Kind, random_system};

/// A shared state, the threads one by one (`None` when ended), and the thread that moved last.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    shared: SharedId,
    threads: Vec<Option<LocalId>>,
    last: Option<usize>,
}

/// All states reachable in one number of steps, each with the fewest context switches.
type Level = BTreeMap<State, usize>;

/// The first level: every initial configuration with at most this number of threads.
fn start(tts: &Tts, most: usize) -> Level {
    let initial = &tts.initial;
    let room = most.saturating_sub(initial.fixed.len());
    let sizes = match initial.count {
        Count::Exactly(count) => count as usize..=count as usize,
        Count::Any => 0..=room,
    };
    let mut pools = vec![initial.fixed.clone()];
    let mut starts = Vec::new();
    for size in 0..=*sizes.end() {
        if sizes.contains(&size) {
            starts.extend(pools.clone());
        }
        let longer = |threads: &Vec<LocalId>| {
            let with = |&local: &LocalId| [threads.as_slice(), &[local]].concat();
            initial.pool.iter().map(with).collect::<Vec<_>>()
        };
        pools = pools.iter().flat_map(longer).collect();
    }
    let states = starts.into_iter().flat_map(|threads| {
        let threads: Vec<_> = threads.into_iter().map(Some).collect();
        initial.shared.iter().map(move |&shared| State { shared, threads: threads.clone(), last: None })
    });
    states.filter(|state| state.threads.len() <= most).map(|state| (state, 0)).collect()
}

fn next(tts: &mut Tts, level: &Level, most: usize) -> Level {
    let mut next = Level::new();
    for (state, &switches) in level {
        for active in 0..state.threads.len() {
            let Some(local) = state.threads[active] else { continue };
            let switches = switches + usize::from(state.last.is_some_and(|last| last != active));
            for transition in tts.transitions.clone() {
                if (transition.shared, transition.local) != (state.shared, local) {
                    continue;
                }
                for threads in after(tts, state, active, transition) {
                    if threads.iter().flatten().count() <= most {
                        let state = State { shared: transition.to_shared, threads, last: Some(active) };
                        let known = next.entry(state).or_insert(switches);
                        *known = (*known).min(switches);
                    }
                }
            }
        }
    }
    next
}

/// The threads after a transition, for each result of its transfer.
fn after(tts: &mut Tts, state: &State, active: usize, transition: Transition) -> Vec<Vec<Option<LocalId>>> {
    let mut threads = state.threads.clone();
    threads[active] = transition.to_local;
    let others: Vec<usize> = (0..threads.len()).filter(|&other| other != active && threads[other].is_some()).collect();
    match transition.effect {
        Effect::None => vec![threads],
        Effect::Create(local) => {
            threads.push(Some(local));
            vec![threads]
        }
        Effect::Each(transfer) => others.iter().fold(vec![threads], |ways, &other| {
            let Some(local) = state.threads[other] else { return ways };
            match tts.transferred(transfer, local) {
                Destinations::Stay => ways,
                Destinations::To(to) => {
                    ways.iter().flat_map(|way| to.iter().map(|&to| moved(way, other, to))).collect()
                }
            }
        }),
        Effect::One(transfer) => {
            let mut ways = Vec::new();
            for other in others {
                if let Some(local) = state.threads[other]
                    && let Destinations::To(to) = tts.transferred(transfer, local)
                {
                    ways.extend(to.iter().map(|&to| moved(&threads, other, to)));
                }
            }
            if ways.is_empty() { vec![threads] } else { ways }
        }
    }
}

fn moved(threads: &[Option<LocalId>], thread: usize, to: LocalId) -> Vec<Option<LocalId>> {
    let mut threads = threads.to_vec();
    threads[thread] = Some(to);
    threads
}

fn violates(state: &State, tts: &Tts, property: u32) -> bool {
    let mut alive: Vec<LocalId> = state.threads.iter().copied().flatten().collect();
    alive.sort_unstable();
    tts.targets.iter().any(|target| {
        let mut alive = alive.iter();
        let covered = target.locals.iter().all(|local| alive.any(|thread| thread == local));
        target.property == property && target.shared == state.shared && covered
    })
}

#[test]
fn no_run_has_fewer_threads_steps_or_switches() {
    let (mut compared, mut switching) = (0, 0);
    for seed in 0..400 {
        let kind = if seed % 2 == 0 { Kind::Plain } else { Kind::Transfers };
        let mut tts = random_system(seed, kind);
        let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
        let outcome = Bounded::default().ask(&mut tts, &properties, 3, &Unlimited);
        for threads in 1..=3 {
            let violations = runs(&outcome).filter(|(_, violation)| violation.threads == threads);
            let mut level = start(&tts, threads as usize);
            let mut steps = 0;
            for (property, violation) in violations {
                assert_eq!(violation.guarantee, Some(Guarantee::FewestSwitches), "seed {seed}");
                let least = loop {
                    let switches = level.iter().filter(|(state, _)| violates(state, &tts, property));
                    if let Some(switches) = switches.map(|(_, &switches)| switches).min() {
                        break (steps, switches);
                    }
                    level = next(&mut tts, &level, threads as usize);
                    steps += 1;
                };
                let found = (violation.run.steps.len(), violation.run.context_switches());
                assert_eq!(found, least, "seed {seed}, property {property}");
                assert!(violation.run.execute(&mut tts).is_ok(), "seed {seed}");
                compared += 1;
                switching += usize::from(found.1 > 1);
            }
        }
    }
    assert!(compared > 3000 && switching > 300, "{compared} runs, {switching} of them with several switches");
}
