//! The engines against each other and against the definitions, on thousands of small random systems.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Undecided};
use boolprog_certificate::run::Broken;
use boolprog_certificate::sets::{Certificate, Ideal, Rejection, check};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{LocalId, Target, Tts};
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::karp_miller::{self, Procedure};
use boolprog_reach::engines::mcs::{self, Closure};
use boolprog_reach::threads::{Threads, runs};

use crate::nets::{Kind, random_system};
use crate::sets::{AtMost, labels};

const RULES: [Closure; 3] = [Closure::Off, Closure::Component, Closure::OneToken];

fn coverability_set(tts: &Tts, closure: Closure) -> (CoverabilitySet, Vec<usize>) {
    let set = mcs::search(tts, closure, None, &Unlimited).expect("the system is plain, and nothing stops it").set;
    let covered = set.covered(&tts.targets).ones().collect();
    (set, covered)
}

#[test]
fn all_closure_rules_compute_the_set_of_karp_and_miller() {
    let mut too_large = 0;
    for seed in 0..1500 {
        let tts = random_system(seed, Kind::Plain);
        let procedure = if seed % 2 == 0 { Procedure::DepthFirst } else { Procedure::BreadthFirst };
        let specification = match karp_miller::search(&tts, procedure, &AtMost(2000)) {
            Ok(found) => labels(&found.set.ideals),
            Err(Undecided::Refused(why)) => panic!("the system is plain: {why}"),
            Err(Undecided::Stopped(_)) => {
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
            assert_eq!(labels(&set.ideals), specification, "seed {seed}, {rule:?}");
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
        for (ideal, tail) in elements(&set) {
            let mut broken = set.clone();
            let others = set.ideals[ideal].tails.iter().enumerate().filter(|&(index, _)| index != tail);
            broken.ideals[ideal].tails = others.map(|(_, tail)| tail.to_vec()).collect();
            let answer = check(&mut tts, &broken.certificate(), &[], &Unlimited);
            assert!(answer.is_err(), "seed {seed}: element {tail} of ideal {ideal} is missing");
        }
    }
}

fn elements(set: &CoverabilitySet) -> impl Iterator<Item = (usize, usize)> {
    set.ideals.iter().enumerate().flat_map(|(index, ideal)| (0..ideal.tails.len()).map(move |tail| (index, tail)))
}

fn bounded(tts: &mut Tts, threads: u32) -> Outcome<Threads> {
    let properties: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    Bounded::default().ask(tts, &properties, threads, &AtMost(20_000))
}

#[test]
fn bounded_search_and_the_coverability_set_agree() {
    let mut missing = 0;
    for seed in 0..600 {
        let mut tts = random_system(seed, Kind::Plain);
        let (_, covered) = coverability_set(&tts, Closure::OneToken);
        let covered: Vec<u32> = covered.into_iter().map(|target| tts.targets[target].property).collect();
        let outcome = bounded(&mut tts, 5);
        let found: Vec<u32> = runs(&outcome).map(|(property, _)| property).collect();
        assert!(found.iter().all(|property| covered.contains(property)), "seed {seed}");
        if outcome.ended == Ended::Complete {
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
        let outcome = bounded(&mut tts, 4);
        for (property, violation) in runs(&outcome) {
            let arrived = violation.run.execute(&mut tts).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
            assert!(arrived.most_alive <= violation.threads as usize, "seed {seed}");
            let target = tts.targets.iter().find(|target| target.property == property);
            let target = target.expect("the property has a target");
            let mut alive: Vec<LocalId> = arrived.threads.iter().copied().flatten().collect();
            alive.sort_unstable();
            let mut alive = alive.iter();
            assert_eq!(arrived.shared, target.shared, "seed {seed}");
            assert!(target.locals.iter().all(|local| alive.any(|other| other == local)), "seed {seed}");
        }
        assert!(runs(&outcome).is_sorted_by_key(|(_, violation)| (violation.threads, violation.run.steps.len())));
    }
}

#[test]
fn changed_runs_do_not_execute() {
    let mut changed = 0;
    for seed in 0..200 {
        let mut tts = random_system(seed, Kind::Transfers);
        for (_, violation) in runs(&bounded(&mut tts, 3)) {
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
        let mut outcome = bounded(&mut tts, 4);
        let violated: Vec<u32> = runs(&outcome).map(|(property, _)| property).collect();
        let Some(Finding::Proved { properties, certificate }) = outcome.findings.pop() else { continue };
        assert_eq!(check(&mut tts, &certificate, &properties, &Unlimited), Ok(()), "seed {seed}");
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
        let ideals = saturation.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect();
        let possible = |target: &&Target| target.locals.iter().all(|&local| saturation.contains(target.shared, local));
        let excluded: Vec<u32> = tts
            .targets
            .iter()
            .filter(|target| target.locals.len() == 1 && !possible(target))
            .map(|target| target.property)
            .collect();
        assert_eq!(check(&mut tts, &Certificate::Ideals(ideals), &excluded, &Unlimited), Ok(()), "seed {seed}");
        let none = runs(&bounded(&mut tts, 3)).all(|(property, _)| !excluded.contains(&property));
        assert!(none, "seed {seed}");
        proved += excluded.len();
    }
    assert!(proved > 1000, "only {proved} thread states were excluded");
}

#[test]
fn systems_with_transfers_are_refused() {
    let refused = (0..50).filter(|&seed| {
        let tts = random_system(seed, Kind::Transfers);
        let set = mcs::search(&tts, Closure::default(), None, &AtMost(10_000));
        let refused = matches!(set, Err(Undecided::Refused(_)));
        let tree = karp_miller::search(&tts, Procedure::DepthFirst, &AtMost(1000));
        assert_eq!(refused, matches!(tree, Err(Undecided::Refused(_))), "seed {seed}");
        refused
    });
    assert!(refused.count() > 30);
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    for seed in 0..200 {
        let tts = random_system(seed, Kind::Plain);
        let cancelled = Some(Undecided::Stopped(Stop::Cancelled));
        assert_eq!(mcs::search(&tts, Closure::OneToken, None, &Cancelled).err(), cancelled, "seed {seed}");
        for procedure in [Procedure::Unmerged, Procedure::DepthFirst, Procedure::BreadthFirst, Procedure::Zhao] {
            assert_eq!(karp_miller::search(&tts, procedure, &Cancelled).err(), cancelled, "seed {seed}");
        }
    }
}

struct Cancelled;

impl Control for Cancelled {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Cancelled)
    }
}
