//! The guided search against the breadth-first one, on small random systems.

use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Engine;
use boolprog_certificate::run::Run;
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::engines::bounded::{self, Bounded, ShortestRun};
use boolprog_reach::lift::lift;
use boolprog_reach::threads::{Counterexample, Guarantee, runs};

use crate::nets::{Kind, random_system};

/// Live threads up to which the searches are compared.
const THREADS: u32 = 4;

/// Stops as soon as there are so many threads.
struct Fewer(u32);

impl Control for Fewer {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.threads >= self.0 || progress.states > 50_000 { Err(Stop::Time) } else { Ok(()) }
    }
}

/// What the guided search finds for these properties, by property.
fn shortest(tts: &mut Tts, properties: &[u32], control: &dyn Control) -> Vec<ShortestRun> {
    let mut found = Vec::new();
    bounded::shortest(tts, properties, control, &mut |violation| found.push(violation));
    found.sort_by_key(|violation| violation.property);
    found
}

fn figures(threads: u32, run: &Run) -> (u32, usize, usize) {
    (threads, run.steps.len(), run.context_switches())
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
    let outcome = Bounded::default().ask(&mut *tts, &properties, THREADS, &Unlimited);
    for property in properties {
        let violation = runs(&outcome).find(|(violated, _)| *violated == property).map(|(_, found)| found);
        // Polls are rare in systems this small, so that a search for what is not there may take more threads.
        let fewer = Fewer(if violation.is_some() { u32::MAX } else { THREADS + 1 });
        let guided = shortest(tts, &[property], &fewer).pop();
        match (violation, guided) {
            (Some(violation), Some(guided)) => {
                let expected = figures(violation.threads, &violation.run);
                assert_eq!(figures(guided.threads, &guided.run), expected, "seed {seed}, property {property}");
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

/// The system with a lock around some of the steps that take a thread from one local state to another: they become three,
/// and while a thread is between the first and the last of them, nobody else moves. What others violate is violated then, too.
fn with_sections(tts: &Tts, seed: u64) -> Tts {
    let (shared_states, mut locals) = (tts.shared_states, tts.local_states);
    let held = |SharedId(shared): SharedId| SharedId(shared_states + shared);
    let mut transitions = Vec::new();
    for (index, &transition) in tts.transitions.iter().enumerate() {
        if transition.to_local.is_none() || transition.effect != Effect::None || (seed >> (index % 64)) & 1 == 0 {
            transitions.push(transition);
            continue;
        }
        let [entered, changed] = [LocalId(locals), LocalId(locals + 1)];
        locals += 2;
        let step = |shared, local, to_shared, to_local| Transition {
            shared,
            local,
            to_shared,
            to_local: Some(to_local),
            ..transition
        };
        transitions.push(step(transition.shared, transition.local, held(transition.shared), entered));
        transitions.push(step(held(transition.shared), entered, held(transition.to_shared), changed));
        transitions.push(Transition { shared: held(transition.to_shared), local: changed, ..transition });
    }
    let while_held = tts.targets.iter().map(|target| Target { shared: held(target.shared), ..target.clone() });
    let mut targets: Vec<Target> = tts.targets.iter().cloned().chain(while_held).collect();
    // Somebody is inside.
    let inside = locals.checked_sub(1).filter(|&last| last >= tts.local_states).map(LocalId);
    targets.extend(inside.map(|inside| Target {
        property: 1_000,
        shared: SharedId(shared_states),
        locals: vec![inside],
    }));
    let (initial, transfers) = (tts.initial.clone(), tts.transfers.clone());
    Tts::new(2 * shared_states, locals, initial, transitions, transfers, targets).expect("in range")
}

#[test]
fn guided_runs_through_sections_are_as_short_as_those_of_the_breadth_first_search() {
    let (mut found, mut absent) = (0, 0);
    for seed in 0..400_u64 {
        let chosen = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let tts = with_sections(&random_system(seed, Kind::Plain), chosen);
        let figures = compare(&mut with_steps_out_of_sight(&tts, chosen.rotate_left(17)), seed);
        (found, absent) = (found + figures.0, absent + figures.1);
    }
    assert!(found > 1000 && absent > 100, "{found} found, {absent} absent");
}

#[test]
fn a_run_does_not_depend_on_what_else_is_searched() {
    let mut compared = 0;
    for seed in 0..300_u64 {
        let chosen = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut tts = with_sections(&random_system(seed, Kind::Plain), chosen);
        let mut properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
        properties.sort_unstable();
        properties.dedup();
        let outcome = Bounded::default().ask(&mut tts, &properties, THREADS, &Unlimited);
        let mut violated: Vec<u32> = runs(&outcome).map(|(property, _)| property).collect();
        violated.sort_unstable();
        let together = shortest(&mut tts, &violated, &Unlimited);
        let alone = violated.iter().flat_map(|&property| shortest(&mut tts, &[property], &Unlimited));
        assert_eq!(together, alone.collect::<Vec<_>>(), "seed {seed}");
        compared += together.len();
    }
    assert!(compared > 1000, "{compared}");
}

/// Keeps the largest number of configurations.
#[derive(Default)]
struct MostStates(AtomicU64);

impl Control for MostStates {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.phase == "guided search" {
            self.0.fetch_max(progress.states, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn what_happens_while_a_thread_is_alone_costs_nothing() {
    // Threads go a long way outside and a long way inside of sections, where they turn the shared state by one; three are
    // needed, side by side.
    const WAY: u32 = 100;
    const TURNS: u32 = 3;
    let held = |turns: u32| turns + TURNS + 1;
    let step = |shared: u32, local: u32, to_shared: u32| Transition {
        shared: SharedId(shared),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(local + 1)),
        effect: Effect::None,
        origin: 0,
    };
    let mut transitions = Vec::new();
    for turns in 0..=TURNS {
        transitions.extend((0..WAY).map(|local| step(turns, local, turns)));
        transitions.push(step(turns, WAY, held(turns)));
        transitions.extend((WAY + 1..2 * WAY).map(|local| step(held(turns), local, held(turns))));
        if turns < TURNS {
            transitions.push(step(held(turns), 2 * WAY, turns + 1));
        }
    }
    let initial = Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
    let target = Target { property: 0, shared: SharedId(TURNS), locals: vec![LocalId(2 * WAY + 1)] };
    let mut tts =
        Tts::new(2 * TURNS + 2, 2 * WAY + 2, initial, transitions, Vec::new(), vec![target]).expect("in range");
    let most = MostStates::default();
    let found = shortest(&mut tts, &[0], &most).pop().expect("a violation");
    assert_eq!(figures(found.threads, &found.run), (3, 3 * (2 * WAY as usize + 1), 2));
    assert!(found.run.execute(&mut tts).is_ok());
    assert!(most.0.into_inner() < 100, "each thread is before or behind its section");
}

#[test]
fn invisible_steps_cost_nothing() {
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
    let found = shortest(&mut tts, &[0], &Fewer(3)).pop().expect("a violation");
    assert_eq!(figures(found.threads, &found.run), (2, 2 * WAY as usize + 2, 1));
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
        let outcome = Bounded::default().ask(&mut restricted.tts, &properties, 3, &Unlimited);
        for (_, Counterexample { run, .. }) in runs(&outcome) {
            let found = lift(run, &mut restricted, &mut tts).expect("the system can do what was left of it");
            assert!(found.execute(&mut tts).is_ok(), "seed {seed}");
            assert_eq!(found.steps.len(), run.steps.len(), "seed {seed}");
            assert!(found.context_switches() <= run.context_switches(), "seed {seed}");
            lifted += 1;
        }
    }
    assert!(lifted > 1000, "{lifted}");
}
