//! The guided search against the breadth-first one, on small random systems.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Engine;
use boolprog_certificate::run::Run;
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::Tts;
use boolprog_reach::engines::bounded::{self, Bounded, ShortestRun};
use boolprog_reach::lift::lift;
use boolprog_reach::threads::{Counterexample, Guarantee, runs};

use crate::nets::{Kind, random_system};

/// Live threads up to which the searches are compared.
const THREADS: u32 = 4;

/// Stops as soon as there is this number of threads.
struct Fewer(u32);

impl Control for Fewer {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.threads >= self.0 || progress.states > 50_000 { Err(Stop::Time) } else { Ok(()) }
    }
}

/// The findings of the guided search, by property.
fn shortest(tts: &mut Tts, properties: &[u32], control: &dyn Control) -> Vec<ShortestRun> {
    let mut found = Vec::new();
    bounded::shortest(tts, properties, control, &mut |violation| found.push(violation));
    found.sort_by_key(|violation| violation.property);
    found
}

fn figures(threads: u32, run: &Run) -> (u32, usize, usize) {
    (threads, run.steps.len(), run.context_switches())
}

/// Compares both searches for each property; how many are found, and how many are not.
fn compare(tts: &mut Tts, seed: u64) -> (usize, usize) {
    let (mut found, mut absent) = (0, 0);
    let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    let outcome = Bounded::default().ask(&mut *tts, &properties, THREADS, &Unlimited);
    for property in properties {
        let violation = runs(&outcome).find(|(violated, _)| *violated == property).map(|(_, found)| found);
        // Polls are rare in systems this small, so that a search without a result may take more threads.
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
fn a_run_does_not_depend_on_what_else_is_searched() {
    let mut compared = 0;
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Plain);
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
