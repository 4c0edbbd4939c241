//! The engines against each other and against the definitions, on thousands of small random systems.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_certificate::run::Broken;
use boolprog_certificate::sets::{Certificate, Region, Rejection, check};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{LocalId, Target, Tts};
use boolprog_reach::bounded;
use boolprog_reach::contexts::{self, Closure, CoverabilitySet, End};
use boolprog_reach::karp_miller::{self, Procedure};
use boolprog_reach::outcome::Reason;

use crate::nets::{Kind, random_system};
use crate::sets::{AtMost, labels};

const RULES: [Closure; 3] = [Closure::Off, Closure::Component, Closure::OneToken];

fn coverability_set(tts: &Tts, closure: Closure) -> (CoverabilitySet, Vec<usize>) {
    let question = contexts::Question { until_violated: None, closure };
    let answer = contexts::search(tts, &question, &Unlimited).expect("the system is plain");
    let End::Complete(set) = answer.end else { panic!("nothing stops the search") };
    (set, answer.covered.ones().collect())
}

#[test]
fn all_closure_rules_compute_the_set_of_karp_and_miller() {
    let mut too_large = 0;
    for seed in 0..1500 {
        let tts = random_system(seed, Kind::Plain);
        let procedure = if seed % 2 == 0 { Procedure::DepthFirst } else { Procedure::BreadthFirst };
        let question = karp_miller::Question { until_violated: None, procedure };
        let answer = karp_miller::search(&tts, &question, &AtMost(2000)).expect("the system is plain");
        let specification = match answer.end {
            End::Complete(set) => labels(&set.regions),
            End::Answered => panic!("nothing was asked for"),
            End::Stopped(_) => {
                too_large += 1;
                continue;
            }
        };
        let expected: Vec<usize> = (0..tts.targets.len())
            .filter(|&index| {
                let target = &tts.targets[index];
                specification.iter().any(|(shared, omega, tail)| {
                    let mut tail = tail.iter();
                    let mut rest = target.locals.iter().filter(|local| !omega.contains(local));
                    *shared == target.shared && rest.all(|local| tail.any(|other| other == local))
                })
            })
            .collect();
        for rule in RULES {
            let (set, covered) = coverability_set(&tts, rule);
            assert_eq!(labels(&set.regions), specification, "seed {seed}, {rule:?}");
            assert_eq!(covered, expected, "seed {seed}, {rule:?}");
            assert_eq!(set.maximal_markings(), specification.len(), "seed {seed}, {rule:?}");
        }
    }
    assert!(too_large < 75, "{too_large} of 1500 trees were too large to compare with");
}

#[test]
fn certificates_are_accepted_and_broken_ones_are_not() {
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Plain);
        let (set, covered) = coverability_set(&tts, RULES[seed as usize % 3]);
        let safe = |property: &u32| !covered.iter().any(|&target| tts.targets[target].property == *property);
        let excluded: Vec<u32> = (0..tts.targets.len() as u32).filter(safe).collect();
        assert_eq!(check(&mut tts, &set.certificate(), &excluded, &Unlimited), Ok(()), "seed {seed}");
        for &target in &covered {
            let property = tts.targets[target].property;
            let answer = check(&mut tts, &set.certificate(), &[property], &Unlimited);
            assert!(answer.is_err(), "seed {seed}: property {property} is violated");
        }
        for (region, tail) in elements(&set) {
            let mut broken = set.clone();
            let others = set.regions[region].tails.iter().enumerate().filter(|&(index, _)| index != tail);
            broken.regions[region].tails = others.map(|(_, tail)| tail.to_vec()).collect();
            let answer = check(&mut tts, &broken.certificate(), &[], &Unlimited);
            assert!(answer.is_err(), "seed {seed}: element {tail} of region {region} is missing");
        }
    }
}

fn elements(set: &CoverabilitySet) -> impl Iterator<Item = (usize, usize)> {
    set.regions.iter().enumerate().flat_map(|(index, region)| (0..region.tails.len()).map(move |tail| (index, tail)))
}

fn bounded_answer(tts: &mut Tts, threads: u32) -> bounded::Answer {
    let properties = tts.targets.iter().map(|target| target.property).collect();
    let question = bounded::Question { properties, threads, thread_states: 0 };
    bounded::search(tts, &question, &AtMost(20_000))
}

#[test]
fn bounded_search_and_the_coverability_set_agree() {
    let mut missing = 0;
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Plain);
        let (_, covered) = coverability_set(&tts, Closure::OneToken);
        let covered: Vec<u32> = covered.into_iter().map(|target| tts.targets[target].property).collect();
        let answer = bounded_answer(&mut tts, 5);
        let found: Vec<u32> = answer.violations.iter().map(|violation| violation.property).collect();
        assert!(found.iter().all(|property| covered.contains(property)), "seed {seed}");
        if let bounded::End::Exhausted(_) | bounded::End::Answered = answer.end {
            assert_eq!(found.len(), covered.len(), "seed {seed}");
        }
        missing += covered.len() - found.len();
    }
    assert!(missing < 60, "{missing} targets are said to need more than five threads");
}

