//! Zhao's procedure against the tree of 1969 and against contexts.

use boolprog_base::control::{Stop, Unlimited};
use boolprog_certificate::sets::check;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::contexts::{self, Closure, End};
use boolprog_reach::karp_miller::{Answer, Procedure, Question, Statistics, search};

use crate::nets::{Kind, random_system};
use crate::sets::{AtMost, labels};

fn answer(tts: &Tts, procedure: Procedure, nodes: u64) -> Answer {
    let question = Question { until_violated: None, procedure };
    search(tts, &question, &AtMost(nodes)).expect("the system is plain")
}

fn contexts(tts: &Tts) -> contexts::Answer {
    let question = contexts::Question { until_violated: None, closure: Closure::Off };
    contexts::search(tts, &question, &Unlimited).expect("the system is plain")
}

#[test]
fn zhaos_procedure_computes_the_set_that_contexts_compute() {
    let mut too_large = 0;
    for seed in 0..6000 {
        let mut tts = random_system(seed, Kind::Plain);
        let expected = contexts(&tts);
        let found = answer(&tts, Procedure::Zhao, 20_000);
        let End::Complete(expected_set) = expected.end else { panic!("nothing stops it") };
        let End::Complete(set) = found.end else {
            too_large += 1;
            continue;
        };
        assert_eq!(labels(&set.regions), labels(&expected_set.regions), "seed {seed}");
        assert_eq!(found.covered, expected.covered, "seed {seed}");
        assert_eq!(found.statistics.maximal, expected_set.maximal_markings(), "seed {seed}");
        let safe = |&index: &usize| !found.covered.contains(index);
        let excluded: Vec<u32> = (0..tts.targets.len()).filter(safe).map(|index| tts.targets[index].property).collect();
        assert_eq!(check(&mut tts, &set.certificate(), &excluded, &Unlimited), Ok(()), "seed {seed}");
    }
    assert_eq!(too_large, 0, "the pruned tree of a small system is small");
}

#[test]
fn what_is_pruned_is_never_more_than_the_tree_of_1969() {
    let (mut pruned, mut full) = (Statistics::default(), Statistics::default());
    for seed in 0..1000 {
        let tts = random_system(seed, Kind::Plain);
        let classic = answer(&tts, Procedure::BreadthFirst, 2000);
        if !matches!(classic.end, End::Complete(_)) {
            continue;
        }
        let zhao = answer(&tts, Procedure::Zhao, 2000);
        for (sum, one) in [(&mut pruned, zhao.statistics), (&mut full, classic.statistics)] {
            assert!(one.maximal <= one.expanded && one.expanded <= one.nodes, "seed {seed}");
            sum.nodes += one.nodes;
            sum.expanded += one.expanded;
            sum.accelerations += one.accelerations;
            sum.maximal += one.maximal;
        }
    }
    assert_eq!(pruned.maximal, full.maximal);
    assert!(pruned.nodes * 2 < full.nodes && pruned.expanded * 2 < full.expanded, "{pruned:?} {full:?}");
    assert!(pruned.accelerations > 0);
}

#[test]
fn every_procedure_stops_when_it_knows_enough_or_is_told_to() {
    for seed in 0..300 {
        let tts = random_system(seed, Kind::Plain);
        for procedure in [Procedure::DepthFirst, Procedure::BreadthFirst, Procedure::Zhao] {
            let whole = answer(&tts, procedure, 2000);
            if let End::Stopped(stop) = whole.end {
                assert_eq!(stop, Stop::Memory);
                assert_eq!(whole.statistics.maximal, 0);
                continue;
            }
            let covered: Vec<u32> = whole.covered.ones().map(|index| tts.targets[index].property).collect();
            for property in covered.iter().copied().step_by(7) {
                let question = Question { until_violated: Some(vec![property]), procedure };
                let found = search(&tts, &question, &Unlimited).expect("the system is plain");
                assert!(matches!(found.end, End::Answered), "seed {seed}, {procedure:?}");
                assert!(found.covered.ones().any(|index| tts.targets[index].property == property));
                assert!(found.statistics.nodes <= whole.statistics.nodes, "seed {seed}, {procedure:?}");
            }
            let safe = tts.targets.iter().map(|target| target.property).find(|property| !covered.contains(property));
            if let Some(property) = safe {
                let question = Question { until_violated: Some(vec![property]), procedure };
                let found = search(&tts, &question, &Unlimited).expect("the system is plain");
                assert!(matches!(found.end, End::Complete(_)), "seed {seed}, {procedure:?}");
            }
        }
    }
}

/// Threads that appear one after the other: the root grows by one thread with each step.
#[test]
fn a_thread_that_creates_threads_gives_omega() {
    let (shared, creator, created) = (SharedId(0), LocalId(0), LocalId(1));
    let transition = Transition {
        shared,
        local: creator,
        to_shared: shared,
        to_local: Some(creator),
        effect: Effect::Create(created),
        origin: 0,
    };
    let initial = Initial { shared: vec![shared], fixed: vec![creator], pool: vec![], count: Count::Exactly(0) };
    let target = Target { property: 0, shared, locals: vec![created; 1000] };
    let tts = Tts::new(1, 2, initial, vec![transition], vec![], vec![target]).expect("ids are in range");
    for procedure in [Procedure::DepthFirst, Procedure::BreadthFirst, Procedure::Zhao] {
        let found = answer(&tts, procedure, 10);
        let End::Complete(set) = found.end else { panic!("nothing stops it") };
        assert_eq!(labels(&set.regions), [(shared, vec![created], vec![creator])], "{procedure:?}");
        assert!(found.covered.contains(0), "{procedure:?}");
        assert_eq!(found.statistics.accelerations, 1, "{procedure:?}");
    }
}
