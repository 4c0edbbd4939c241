//! The fewest steps to each thread state over any number of threads, against breadth-first search with each number.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Stop, Unlimited};
use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, Tts};
use boolprog_reach::engines::mcs::{self, Closure};
use boolprog_reach::soonest::{NotFound, Soonest, soonest};

use crate::nets::{Kind, random_system};
use crate::sets::AtMost;

/// The most steps that are compared: with one more thread than steps, nothing is sooner with any number.
const STEPS: u32 = 5;

/// A plain system that any number of threads run, without creations.
fn system(seed: u64) -> Tts {
    let mut tts = random_system(seed, Kind::Plain);
    tts.transitions.iter_mut().for_each(|step| step.effect = Effect::None);
    tts.initial.count = Count::Any;
    tts
}

/// The least number of steps with which each thread state is reached if exactly this number of threads starts, from
/// the definition: threads have names, and each of them starts anywhere.
fn with_threads(tts: &Tts, threads: usize) -> BTreeMap<(SharedId, LocalId), u32> {
    let others = threads - tts.initial.fixed.len();
    let mut starts = vec![tts.initial.fixed.clone()];
    for _ in 0..others {
        let longer = starts.iter().flat_map(|start| {
            tts.initial.pool.iter().map(move |&local| start.iter().copied().chain([local]).collect::<Vec<_>>())
        });
        starts = longer.collect();
    }
    let sorted = |mut threads: Vec<LocalId>| {
        threads.sort_unstable();
        threads
    };
    let mut layer: BTreeSet<(SharedId, Vec<LocalId>)> = starts
        .into_iter()
        .flat_map(|start| tts.initial.shared.iter().map(move |&shared| (shared, sorted(start.clone()))))
        .collect();
    let (mut seen, mut least) = (BTreeSet::new(), BTreeMap::new());
    for steps in 0..=STEPS {
        let mut next = BTreeSet::new();
        for (shared, threads) in layer {
            if !seen.insert((shared, threads.clone())) {
                continue;
            }
            for (position, &local) in threads.iter().enumerate() {
                least.entry((shared, local)).or_insert(steps);
                for step in tts.transitions.iter().filter(|step| (step.shared, step.local) == (shared, local)) {
                    let mut after = threads.clone();
                    after.remove(position);
                    after.extend(step.to_local);
                    next.insert((step.to_shared, sorted(after)));
                }
            }
        }
        layer = next;
    }
    least
}

/// The number of reachable thread states.
fn thread_states(tts: &Tts) -> usize {
    let set = mcs::search(tts, Closure::default(), None, &Unlimited).expect("plain, and nothing stops it").set;
    set.thread_states(tts).iter().map(|row| row.count_ones(..)).sum()
}

#[test]
fn no_number_of_threads_is_sooner_and_no_fewer_are_as_soon() {
    let (mut compared, mut sooner) = (0, 0);
    for seed in 0..400 {
        let tts = system(seed);
        let fixed = tts.initial.fixed.len();
        let most = fixed + STEPS as usize + 1;
        let by_threads: Vec<_> = (fixed..=most).map(|threads| (threads as u32, with_threads(&tts, threads))).collect();
        let found = soonest(&mut tts.clone(), thread_states(&tts), &AtMost(100_000));
        let Ok(found) = found else { continue };
        let all: BTreeSet<_> = by_threads.iter().flat_map(|(_, least)| least.keys().copied()).collect();
        let known: BTreeSet<_> = found.iter().filter(|(_, it)| it.steps <= STEPS).map(|(state, _)| *state).collect();
        assert_eq!(all, known, "seed {seed}");
        for state in all {
            let expected = by_threads
                .iter()
                .filter_map(|(threads, least)| Some(Soonest { steps: *least.get(&state)?, threads: *threads }))
                .min();
            assert_eq!(Some(found[&state]), expected, "seed {seed}: {state:?}");
            let first = by_threads.iter().find_map(|(_, least)| least.get(&state));
            sooner += usize::from(first != Some(&found[&state].steps));
            compared += 1;
        }
    }
    assert!(compared > 1000 && sooner > 20, "{compared} {sooner}");
}

#[test]
fn a_search_ends_when_all_thread_states_are_found_or_a_limit_is_reached() {
    let mut tts = system(3);
    let all = thread_states(&tts);
    let found = soonest(&mut tts, all, &Unlimited).expect("nothing stops it");
    assert_eq!(found.len(), all);
    let stopped =
        |&seed: &u64| soonest(&mut system(seed), usize::MAX, &AtMost(200)) == Err(NotFound::Stopped(Stop::Memory));
    assert!((0..100).filter(stopped).count() > 20, "more and more threads move");
}

#[test]
fn a_fixed_number_of_threads_and_steps_of_others_do_not_apply() {
    let fixed = |seed| {
        let mut tts = system(seed);
        tts.initial.count = Count::Exactly(2);
        tts
    };
    assert_eq!(soonest(&mut fixed(0), usize::MAX, &Unlimited), Err(NotFound::NotApplicable));
    let refused = (0..50).filter(|&seed| {
        let mut tts = random_system(seed, Kind::Transfers);
        tts.initial.count = Count::Any;
        soonest(&mut tts, usize::MAX, &AtMost(1000)) == Err(NotFound::NotApplicable)
    });
    assert!(refused.count() > 20);
}