#[test]
fn runs_execute_to_their_violation() {
    for seed in 0..1500 {
        let kind = if seed % 3 == 0 { Kind::Plain } else { Kind::Transfers };
        let mut tts = random_system(seed, kind);
        let answer = bounded_answer(&mut tts, 4);
        for violation in &answer.violations {
            let arrived = violation.run.execute(&mut tts).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
            assert!(arrived.most_alive <= violation.threads as usize, "seed {seed}");
            let target = tts.targets.iter().find(|target| target.property == violation.property);
            let target = target.expect("the property has a target");
            let mut alive: Vec<LocalId> = arrived.threads.iter().copied().flatten().collect();
            alive.sort_unstable();
            let mut alive = alive.iter();
            assert_eq!(arrived.shared, target.shared, "seed {seed}");
            assert!(target.locals.iter().all(|local| alive.any(|other| other == local)), "seed {seed}");
        }
        assert!(answer.violations.is_sorted_by_key(|violation| (violation.threads, violation.run.steps.len())));
    }
}

#[test]
fn changed_runs_do_not_execute() {
    let mut changed = 0;
    for seed in 0..200 {
        let mut tts = random_system(seed, Kind::Transfers);
        for violation in bounded_answer(&mut tts, 3).violations {
            if violation.run.steps.is_empty() {
                continue;
            }
            let mut run = violation.run.clone();
            run.steps[0].thread += 100;
            assert_eq!(run.execute(&mut tts), Err(Broken::Step(0)), "seed {seed}");
            let mut run = violation.run.clone();
            run.steps[0].moved.push((100, LocalId(0)));
            assert_eq!(run.execute(&mut tts), Err(Broken::Step(0)), "seed {seed}");
            changed += 1;
        }
    }
    assert!(changed > 100);
}

#[test]
fn exhaustive_searches_certify_what_they_did_not_find() {
    let mut exhausted = 0;
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Transfers);
        let answer = bounded_answer(&mut tts, 4);
        let bounded::End::Exhausted(found) = &answer.end else { continue };
        let violated: Vec<u32> = answer.violations.iter().map(|violation| violation.property).collect();
        let excluded: Vec<u32> =
            tts.targets.iter().map(|target| target.property).filter(|property| !violated.contains(property)).collect();
        let certificate = Certificate::from(found);
        assert_eq!(check(&mut tts, &certificate, &excluded, &Unlimited), Ok(()), "seed {seed}");
        for property in violated {
            assert_eq!(check(&mut tts, &certificate, &[property], &Unlimited), Err(Rejection::Violation(property)));
        }
        let Certificate::Configurations(all) = certificate else { panic!("the search was explicit") };
        for missing in 0..all.len() {
            let mut broken = all.clone();
            broken.remove(missing);
            let answer = check(&mut tts, &Certificate::Configurations(broken), &[], &Unlimited);
            assert!(answer.is_err(), "seed {seed}: configuration {missing} is missing");
        }
        exhausted += 1;
    }
    assert!(exhausted > 50, "only {exhausted} searches were exhaustive");
}

#[test]
fn saturation_is_a_certificate_for_every_kind_of_system() {
    let mut proved = 0;
    for seed in 0..1000 {
        let mut tts = random_system(seed, Kind::Transfers);
        let saturation = saturate(&mut tts, &Unlimited).expect("nothing stops it");
        let regions = saturation.rows().map(|(shared, locals)| Region::of_thread_states(shared, locals)).collect();
        let possible = |target: &&Target| target.locals.iter().all(|&local| saturation.contains(target.shared, local));
        let excluded: Vec<u32> = tts
            .targets
            .iter()
            .filter(|target| target.locals.len() == 1 && !possible(target))
            .map(|target| target.property)
            .collect();
        assert_eq!(check(&mut tts, &Certificate::Regions(regions), &excluded, &Unlimited), Ok(()), "seed {seed}");
        let answer = bounded_answer(&mut tts, 3);
        let none = answer.violations.iter().all(|violation| !excluded.contains(&violation.property));
        assert!(none, "seed {seed}");
        proved += excluded.len();
    }
    assert!(proved > 1000, "only {proved} thread states were excluded");
}

#[test]
fn systems_with_transfers_are_refused() {
    let refused = (0..50).filter(|&seed| {
        let tts = random_system(seed, Kind::Transfers);
        let question = contexts::Question { until_violated: None, closure: Closure::default() };
        let contexts = contexts::search(&tts, &question, &AtMost(10_000)).is_err();
        let question = karp_miller::Question { until_violated: None, procedure: Procedure::DepthFirst };
        let tree = karp_miller::search(&tts, &question, &AtMost(1000));
        assert_eq!(contexts, matches!(tree, Err(Reason::Refused(_))), "seed {seed}");
        contexts
    });
    assert!(refused.count() > 30);
}

#[test]
fn a_search_stops_when_it_knows_enough_or_is_told_to() {
    for seed in 0..200 {
        let tts = random_system(seed, Kind::Plain);
        let (_, covered) = coverability_set(&tts, Closure::OneToken);
        let asked: Vec<u32> = covered.iter().map(|&target| tts.targets[target].property).collect();
        let question = contexts::Question { until_violated: Some(asked), closure: Closure::OneToken };
        let answer = contexts::search(&tts, &question, &Unlimited).expect("the system is plain");
        assert!(matches!(answer.end, End::Answered), "seed {seed}");
        let answer = contexts::search(&tts, &question, &Cancelled).expect("the system is plain");
        assert!(matches!(answer.end, End::Stopped(Stop::Cancelled)), "seed {seed}");
    }
}

struct Cancelled;

impl Control for Cancelled {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Cancelled)
    }
}
