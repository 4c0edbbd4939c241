use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};

use super::{Saturation, saturate};
use crate::random::Random;
use crate::tts::{
    Count, Destinations, Effect, Initial, LocalId, Moves, SharedId, Target, ThreadSystem, TransferId, Transition,
    TransitionId, Tts,
};

const THREADS: usize = 3;

/// A shared state and the local states of all threads, sorted.
type Configuration = (SharedId, Vec<LocalId>);

/// Everything reachable with few threads, by brute force.
fn reachable(system: &mut Tts) -> BTreeSet<Configuration> {
    let initial = system.initial.clone();
    let most = match initial.count {
        Count::Any => THREADS,
        Count::Exactly(count) => count as usize,
    };
    let least = if initial.count == Count::Any { 0 } else { most };
    let mut found = BTreeSet::new();
    let mut waiting = Vec::new();
    for &shared in &initial.shared {
        for count in least..=most {
            let mut threads = initial.fixed.clone();
            threads.extend(initial.pool.iter().cycle().take(count));
            threads.sort_unstable();
            waiting.push((shared, threads));
        }
    }
    while let Some(configuration) = waiting.pop() {
        if configuration.1.len() <= THREADS && found.insert(configuration.clone()) {
            waiting.extend(successors(system, &configuration));
        }
    }
    found
}

fn successors(system: &mut Tts, (shared, threads): &Configuration) -> Vec<Configuration> {
    let mut all = Vec::new();
    for (index, &local) in threads.iter().enumerate() {
        let mut others = threads.clone();
        others.remove(index);
        for id in system.transitions(*shared, local) {
            let step = system.transition(TransitionId(id));
            for mut moved in outcomes(system, step.effect, &others) {
                moved.extend(step.to_local);
                moved.sort_unstable();
                all.push((step.to_shared, moved));
            }
        }
    }
    all
}

/// The results of an effect for the other threads.
fn outcomes(system: &mut Tts, effect: Effect, others: &[LocalId]) -> Vec<Vec<LocalId>> {
    match effect {
        Effect::None => vec![others.to_vec()],
        Effect::Create(local) => vec![[others, &[local]].concat()],
        Effect::Each(transfer) => others.iter().fold(vec![Vec::new()], |outcomes, &local| {
            let to = match system.transferred(transfer, local) {
                Destinations::Stay => vec![local],
                Destinations::To(to) => to.to_vec(),
            };
            outcomes.iter().flat_map(|before| to.iter().map(|&to| [&before[..], &[to]].concat())).collect()
        }),
        Effect::One(transfer) => {
            let mut outcomes = Vec::new();
            let mut movable = false;
            for (index, &local) in others.iter().enumerate() {
                if let Destinations::To(to) = system.transferred(transfer, local) {
                    movable |= !to.is_empty();
                    for to in to {
                        let mut moved = others.to_vec();
                        moved[index] = to;
                        outcomes.push(moved);
                    }
                }
            }
            if movable { outcomes } else { vec![others.to_vec()] }
        }
    }
}

