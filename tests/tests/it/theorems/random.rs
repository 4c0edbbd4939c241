//! Random systems with steps of all kinds: the checker in Rocq accepts exactly the sets that the checker here accepts.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_certificate::document::{
    CertificateDocument, LocalDocument, ProofDocument, QuestionDocument, SharedDocument, Theorems, target_ids,
};
use boolprog_certificate::sets::{Certificate, Ideal, check};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{Count, Destinations, Effect, LocalId, SharedId, Target, ThreadSystem, TransitionId, Tts};
use boolprog_reach::engines::backward::{self, Backward};
use boolprog_reach::engines::mcs::{self, Closure};
use boolprog_tests::rocq;

use super::nets::{Kind, Random, random_system};

type Configuration = (SharedId, Vec<LocalId>);

/// Stops after this number of states.
struct AtMost(u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// A set, and the properties that it is to prove.
type Claim = (Certificate, Vec<u32>);

/// Sets that engines find.
fn found(tts: &Tts) -> Vec<Claim> {
    let saturation = saturate(&mut tts.clone(), &Unlimited).expect("nothing stops it");
    let rows: Vec<Ideal> = saturation.rows().map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect();
    let excluded: Vec<u32> = tts.targets.iter().map(|target| target.property).collect();
    let can_occur = |property: &&u32| {
        let target = &tts.targets.iter().find(|target| target.property == **property).expect("a target");
        target.locals.iter().all(|&local| saturation.contains(target.shared, local))
    };
    let never = excluded.iter().filter(|property| !can_occur(property)).copied().collect();
    let mut claims = vec![(Certificate::Ideals(rows.clone()), never)];
    let mut engine = Backward::new(tts, &saturation).with_patience(1);
    let is_never = |property: &u32| matches!(engine.search(*property, &AtMost(2000)), Ok(backward::Answer::Never));
    let never: Vec<u32> = excluded.iter().copied().filter(is_never).collect();
    let (minimal, place_invariants) = (engine.unreachable(), engine.place_invariants());
    claims.push((Certificate::Complement { ideals: rows, minimal, place_invariants }, never));
    if tts.is_plain()
        && let Ok(found) = mcs::search(tts, Closure::OneToken, None, &AtMost(2000))
    {
        let covered: BTreeSet<u32> =
            found.set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
        let never = excluded.into_iter().filter(|property| !covered.contains(property)).collect();
        claims.push((found.set.certificate(), never));
    }
    claims.extend(configurations(tts).map(|all| of_configurations(all, tts)));
    claims
}

fn of_configurations(all: Vec<Configuration>, tts: &Tts) -> Claim {
    let covers = |(shared, threads): &Configuration, target: &Target| {
        let mut threads = threads.iter();
        *shared == target.shared && target.locals.iter().all(|local| threads.any(|thread| thread == local))
    };
    let never = tts.targets.iter().filter(|target| !all.iter().any(|configuration| covers(configuration, target)));
    let never = never.map(|target| target.property).collect();
    (Certificate::Configurations(all), never)
}

/// All configurations, if these are few.
fn configurations(tts: &Tts) -> Option<Vec<Configuration>> {
    let mut tts = tts.clone();
    let Count::Exactly(count) = tts.initial.count else { return None };
    let mut new: Vec<Configuration> = Vec::new();
    for &shared in &tts.initial.shared {
        let mut starts = vec![tts.initial.fixed.clone()];
        for _ in 0..count {
            starts = starts.iter().flat_map(|start| tts.initial.pool.iter().map(|&local| with(start, local))).collect();
        }
        new.extend(starts.into_iter().map(|threads| (shared, sorted(threads))));
    }
    let mut all = BTreeSet::new();
    while let Some(configuration) = new.pop() {
        if all.insert(configuration.clone()) {
            new.extend(successors(&mut tts, &configuration));
        }
        if all.len() > 60 {
            return None;
        }
    }
    Some(all.into_iter().collect())
}

fn with(threads: &[LocalId], local: LocalId) -> Vec<LocalId> {
    [threads, &[local]].concat()
}

fn sorted(mut threads: Vec<LocalId>) -> Vec<LocalId> {
    threads.sort_unstable();
    threads
}

fn successors(tts: &mut Tts, (shared, threads): &Configuration) -> Vec<Configuration> {
    let mut all = Vec::new();
    for at in 0..threads.len() {
        let mut others = threads.clone();
        let active = others.remove(at);
        for id in tts.transitions(*shared, active).map(TransitionId) {
            let step = tts.transition(id);
            for mut result in effects(tts, step.effect, &others) {
                result.extend(step.to_local);
                all.push((step.to_shared, sorted(result)));
            }
        }
    }
    all
}

/// The other threads after an effect, as the language reference defines it.
fn effects(tts: &mut Tts, effect: Effect, others: &[LocalId]) -> Vec<Vec<LocalId>> {
    match effect {
        Effect::None => vec![others.to_vec()],
        Effect::Create(local) => vec![with(others, local)],
        Effect::Each(transfer) => others.iter().fold(vec![vec![]], |results, &other| {
            let goals = match tts.transferred(transfer, other) {
                Destinations::Stay => vec![other],
                Destinations::To(goals) => goals.to_vec(),
            };
            results.iter().flat_map(|result| goals.iter().map(|&goal| with(result, goal))).collect()
        }),
        Effect::One(transfer) => {
            let mut results = Vec::new();
            for (at, &other) in others.iter().enumerate() {
                if let Destinations::To(goals) = tts.transferred(transfer, other) {
                    results.extend(goals.iter().map(|&goal| [&others[..at], &[goal], &others[at + 1..]].concat()));
                }
            }
            if results.is_empty() { vec![others.to_vec()] } else { results }
        }
    }
}

/// The same claim with a random change: something less, something else, or one property more.
fn changed((set, properties): &Claim, tts: &Tts, random: &mut Random) -> Claim {
    let (mut set, mut properties) = (set.clone(), properties.clone());
    match (&mut set, random.below(4)) {
        (_, 0) => properties.push(random.below(tts.targets.len() as u32)),
        (Certificate::Ideals(ideals), _) => change_ideals(ideals, tts, random),
        (Certificate::Complement { ideals, minimal, place_invariants }, _) => match random.below(4) {
            0 => change_ideals(ideals, tts, random),
            1 if !minimal.is_empty() => drop(minimal.swap_remove(random.below(minimal.len() as u32) as usize)),
            2 if !place_invariants.is_empty() => {
                let invariant = &mut place_invariants[0];
                invariant.bound = (invariant.bound + 1).saturating_sub(2 * random.below(2));
                if let Some((_, weight)) = invariant.locals.first_mut() {
                    *weight += random.below(2);
                }
            }
            _ => minimal.push(configuration(tts, random)),
        },
        (Certificate::Configurations(all), _) => {
            all.swap_remove(random.below(all.len() as u32) as usize);
            if random.once_in(2) {
                all.push(configuration(tts, random));
            }
        }
    }
    properties.sort_unstable();
    properties.dedup();
    (set, properties)
}

fn configuration(tts: &Tts, random: &mut Random) -> Configuration {
    let threads = (0..=random.below(2)).map(|_| LocalId(random.below(tts.local_states))).collect();
    (SharedId(random.below(tts.shared_states)), sorted(threads))
}

fn change_ideals(ideals: &mut Vec<Ideal>, tts: &Tts, random: &mut Random) {
    if ideals.is_empty() {
        return;
    }
    let at = random.below(ideals.len() as u32) as usize;
    let Ideal { shared, omega, tails } = &mut ideals[at];
    match random.below(5) {
        0 => drop(ideals.swap_remove(at)),
        1 if !omega.is_empty() => drop(omega.swap_remove(random.below(omega.len() as u32) as usize)),
        2 if !omega.is_empty() => {
            let local = omega.swap_remove(random.below(omega.len() as u32) as usize);
            *tails = tails.iter().map(|tail| sorted(with(tail, local))).collect();
        }
        3 => *tails = tails.iter().skip(1).map(<[LocalId]>::to_vec).collect(),
        _ => *shared = vec![SharedId(random.below(tts.shared_states))],
    }
    omega_sorted(ideals);
}

fn omega_sorted(ideals: &mut [Ideal]) {
    for ideal in ideals {
        ideal.omega.sort_unstable();
    }
}

/// A document with these claims, as `boolprog check` writes one.
fn document(tts: &Tts, claims: &[Claim]) -> CertificateDocument {
    let question = QuestionDocument::System { init: String::new(), target: String::new() };
    let mut document = CertificateDocument::new(("random.tts", ""), question);
    let ids = target_ids(tts.targets.len());
    document.sets.shared = (0..tts.shared_states).map(SharedDocument::Number).collect();
    document.sets.locals = (0..tts.local_states).map(LocalDocument::Number).collect();
    let proof = |(set, properties): &Claim| ProofDocument {
        engine: "random".to_owned(),
        properties: properties.iter().map(|&property| ids[property as usize].clone()).collect(),
        set: set.clone(),
    };
    document.sets.proofs = claims.iter().map(proof).collect();
    document
}

/// The text of theorems as questions whether the checker accepts the sets, in a module of this number.
fn as_questions(text: &str, number: usize) -> String {
    let from = text.find("\nModule ").expect("a module");
    let (mut questions, mut theorem) = (String::new(), 0);
    for line in text[from..].lines() {
        if line.starts_with("Theorem ") {
            theorem += 1;
            let _ = writeln!(questions, "Eval vm_compute in check the_system bad_{theorem} set_{theorem}.");
        } else if !line.starts_with("Proof. ") && !line.starts_with("Print Assumptions ") {
            questions.push_str(&line.replace(" Proof1", &format!(" Random{number}")));
            questions.push('\n');
        }
    }
    questions
}

#[test]
fn both_checkers_accept_the_same_sets() {
    if !rocq::has_rocq() {
        return;
    }
    let mut text = "From Coq Require Import NArith List.\nFrom Boolprog Require Import Sound.\nImport ListNotations.\nLocal Open Scope N_scope.\n".to_owned();
    let mut expected = Vec::new();
    for seed in 0..SYSTEMS {
        let mut tts = random_system(seed, if seed % 3 == 0 { Kind::Plain } else { Kind::Transfers });
        let random = &mut Random::new(seed);
        let mut claims = found(&tts);
        for at in 0..claims.len() {
            for _ in 0..3 {
                claims.push(changed(&claims[at], &tts, random));
            }
        }
        if claims.iter().all(|(_, properties)| properties.is_empty()) {
            continue;
        }
        let document = document(&tts, &claims);
        let theorems = Theorems::of_system(&mut tts, &document, &Unlimited);
        text.push_str(&as_questions(&theorems.expect("all are sets").text, seed as usize));
        expected.extend(claims.iter().map(|(set, excluded)| check(&mut tts, set, excluded, &Unlimited).is_ok()));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random.v");
    fs::write(&file, &text).expect("writable");
    let said = rocq::compile(&file).expect("it is well-formed");
    let answers: Vec<bool> =
        said.lines().filter_map(|line| line.trim().strip_prefix("= ")).map(|answer| answer == "true").collect();
    assert_eq!(answers.len(), expected.len());
    let differing = (0..expected.len()).find(|&at| answers[at] != expected[at]);
    assert_eq!(differing, None, "expected {expected:?}");
    let accepted = expected.iter().filter(|accepted| **accepted).count();
    assert!(accepted > 200 && expected.len() - accepted > 200, "{accepted} of {} are accepted", expected.len());
}

const SYSTEMS: u64 = 120;
