//! The guided search against the breadth-first one, on small random systems.

mod nets;

use boolprog_explore::control::{Control, Progress, Stop, Unlimited};
use boolprog_explore::saturate::saturate;
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

#[test]
fn guided_runs_are_as_short_as_those_of_the_breadth_first_search() {
    let (mut found, mut absent) = (0, 0);
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Plain);
        let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
        let question = Question { properties: properties.clone(), threads: THREADS, thread_states: 0 };
        let answer = bounded::search(&mut tts, &question, &Unlimited);
        for property in properties {
            let violation = answer.violations.iter().find(|violation| violation.property == property);
            // Polls are rare in systems this small, so that a search for what is not there may take more threads.
            let guided = shortest(&mut tts, property, &Fewer(if violation.is_some() { u32::MAX } else { THREADS + 1 }));
            match (violation, guided.violation) {
                (Some(violation), Some(guided)) => {
                    assert_eq!(figures(&guided), figures(violation), "seed {seed}, property {property}");
                    assert_eq!(guided.guarantee, Guarantee::FewestSwitches, "seed {seed}, property {property}");
                    assert!(guided.run.execute(&mut tts).is_ok(), "seed {seed}, property {property}");
                    found += 1;
                }
                (None, Some(guided)) => assert!(guided.threads > THREADS, "seed {seed}, property {property}"),
                (None, None) => absent += 1,
                (Some(_), None) => panic!("seed {seed}, property {property}: nothing found"),
            }
        }
    }
    assert!(found > 2000 && absent > 500, "{found} found, {absent} absent");
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
