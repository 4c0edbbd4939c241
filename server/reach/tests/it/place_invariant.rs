//! Place invariants in the backward search: the same answers with and without, with less work.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Statistics;
use boolprog_certificate::sets::{Certificate, Ideal, PlaceInvariant, Rejection, check};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, Moves, SharedId, Target, TransferId, Transition, Tts};
use boolprog_reach::chain::Chain;
use boolprog_reach::engines::backward::{self, Backward};

use crate::nets::{Kind, random_system};

/// Stops after this number of states.
struct AtMost(u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// The answers of the backward search for each property, its proofs, and its work.
struct Answer {
    never: Vec<u32>,
    violated: Vec<u32>,
    chains: Vec<Chain>,
    ideals: Vec<Ideal>,
    minimal: Vec<(SharedId, Vec<LocalId>)>,
    place_invariants: Vec<PlaceInvariant>,
    statistics: Statistics,
}

impl Answer {
    fn certificate(&self) -> Certificate {
        self.with(self.place_invariants.clone())
    }

    fn with(&self, place_invariants: Vec<PlaceInvariant>) -> Certificate {
        Certificate::Complement { ideals: self.ideals.clone(), minimal: self.minimal.clone(), place_invariants }
    }
}

fn answer(tts: &Tts, patience: usize) -> Answer {
    let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
    let mut engine = Backward::new(tts, &saturation).with_patience(patience);
    let (mut never, mut violated, mut chains) = (Vec::new(), Vec::new(), Vec::new());
    for target in &tts.targets {
        match engine.search(target.property, &AtMost(50_000)).expect("the search is small") {
            backward::Answer::Never => never.push(target.property),
            backward::Answer::Chain(chain) | backward::Answer::Coverable(chain) => {
                violated.push(target.property);
                chains.push(chain);
            }
        }
    }
    let ideals = saturation.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect();
    let (minimal, place_invariants) = (engine.unreachable(), engine.place_invariants());
    Answer { never, violated, chains, ideals, minimal, place_invariants, statistics: engine.statistics() }
}

#[test]
fn answers_are_the_same_and_certificates_accepted() {
    let (mut found, mut pruned) = (0, 0);
    for seed in 0..1500 {
        let mut tts = random_system(seed, if seed % 3 == 0 { Kind::Plain } else { Kind::Transfers });
        let plain = answer(&tts, usize::MAX);
        let with = answer(&tts, 1);
        assert!(plain.place_invariants.is_empty(), "seed {seed}");
        assert_eq!((&with.never, &with.violated), (&plain.never, &plain.violated), "seed {seed}");
        assert_eq!(check(&mut tts, &with.certificate(), &with.never, &Unlimited), Ok(()), "seed {seed}");
        found += with.place_invariants.len();
        pruned += with.statistics.pruned;
    }
    assert!(found > 300 && pruned > 500, "{found} place invariants, {pruned} elements pruned");
}

#[test]
fn a_place_invariant_that_is_accepted_excludes_nothing_that_can_happen() {
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..1500 {
        let mut tts = random_system(seed, if seed % 3 == 0 { Kind::Plain } else { Kind::Transfers });
        // Without threads that block others, each configuration of a chain is below one that can be reached.
        tts.transfers.iter_mut().for_each(|moves| moves.retain(|_, to| !to.is_empty()));
        let answer = answer(&tts, 1);
        let happens: Vec<_> = answer.chains.iter().flat_map(|Chain(elements)| elements).collect();
        for place_invariant in answer.place_invariants.iter().flat_map(mutants) {
            let excluded = happens
                .iter()
                .find(|(shared, threads)| weight(&place_invariant, *shared, threads) > place_invariant.bound);
            let evidence = Certificate::Complement {
                ideals: answer.ideals.clone(),
                minimal: vec![],
                place_invariants: vec![place_invariant],
            };
            match check(&mut tts, &evidence, &[], &Unlimited) {
                Ok(()) => {
                    assert_eq!(excluded, None, "seed {seed}: {evidence:?}");
                    accepted += 1;
                }
                Err(Rejection::Initial(_) | Rejection::Step(_)) => rejected += 1,
                Err(other) => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(accepted > 100 && rejected > 500, "{accepted} accepted, {rejected} rejected");
}

fn weight(place_invariant: &PlaceInvariant, shared: SharedId, threads: &[LocalId]) -> u32 {
    let of_shared = place_invariant.shared.iter().filter(|(state, _)| *state == shared).map(|(_, weight)| weight);
    let of_local =
        |local| place_invariant.locals.iter().filter(move |(state, _)| *state == local).map(|(_, weight)| weight);
    of_shared.chain(threads.iter().flat_map(|&local| of_local(local))).sum()
}

/// The place invariant with each of its numbers changed.
fn mutants(place_invariant: &PlaceInvariant) -> Vec<PlaceInvariant> {
    let mut mutants = Vec::new();
    for index in 0..place_invariant.shared.len() {
        for weight in [0, place_invariant.shared[index].1 + 1] {
            let mut mutant = place_invariant.clone();
            mutant.shared[index].1 = weight;
            mutants.push(mutant);
        }
    }
    for index in 0..place_invariant.locals.len() {
        for weight in [0, place_invariant.locals[index].1 + 1] {
            let mut mutant = place_invariant.clone();
            mutant.locals[index].1 = weight;
            mutants.push(mutant);
        }
    }
    if let Some(bound) = place_invariant.bound.checked_sub(1) {
        mutants.push(PlaceInvariant { bound, ..place_invariant.clone() });
    }
    mutants
}

const SHARED: u32 = 0;

fn step(shared: u32, local: u32, to_local: u32, effect: Effect) -> Transition {
    let (shared, to_shared) = (SharedId(shared), SharedId(shared));
    Transition { shared, local: LocalId(local), to_shared, to_local: Some(LocalId(to_local)), effect, origin: 0 }
}

/// Threads that walk along this number of rooms, from the last back to the first; this number of threads starts in the
/// first. The question is whether there can be one more in the last.
fn walkers(threads: u32, rooms: u32, mut effect: impl FnMut(u32) -> (Effect, Moves)) -> Tts {
    let (mut transitions, mut transfers) = (Vec::new(), Vec::new());
    for room in 0..rooms {
        let (effect, moves) = effect(room);
        transitions.push(step(SHARED, room, (room + 1) % rooms, effect));
        transfers.push(moves);
    }
    let initial = Initial {
        shared: vec![SharedId(SHARED)],
        fixed: Vec::new(),
        pool: vec![LocalId(0)],
        count: Count::Exactly(threads),
    };
    let asked = vec![LocalId(rooms - 1); threads as usize + 1];
    let target = Target { property: 0, shared: SharedId(SHARED), locals: asked };
    Tts::new(1, rooms, initial, transitions, transfers, vec![target]).expect("ids are in range")
}

#[test]
fn what_is_conserved_is_proved_at_once() {
    let nothing = |_| (Effect::None, Moves::default());
    let all_to_the_next = |room: u32| {
        let moves = [(LocalId(room), [LocalId(room + 1)].into_iter().collect())];
        let moves = if room == 3 { Moves::default() } else { moves.into_iter().collect() };
        (if room.is_multiple_of(2) { Effect::Each(TransferId(room)) } else { Effect::One(TransferId(room)) }, moves)
    };
    for mut tts in [walkers(8, 7, nothing), walkers(9, 4, all_to_the_next)] {
        let (with, without) = (answer(&tts, 50), answer(&tts, usize::MAX));
        assert_eq!((with.never.as_slice(), without.never.as_slice()), (&[0][..], &[0][..]));
        let (few, many) = (with.statistics.nodes, without.statistics.nodes);
        assert!(many > 200 && few < 100, "{few} elements with place invariants, {many} without");
        assert!(with.minimal.is_empty() && with.place_invariants.len() == 1);
        assert_eq!(check(&mut tts, &with.certificate(), &[0], &Unlimited), Ok(()));
        let nothing = with.with(Vec::new());
        assert_eq!(check(&mut tts, &nothing, &[0], &Unlimited), Err(Rejection::Violation(0)));
    }
}

#[test]
fn a_place_invariant_gives_each_thread_a_weight() {
    let tts = walkers(5, 3, |_| (Effect::None, Moves::default()));
    let all = (0..3).map(|room| (LocalId(room), 1)).collect();
    let expected = PlaceInvariant { shared: Vec::new(), locals: all, bound: 5 };
    assert_eq!(answer(&tts, 1).place_invariants, [expected]);
}

#[test]
fn any_number_of_threads_weighs_nothing() {
    let mut tts = walkers(5, 3, |_| (Effect::None, Moves::default()));
    tts.initial.count = Count::Any;
    let answer = answer(&tts, 1);
    assert_eq!((answer.violated.as_slice(), answer.place_invariants.len()), (&[0][..], 0));
}
