//! Backward search on nets against the coverability set and the checker, on small random systems.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine, Finding};
use boolprog_certificate::sets::check;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::engines::backward::BackwardNet;
use boolprog_reach::engines::mcs::{self, Closure};
use boolprog_reach::threads::{Subject, Violation};

use crate::nets::{Kind, Random, random_system};

/// Compares all answers with the coverability set, has the checker accept each proof, and executes each chain. Returns
/// the numbers of proofs and violations.
fn compare(tts: &Tts, seed: u64) -> (usize, usize) {
    let set = mcs::search(tts, Closure::OneToken, None, &Unlimited).expect("plain, and nothing stops it").set;
    let mut covered: Vec<u32> = set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
    covered.sort_unstable();
    covered.dedup();
    let mut properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    properties.sort_unstable();
    properties.dedup();
    let outcome = BackwardNet::default().ask(&Subject::new(tts), &properties, u32::MAX, &Unlimited);
    assert_eq!(outcome.ended, Ended::Complete, "seed {seed}");
    let (mut proved, mut violated): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for finding in &outcome.findings {
        match finding {
            Finding::Proved { properties, certificate } => {
                let checked = check(&mut tts.clone(), certificate, properties, &Unlimited);
                assert_eq!(checked, Ok(()), "seed {seed}: {properties:?} by {certificate:?}");
                proved.extend(properties);
            }
            Finding::Violated { property, violation: Violation::Chain(chain) } => {
                let system = &mut tts.clone();
                let run = chain.run(system, &Unlimited).expect("nothing stops it");
                let run = run.unwrap_or_else(|| panic!("seed {seed}: the chain of {property} is blocked"));
                let arrived = run.execute(system).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
                let mut threads: Vec<LocalId> = arrived.threads.iter().copied().flatten().collect();
                threads.sort_unstable();
                let is_violation = |target: &Target| {
                    let mut threads = threads.iter();
                    target.property == *property
                        && target.shared == arrived.shared
                        && target.locals.iter().all(|local| threads.any(|thread| thread == local))
                };
                assert!(tts.targets.iter().any(is_violation), "seed {seed}: the run of {property} ends elsewhere");
                violated.push(*property);
            }
            Finding::Violated { violation: Violation::Run(_), .. } => unreachable!("it finds chains"),
        }
    }
    assert_eq!(violated, covered, "seed {seed}");
    assert_eq!(proved.len() + violated.len(), properties.len(), "seed {seed}");
    (proved.len(), violated.len())
}

#[test]
fn random_systems_have_the_same_results_as_mcs() {
    for seed in 0..1000 {
        compare(&random_system(seed, Kind::Plain), seed);
    }
}

/// A Petri net as a thread system: transitions take tokens one by one and then put down tokens one by one, each in shared
/// states of its own. Threads without a token are in local state 0. The targets take their tokens in the same way.
fn random_net(seed: u64) -> Tts {
    let random = &mut Random::new(seed);
    let places = 2 + random.below(4);
    let mut net = Encoding { transitions: Vec::new(), shared: 1 };
    let idle = SharedId(0);
    for _ in 0..2 + random.below(5) {
        let (takes, puts) = (tokens(random, places, 4), tokens(random, places, 4));
        net.chain(idle, &takes, &puts, Some(idle));
    }
    let start = net.fresh();
    let marking = tokens(random, places, 5);
    net.chain(start, &[], &marking, Some(idle));
    let targets = (0..4).map(|property| {
        let shared = net.chain(idle, &tokens(random, places, 6), &[], None);
        Target { property, shared, locals: vec![LocalId(0)] }
    });
    let targets = targets.collect();
    let (count, fixed) = if random.once_in(4) {
        (Count::Exactly(2 + random.below(4)), vec![LocalId(1 + random.below(places))])
    } else {
        (Count::Any, Vec::new())
    };
    let initial = Initial { shared: vec![start], fixed, pool: vec![LocalId(0)], count };
    Tts::new(net.shared, places + 1, initial, net.transitions, Vec::new(), targets).expect("ids are in range")
}

fn tokens(random: &mut Random, places: u32, below: u32) -> Vec<LocalId> {
    (0..random.below(below)).map(|_| LocalId(1 + random.below(places))).collect()
}

struct Encoding {
    transitions: Vec<Transition>,
    shared: u32,
}

impl Encoding {
    fn fresh(&mut self) -> SharedId {
        self.shared += 1;
        SharedId(self.shared - 1)
    }

    /// Steps that take and put down these tokens, with a new shared state after each of them except the last.
    fn chain(&mut self, from: SharedId, takes: &[LocalId], puts: &[LocalId], end: Option<SharedId>) -> SharedId {
        let taken = takes.iter().map(|&local| (local, LocalId(0)));
        let put = puts.iter().map(|&local| (LocalId(0), local));
        let mut steps: Vec<(LocalId, LocalId)> = taken.chain(put).collect();
        if steps.is_empty() {
            steps.push((LocalId(0), LocalId(0)));
        }
        let last = steps.len() - 1;
        let mut shared = from;
        for (index, (local, to_local)) in steps.into_iter().enumerate() {
            let to_shared = end.filter(|_| index == last).unwrap_or_else(|| self.fresh());
            let origin = self.transitions.len() as u32;
            let (to_local, effect) = (Some(to_local), Effect::None);
            self.transitions.push(Transition { shared, local, to_shared, to_local, effect, origin });
            shared = to_shared;
        }
        shared
    }
}

#[test]
fn random_nets_have_the_same_results_as_mcs() {
    let (mut proved, mut violated) = (0, 0);
    for seed in 0..1500 {
        let (proofs, violations) = compare(&random_net(seed), seed);
        proved += proofs;
        violated += violations;
    }
    assert!(proved > 500 && violated > 500, "{proved} proofs, {violated} violations");
}
