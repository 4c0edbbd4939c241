//! Merging bisimilar local states changes no verdict, and the certificates are those of the system itself.

use boolprog_base::control::Unlimited;
use boolprog_certificate::sets::{Certificate, check};
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::bisimilar::{Merged, merge};
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::engines::mcs::{self, Closure};

use crate::nets::{Kind, Random, random_system};

fn set(tts: &Tts) -> (CoverabilitySet, Vec<u32>) {
    let set =
        mcs::search(tts, Closure::default(), None, &Unlimited).expect("the system is plain, and nothing stops it").set;
    let mut violated: Vec<u32> = set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
    violated.sort_unstable();
    (set, violated)
}

/// Compares verdicts, and checks the merged system's certificate on the system itself.
fn compare(tts: &mut Tts, merged: &Merged, name: &str) {
    let (_, expected) = set(tts);
    let (small, violated) = set(&merged.tts);
    assert_eq!(violated, expected, "{name}");
    let ideals = merged.lift(&small.ideals, 100_000).unwrap_or_else(|| panic!("{name}: too many tails"));
    let holds: Vec<u32> =
        tts.targets.iter().map(|target| target.property).filter(|property| !expected.contains(property)).collect();
    assert_eq!(check(tts, &Certificate::Ideals(ideals), &holds, &Unlimited), Ok(()), "{name}");
}

/// A system with one or two targets and copies of some local states.
fn with_copies(seed: u64) -> Tts {
    let random = &mut Random::new(seed);
    let system = random_system(seed, Kind::Plain);
    let locals = system.local_states;
    // The copy of a local state that is not named by a target has its steps, and some of those that lead there.
    let copied = LocalId(random.below(locals));
    let copy = LocalId(locals);
    let mut transitions = system.transitions.clone();
    for transition in &system.transitions {
        if transition.local == copied {
            transitions.push(Transition { local: copy, ..*transition });
        }
    }
    for transition in &mut transitions {
        if transition.to_local == Some(copied) && random.once_in(2) {
            transition.to_local = Some(copy);
        }
        if transition.effect == Effect::Create(copied) && random.once_in(2) {
            transition.effect = Effect::Create(copy);
        }
    }
    let count = 1 + random.below(3) as usize;
    let mut targets: Vec<Target> = Vec::new();
    for _ in 0..count {
        targets.push(system.targets[random.below(system.targets.len() as u32) as usize].clone());
    }
    targets.sort_by_key(|target| target.property);
    targets.dedup();
    Tts::new(system.shared_states, locals + 1, system.initial, transitions, Vec::new(), targets)
        .expect("ids are in range")
}

#[test]
fn verdicts_and_certificates_are_those_of_the_system() {
    let mut merged_some = 0;
    for seed in 0..3000 {
        let mut tts = with_copies(seed);
        let merged = merge(&tts, &Unlimited).expect("the system is plain");
        merged_some += u32::from(merged.tts.local_states < tts.local_states);
        compare(&mut tts, &merged, &format!("seed {seed}"));
    }
    assert!(merged_some > 1000, "only {merged_some} systems became smaller");
}

#[test]
fn two_local_states_of_one_target_are_kept_apart() {
    // Threads start in 0 and go to 1 or 2, at most one of them to 2: two of them never meet there.
    let step = |shared, to_shared, to| Transition {
        shared: SharedId(shared),
        local: LocalId(0),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to)),
        effect: Effect::None,
        origin: 0,
    };
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    let target = Target { property: 0, shared: SharedId(1), locals: vec![LocalId(2), LocalId(2)] };
    let steps = vec![step(0, 0, 1), step(0, 1, 2)];
    let mut tts = Tts::new(2, 4, initial, steps, Vec::new(), vec![target]).expect("ids are in range");
    let merged = merge(&tts, &Unlimited).expect("the system is plain");
    assert_eq!(merged.classes(), [vec![LocalId(0)], vec![LocalId(1), LocalId(3)], vec![LocalId(2)]]);
    compare(&mut tts, &merged, "at most one");
    assert!(set(&merged.tts).1.is_empty());
}

#[test]
fn long_chains_are_distinguished_without_comparing_all_pairs() {
    let length = 20_000;
    let step = |local| Transition {
        shared: SharedId(0),
        local: LocalId(local),
        to_shared: SharedId(0),
        to_local: Some(LocalId(local + 1)),
        effect: Effect::None,
        origin: 0,
    };
    let initial =
        Initial { shared: vec![SharedId(0)], fixed: vec![LocalId(0)], pool: Vec::new(), count: Count::Exactly(0) };
    let target = Target { property: 0, shared: SharedId(0), locals: vec![LocalId(length - 1)] };
    let tts = Tts::new(1, length, initial, (0..length - 1).map(step).collect(), Vec::new(), vec![target]);
    let merged = merge(&tts.expect("ids are in range"), &Unlimited).expect("the system is plain");
    assert_eq!(merged.tts.local_states, length);
}
