//! From how many threads on nothing new is reached.

use std::collections::BTreeSet;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::Engine;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, Moves, SharedId, TransferId, Transition, Tts};
use boolprog_reach::engines::bounded::Bounded;
use smallvec::SmallVec;

use crate::nets::{Kind, random_system};

/// Numbers of threads that are tried.
const THREADS: u32 = 5;

/// The thread states that are reachable if exactly this number of threads starts, without creations.
fn reachable(tts: &Tts, threads: u32) -> BTreeSet<(SharedId, LocalId)> {
    let initial = Initial { fixed: Vec::new(), count: Count::Exactly(threads), ..tts.initial.clone() };
    let mut tts = tts.clone().with_initial(initial).expect("the same states");
    let outcome = Bounded { thread_states: usize::MAX }.ask(&mut tts, &[], threads, &Unlimited);
    outcome.states.all.expect("their number is fixed").states.into_iter().collect()
}

/// A system without creations, in which no thread blocks another, and threads start in some places.
fn monotone_system(seed: u64) -> Tts {
    let mut tts = random_system(seed, if seed.is_multiple_of(4) { Kind::Plain } else { Kind::Transfers });
    tts.transitions.iter_mut().filter(|step| matches!(step.effect, Effect::Create(_))).for_each(|step| {
        step.effect = Effect::None;
    });
    tts.transfers.iter_mut().for_each(|moves| moves.retain(|_, to| !to.is_empty()));
    if tts.initial.pool.is_empty() {
        tts.initial.pool.push(LocalId(0));
    }
    tts
}

#[test]
fn where_no_thread_blocks_another_more_of_them_reach_no_less() {
    let mut grown = 0;
    for seed in 0..400 {
        let tts = monotone_system(seed);
        let sets: Vec<_> = (1..=THREADS).map(|threads| reachable(&tts, threads)).collect();
        for (threads, pair) in (1..).zip(sets.windows(2)) {
            assert!(pair[0].is_subset(&pair[1]), "seed {seed}: {threads} threads");
            grown += usize::from(threads > 1 && pair[0] != pair[1]);
        }
    }
    assert!(grown > 20, "{grown}");
}

#[test]
fn where_a_thread_can_block_others_what_is_reached_need_not_settle() {
    // Threads go from 0 to 2 in pairs; the last one goes to 3, if all others are at 2.
    let step = |shared, local, to_shared, to_local, effect| Transition {
        shared: SharedId(shared),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to_local)),
        effect,
        origin: 0,
    };
    let transitions = vec![
        step(0, 0, 1, 1, Effect::None),
        step(1, 0, 2, 2, Effect::None),
        step(2, 1, 0, 2, Effect::None),
        step(0, 0, 0, 3, Effect::Each(TransferId(0))),
    ];
    let blocks: Moves = [LocalId(0), LocalId(1)].map(|local| (local, SmallVec::new())).into_iter().collect();
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    let tts = Tts::new(3, 4, initial, transitions, vec![blocks], Vec::new()).expect("in range");
    for threads in 1..=7 {
        let last = reachable(&tts, threads).contains(&(SharedId(0), LocalId(3)));
        assert_eq!(last, threads % 2 == 1, "{threads} threads");
    }
}
