//! The guided search against the breadth-first one, on small random systems.

mod nets;

use boolprog_explore::control::{Control, Progress, Stop, Unlimited};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::bounded::{self, Guarantee, Question, Violation, shortest};
use nets::{Kind, random_system};

/// Live threads up to which the searches are compared.
const THREADS: u32 = 4;

/// Stops as soon as there are so many threads.
struct Fewer(u32);

impl Control for Fewer {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.threads >= self.0 || progress.states > 50_000 { Err(Stop::Time) } else { Ok(()) }
    }
}

fn figures(violation: &Violation) -> (u32, usize, usize) {
    (violation.threads, violation.run.steps.len(), violation.run.context_switches())
}

/// The system in which a thread comes to some of the local states by one or two steps that nobody else notices. Their
/// names are those that they had; what they could do, they can do behind these steps.
fn with_steps_out_of_sight(tts: &Tts, seed: u64) -> Tts {
    let mut locals = tts.local_states;
    let mut transitions = tts.transitions.clone();
    for local in 0..tts.local_states {
        let mut end = LocalId(local);
        for _ in 0..(seed >> (2 * local)) % 3 {
            let next = LocalId(locals);
            locals += 1;
            for transition in transitions.iter_mut().filter(|transition| transition.local == end) {
                transition.local = next;
            }
            transitions.extend((0..tts.shared_states).map(|shared| Transition {
                shared: SharedId(shared),
                local: end,
                to_shared: SharedId(shared),
                to_local: Some(next),
                effect: Effect::None,
                origin: 0,
            }));
            end = next;
        }
    }
    let (initial, targets) = (tts.initial.clone(), tts.targets.clone());
    Tts::new(tts.shared_states, locals, initial, transitions, tts.transfers.clone(), targets).expect("in range")
}

/// Compares both searches for each property; how many are found, and how many are not.
fn compare(tts: &mut Tts, seed: u64) -> (usize, usize) {
    let (mut found, mut absent) = (0, 0);
    let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    let question = Question { properties: properties.clone(), threads: THREADS, thread_states: 0 };
    let answer = bounded::search(tts, &question, &Unlimited);
    for property in properties {
        let violation = answer.violations.iter().find(|violation| violation.property == property);
        // Polls are rare in systems this small, so that a search for what is not there may take more threads.
        let guided = shortest(tts, property, &Fewer(if violation.is_some() { u32::MAX } else { THREADS + 1 }));
        match (violation, guided.violation) {
            (Some(violation), Some(guided)) => {
                assert_eq!(figures(&guided), figures(violation), "seed {seed}, property {property}");
                assert_eq!(guided.guarantee, Guarantee::FewestSwitches, "seed {seed}, property {property}");
                assert!(guided.run.execute(tts).is_ok(), "seed {seed}, property {property}");
                found += 1;
            }
            (None, Some(guided)) => assert!(guided.threads > THREADS, "seed {seed}, property {property}"),
            (None, None) => absent += 1,
            (Some(_), None) => panic!("seed {seed}, property {property}: nothing found"),
        }
    }
    (found, absent)
}

#[test]
fn guided_runs_are_as_short_as_those_of_the_breadth_first_search() {
    let (mut found, mut absent) = (0, 0);
    for seed in 0..600 {
        let figures = compare(&mut random_system(seed, Kind::Plain), seed);
        (found, absent) = (found + figures.0, absent + figures.1);
    }
    assert!(found > 2000 && absent > 500, "{found} found, {absent} absent");
}

#[test]
fn guided_runs_that_leap_are_as_short_as_those_of_the_breadth_first_search() {
    let mut found = 0;
    for seed in 0..400 {
        let mut tts =
            with_steps_out_of_sight(&random_system(seed, Kind::Plain), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        found += compare(&mut tts, seed).0;
    }
    assert!(found > 1000, "{found} found");
}

#[test]
fn what_nobody_notices_costs_nothing() {
    // Each thread goes a long way, and then turns the shared state by one; two are needed, side by side.
    const WAY: u32 = 2_000;
    let step = |shared: u32, local: u32, to_shared: u32, to_local: u32| Transition {
        shared: SharedId(shared),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to_local)),
        effect: Effect::None,
        origin: 0,
    };
    let way = (0..3).flat_map(|shared| (0..WAY).map(move |local| step(shared, local, shared, local + 1)));
    let turns = (0..2).map(|shared| step(shared, WAY, shared + 1, WAY + 1));
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    let target = Target { property: 0, shared: SharedId(2), locals: vec![LocalId(WAY + 1)] };
    let mut tts =
        Tts::new(3, WAY + 2, initial, way.chain(turns).collect(), Vec::new(), vec![target]).expect("in range");
    let found = shortest(&mut tts, 0, &Fewer(3)).violation.expect("a violation");
    assert_eq!(figures(&found), (2, 2 * WAY as usize + 2, 1));
    assert!(found.run.execute(&mut tts).is_ok());
}

#[test]
fn runs_found_in_what_saturation_left_are_runs_of_the_system() {
    let mut lifted = 0;
    for seed in 0..400 {
        let kind = if seed % 2 == 0 { Kind::Plain } else { Kind::Transfers };
        let mut tts = random_system(seed, kind);
        let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
        let saturation = saturate(&mut tts, &Unlimited).expect("nothing stops it");
        let mut restricted = saturation.to_tts(&mut tts, &Unlimited).expect("nothing stops it");
        let question = Question { properties, threads: 3, thread_states: 0 };
        let answer = bounded::search(&mut restricted.tts, &question, &Unlimited);
        for Violation { run, .. } in answer.violations {
            let found = run.lift(&mut restricted, &mut tts).expect("the system can do what was left of it");
            assert!(found.execute(&mut tts).is_ok(), "seed {seed}");
            assert_eq!(found.steps.len(), run.steps.len(), "seed {seed}");
            assert!(found.context_switches() <= run.context_switches(), "seed {seed}");
            lifted += 1;
        }
    }
    assert!(lifted > 1000, "{lifted}");
}