/// The closure as its definition reads: rules applied until nothing changes.
fn naive_closure(system: &mut Tts) -> BTreeSet<(SharedId, LocalId)> {
    let initial = system.initial.clone();
    let mut found = BTreeSet::new();
    let pool = if initial.count == Count::Exactly(0) { Vec::new() } else { initial.pool };
    for shared in initial.shared {
        found.extend(initial.fixed.iter().chain(&pool).map(|&local| (shared, local)));
    }
    loop {
        let before = found.len();
        for (shared, local) in found.clone() {
            let row: Vec<_> = found.iter().filter(|state| state.0 == shared).map(|state| state.1).collect();
            for id in system.transitions(shared, local) {
                let step = system.transition(TransitionId(id));
                found.extend(step.to_local.map(|local| (step.to_shared, local)));
                for &other in &row {
                    let moved = outcomes(system, step.effect, &[other]).concat();
                    found.extend(moved.into_iter().map(|local| (step.to_shared, local)));
                    if let Effect::One(_) = step.effect {
                        found.insert((step.to_shared, other));
                    }
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn thread_states(saturation: &Saturation) -> BTreeSet<(SharedId, LocalId)> {
    saturation.rows().flat_map(|(shared, locals)| locals.into_iter().map(move |local| (shared, local))).collect()
}

#[test]
fn saturation_is_the_least_closure_and_contains_what_happens() {
    let mut random = Random::new(1);
    for _ in 0..1500 {
        let mut system = random.system();
        let saturation = saturate(&mut system, &Unlimited).unwrap();
        let found = thread_states(&saturation);
        assert_eq!(found, naive_closure(&mut system), "{system:?}");
        assert_eq!(found.len(), saturation.thread_states());
        for (shared, threads) in reachable(&mut system) {
            for local in threads {
                assert!(saturation.contains(shared, local), "({shared:?}, {local:?}) of {system:?}");
            }
        }
    }
}

#[test]
fn restriction_keeps_what_is_reachable_and_asked() {
    let mut random = Random::new(2);
    for _ in 0..1500 {
        let mut system = random.system();
        let saturation = saturate(&mut system, &Unlimited).unwrap();
        let mut restricted = saturation.to_tts(&mut system, &Unlimited).unwrap();
        let (shared, locals) = (restricted.shared.clone(), restricted.locals.clone());
        let original = |ids: &[LocalId]| ids.iter().map(|id| locals[id.0 as usize]).collect::<Vec<_>>();
        let mut mapped: BTreeSet<Configuration> = BTreeSet::new();
        for (state, threads) in reachable(&mut restricted.tts) {
            mapped.insert((shared[state.0 as usize], original(&threads)));
        }
        assert_eq!(mapped, reachable(&mut system), "{system:?}");
        let possible = |target: &&Target| {
            shared.contains(&target.shared)
                && target.locals.iter().all(|&local| saturation.contains(target.shared, local))
        };
        let asked = |target: &Target, shared: SharedId, locals: Vec<LocalId>| (target.property, shared, locals);
        let expected: BTreeSet<_> = system
            .targets
            .iter()
            .filter(possible)
            .map(|target| asked(target, target.shared, target.locals.clone()))
            .collect();
        let kept: BTreeSet<_> = restricted
            .tts
            .targets
            .iter()
            .map(|target| asked(target, shared[target.shared.0 as usize], original(&target.locals)))
            .collect();
        assert_eq!(kept, expected, "{system:?}");
    }
}

/// A chain of this number of local states: a thread moves along it, and the shared state cycles.
fn chain(length: u32) -> Tts {
    let step = |local: u32| Transition {
        shared: SharedId(local % 7),
        local: LocalId(local),
        to_shared: SharedId((local + 1) % 7),
        to_local: Some(LocalId(local + 1)),
        effect: Effect::None,
        origin: local,
    };
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    Tts::new(7, length + 1, initial, (0..length).map(step).collect(), Vec::new(), Vec::new()).unwrap()
}

#[test]
fn steps_that_change_nothing_and_repetitions_are_dropped() {
    let mut system = chain(3);
    let mut steps = system.transitions.clone();
    steps.extend(steps.clone().into_iter().map(|step| Transition { origin: step.origin + 10, ..step }));
    steps.extend((0..3).map(|local| Transition {
        to_shared: SharedId(0),
        to_local: Some(LocalId(local)),
        shared: SharedId(0),
        local: LocalId(local),
        effect: Effect::None,
        origin: 20,
    }));
    let initial = system.initial.clone();
    let mut doubled = Tts::new(7, 4, initial, steps, Vec::new(), Vec::new()).unwrap();
    let restrict = |system: &mut Tts| {
        let saturation = saturate(system, &Unlimited).unwrap();
        saturation.to_tts(system, &Unlimited).unwrap().tts
    };
    let small = restrict(&mut doubled);
    assert_eq!(small.transitions, restrict(&mut system).transitions);
    assert_eq!((small.shared_states, small.local_states), (4, 4));
}

#[test]
fn transfers_that_move_no_thread_are_dropped() {
    let moves: Moves = [(LocalId(2), [LocalId(1)].into_iter().collect())].into_iter().collect();
    let mut steps = chain(1).transitions;
    steps[0].effect = Effect::Each(TransferId(0));
    let mut system = Tts::new(7, 3, chain(1).initial, steps, vec![moves], Vec::new()).unwrap();
    let saturation = saturate(&mut system, &Unlimited).unwrap();
    let restricted = saturation.to_tts(&mut system, &Unlimited).unwrap();
    assert!(restricted.tts.is_plain());
    assert!(restricted.tts.transfers.is_empty());
}

#[test]
fn going_nowhere_is_a_move_for_a_step_that_moves_one() {
    let to = |local: u32| [LocalId(local)].into_iter().collect();
    let moves: Moves = [(LocalId(1), to(1)), (LocalId(2), to(3))].into_iter().collect();
    let mut steps = chain(1).transitions;
    steps[0].effect = Effect::One(TransferId(0));
    let initial = Initial { fixed: vec![LocalId(0), LocalId(1), LocalId(2)], ..chain(1).initial };
    let initial = Initial { pool: Vec::new(), count: Count::Exactly(0), ..initial };
    let mut system = Tts::new(7, 4, initial, steps, vec![moves], Vec::new()).unwrap();
    let saturation = saturate(&mut system, &Unlimited).unwrap();
    let mut restricted = saturation.to_tts(&mut system, &Unlimited).unwrap().tts;
    let unmoved = (SharedId(1), vec![LocalId(1), LocalId(1), LocalId(2)]);
    assert!(reachable(&mut system).contains(&unmoved));
    assert!(reachable(&mut restricted).contains(&unmoved));
}

struct After(u32, AtomicU32);

impl Control for After {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        assert!(progress.bytes > 0);
        if self.1.fetch_add(1, Ordering::Relaxed) < self.0 { Ok(()) } else { Err(Stop::Time) }
    }
}

#[test]
fn work_is_polled_and_stops() {
    let mut system = chain(20_000);
    let control = After(u32::MAX, AtomicU32::new(0));
    let saturation = saturate(&mut system, &control).unwrap();
    let polls = control.1.load(Ordering::Relaxed);
    assert!(polls > 20, "{polls}");
    assert!(matches!(saturate(&mut system, &After(5, AtomicU32::new(0))), Err(Stop::Time)));
    assert!(matches!(saturation.to_tts(&mut system, &After(3, AtomicU32::new(0))), Err(Stop::Time)));
}

/// Stops at a poll before any state is expanded, and fails if there is none.
struct BeforeExpansion;

impl Control for BeforeExpansion {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        assert_eq!(progress.states, 0, "the initial states were inserted without a poll");
        Err(Stop::Time)
    }
}

#[test]
fn many_initial_states_are_polled() {
    let initial = Initial {
        shared: (0..10_000).map(SharedId).collect(),
        fixed: Vec::new(),
        pool: (0..10_000).map(LocalId).collect(),
        count: Count::Any,
    };
    let mut system = Tts::new(10_000, 10_000, initial, Vec::new(), Vec::new(), Vec::new()).unwrap();
    assert!(matches!(saturate(&mut system, &BeforeExpansion), Err(Stop::Time)));
}

#[test]
fn sparse_numbers_cost_nothing() {
    let far = u32::MAX - 2;
    let step = Transition {
        shared: SharedId(0),
        local: LocalId(0),
        to_shared: SharedId(far),
        to_local: Some(LocalId(far)),
        effect: Effect::None,
        origin: 0,
    };
    let initial = chain(1).initial;
    let mut system = Tts::new(far + 1, far + 1, initial, vec![step], Vec::new(), Vec::new()).unwrap();
    let saturation = saturate(&mut system, &Unlimited).unwrap();
    assert_eq!(saturation.thread_states(), 3);
    let restricted = saturation.to_tts(&mut system, &Unlimited).unwrap();
    assert_eq!(restricted.shared, [SharedId(0), SharedId(far)]);
    assert_eq!(restricted.locals, [LocalId(0), LocalId(far)]);
}
