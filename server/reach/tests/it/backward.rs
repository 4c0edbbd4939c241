//! The backward search against the other engines and the checker, on small random systems.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Engine;
use boolprog_certificate::sets::{Certificate, Ideal, Rejection, check};
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::chain::Chain;
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::coverable::Coverable;
use boolprog_reach::engines::backward::{self, Backward};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::mcs::{self, Closure, Interim};
use boolprog_reach::threads::runs;

use crate::nets::{Kind, random_system};

/// Stops after this number of states.
struct AtMost(u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// A system in which no thread blocks another.
fn monotone_system(seed: u64) -> Tts {
    let mut tts = random_system(seed, Kind::Transfers);
    for moves in &mut tts.transfers {
        moves.retain(|_, to| !to.is_empty());
    }
    tts
}

/// The answers of the backward search for all properties, and its certificate for those that hold.
struct Answer {
    never: Vec<u32>,
    chains: Vec<(u32, Chain)>,
    /// Properties whose search was given up.
    open: usize,
    ideals: Vec<Ideal>,
    minimal: Vec<(SharedId, Vec<LocalId>)>,
}

impl Answer {
    fn certificate(&self) -> Certificate {
        complement(&self.ideals, self.minimal.clone())
    }
}

fn complement(ideals: &[Ideal], minimal: Vec<(SharedId, Vec<LocalId>)>) -> Certificate {
    Certificate::Complement { ideals: ideals.to_vec(), minimal, place_invariants: Vec::new() }
}

fn ideals(saturation: &Saturation) -> Vec<Ideal> {
    saturation.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect()
}

fn answer(tts: &Tts) -> Answer {
    let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
    let mut engine = Backward::new(tts, &saturation);
    let mut answer = Answer { never: vec![], chains: vec![], open: 0, ideals: ideals(&saturation), minimal: vec![] };
    for target in &tts.targets {
        match engine.search(target.property, &AtMost(20_000)) {
            Ok(backward::Answer::Never) => answer.never.push(target.property),
            Ok(backward::Answer::Chain(chain)) => answer.chains.push((target.property, chain)),
            Ok(backward::Answer::Coverable(_)) => unreachable!("nothing is known to be"),
            Err(_) => answer.open += 1,
        }
    }
    answer.minimal = engine.unreachable();
    answer
}

fn bounded_violations(tts: &Tts, threads: u32) -> Vec<u32> {
    let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    let outcome = Bounded::default().ask(&mut tts.clone(), &properties, threads, &AtMost(20_000));
    runs(&outcome).map(|(property, _)| property).collect()
}

/// Executes the run that a chain gives, and sees that it ends in the violation; the largest number of threads alive.
fn execute(tts: &Tts, property: u32, chain: &Chain, seed: u64) -> Option<usize> {
    let mut tts = tts.clone();
    let run = chain.run(&mut tts, &Unlimited).expect("nothing stops it")?;
    let arrived = run.execute(&mut tts).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
    let target = tts.targets.iter().find(|target| target.property == property).expect("the property has a target");
    let mut alive: Vec<LocalId> = arrived.threads.iter().copied().flatten().collect();
    alive.sort_unstable();
    let mut alive = alive.iter();
    assert_eq!(arrived.shared, target.shared, "seed {seed}");
    assert!(target.locals.iter().all(|local| alive.any(|other| other == local)), "seed {seed}");
    Some(arrived.most_alive)
}

#[test]
fn plain_systems_have_the_same_results_as_mcs() {
    for seed in 0..1500 {
        let tts = random_system(seed, Kind::Plain);
        let set = mcs::search(&tts, Closure::OneToken, None, &Unlimited).expect("plain, and nothing stops it").set;
        let covered: Vec<u32> = set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
        let answer = answer(&tts);
        assert_eq!(answer.open, 0, "seed {seed}");
        let reached: Vec<u32> = answer.chains.iter().map(|(property, _)| *property).collect();
        assert_eq!(reached, covered, "seed {seed}");
        for (property, chain) in &answer.chains {
            assert!(execute(&tts, *property, chain, seed).is_some(), "seed {seed}: the chain of {property} is blocked");
        }
    }
}

#[test]
fn chains_of_monotone_systems_are_executions_and_nothing_is_missed() {
    let mut chains = 0;
    for seed in 0..1500 {
        let tts = monotone_system(seed);
        let answer = answer(&tts);
        assert_eq!(answer.open, 0, "seed {seed}");
        for property in bounded_violations(&tts, 4) {
            assert!(!answer.never.contains(&property), "seed {seed}: {property} is violated");
        }
        for (property, chain) in &answer.chains {
            let threads = execute(&tts, *property, chain, seed);
            let threads = threads.unwrap_or_else(|| panic!("seed {seed}: the chain of {property} is blocked"));
            // The bounded search with its limit finds it, too.
            if threads <= 4 && seed % 8 == 0 {
                let found = bounded_violations(&tts, threads.max(1) as u32);
                assert!(found.contains(property), "seed {seed}: {property} with {threads} threads");
            }
            chains += 1;
        }
    }
    assert!(chains > 10_000, "only {chains} properties are violated");
}

#[test]
fn where_threads_block_never_still_means_never() {
    let mut blocked = 0;
    for seed in 0..1500 {
        let tts = random_system(seed, Kind::Transfers);
        let answer = answer(&tts);
        let violated = bounded_violations(&tts, 4);
        assert!(violated.iter().all(|property| !answer.never.contains(property)), "seed {seed}");
        for (property, chain) in &answer.chains {
            let executed = execute(&tts, *property, chain, seed).is_some();
            blocked += usize::from(!executed && !violated.contains(property));
        }
    }
    assert!(blocked > 0, "the monotone closure is never larger than the system");
}

#[test]
fn certificates_are_accepted_and_broken_ones_are_not() {
    let mut minimal = 0;
    for seed in 0..600 {
        let mut tts = random_system(seed, if seed % 3 == 0 { Kind::Plain } else { Kind::Transfers });
        let answer = answer(&tts);
        let certificate = answer.certificate();
        assert_eq!(check(&mut tts, &certificate, &answer.never, &Unlimited), Ok(()), "seed {seed}");
        for (property, _) in &answer.chains {
            let verdict = check(&mut tts, &certificate, &[*property], &Unlimited);
            assert_eq!(verdict, Err(Rejection::Violation(*property)), "seed {seed}");
        }
        for missing in 0..answer.minimal.len() {
            let mut broken = answer.minimal.clone();
            broken.remove(missing);
            let broken = complement(&answer.ideals, broken);
            let verdict = check(&mut tts, &broken, &answer.never, &Unlimited);
            assert!(verdict.is_err(), "seed {seed}: element {missing} is missing");
        }
        minimal += answer.minimal.len();
    }
    assert!(minimal > 300, "only {minimal} elements");
}

#[test]
fn nothing_that_can_happen_may_be_left_out() {
    for seed in 0..300 {
        let mut tts = monotone_system(seed);
        let Answer { chains, ideals, minimal, .. } = answer(&tts);
        for (_, Chain(elements)) in chains {
            for element in elements {
                let minimal = [minimal.as_slice(), &[element]].concat();
                let certificate = complement(&ideals, minimal);
                assert!(check(&mut tts, &certificate, &[], &Unlimited).is_err(), "seed {seed}");
            }
        }
    }
}

/// The markings that `mcs` has covered at a given number of nodes, or at its end; and the targets that it covers in the
/// end.
fn covered(tts: &Tts, nodes: u32) -> (Coverable, Vec<u32>) {
    let mut told = Vec::new();
    let tell = &mut |set: &CoverabilitySet| told.push(Coverable::new(&set.ideals));
    let found = mcs::search(tts, Closure::OneToken, Some(Interim { nodes, tell }), &Unlimited);
    let covered = found.expect("plain, and nothing stops it").set.covered(&tts.targets);
    (told.pop().expect("it is told once"), covered.ones().map(|target| tts.targets[target].property).collect())
}

#[test]
fn what_mcs_has_covered_ends_a_search_with_the_same_answer() {
    let mut ended = 0;
    for seed in 0..1000 {
        let tts = random_system(seed, Kind::Plain);
        let (coverable, violated) = covered(&tts, 1 + seed as u32 % 12);
        let (everything, _) = covered(&tts, u32::MAX);
        let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
        let mut engine = Backward::new(&tts, &saturation).with_coverable(&coverable);
        for property in tts.targets.iter().map(|target| target.property) {
            let chain = match engine.search(property, &Unlimited).expect("nothing stops it") {
                backward::Answer::Never => None,
                backward::Answer::Chain(chain) => Some(chain),
                backward::Answer::Coverable(chain) => {
                    ended += 1;
                    assert!(everything.contains(chain.0[0].0, &chain.0[0].1), "seed {seed}: {property}");
                    engine.complete(&chain, &Unlimited).expect("nothing stops it")
                }
            };
            assert_eq!(chain.is_some(), violated.contains(&property), "seed {seed}: {property}");
            let executed = chain.map(|chain| execute(&tts, property, &chain, seed).is_some());
            assert_ne!(executed, Some(false), "seed {seed}: the chain of {property} is blocked");
        }
    }
    assert!(ended > 1000, "{ended}");
}

#[test]
fn what_mcs_has_covered_saves_the_way_there() {
    // Any number of threads walk a long path, and one at its end changes the shared state; three are wanted there. The
    // first node of `mcs` shows that any number arrives there, and the backward search meets three of them anywhere on
    // the path.
    const WAY: u32 = 30;
    let step = |local: u32, to_shared: u32, to_local: u32| Transition {
        shared: SharedId(0),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to_local)),
        effect: Effect::None,
        origin: 0,
    };
    let way = (0..WAY).map(|local| step(local, 0, local + 1)).chain([step(WAY, 1, WAY)]);
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    let target = Target { property: 0, shared: SharedId(1), locals: vec![LocalId(WAY); 3] };
    let tts = Tts::new(2, WAY + 1, initial, way.collect(), Vec::new(), vec![target]).expect("in range");
    let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
    let mut alone = Backward::new(&tts, &saturation);
    assert!(matches!(alone.search(0, &Unlimited), Ok(backward::Answer::Chain(_))));
    let (coverable, _) = covered(&tts, 1);
    let mut told = Backward::new(&tts, &saturation).with_coverable(&coverable);
    assert!(matches!(told.search(0, &Unlimited), Ok(backward::Answer::Coverable(_))));
    assert!(alone.statistics().nodes > 1000, "{:?}", alone.statistics());
    assert!(told.statistics().nodes < 10, "{:?}", told.statistics());
}

#[test]
fn a_search_that_is_stopped_leaves_no_trace() {
    for seed in 0..300 {
        let tts = random_system(seed, Kind::Transfers);
        let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
        let mut engine = Backward::new(&tts, &saturation);
        for target in &tts.targets {
            assert_eq!(engine.search(target.property, &Cancelled), Err(Stop::Cancelled));
        }
        assert!(engine.unreachable().is_empty());
    }
}

struct Cancelled;

impl Control for Cancelled {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Cancelled)
    }
}
