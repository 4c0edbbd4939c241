//! Zhao's procedure against the tree of 1969 and against `mcs`.

use boolprog_base::control::{Stop, Unlimited};
use boolprog_base::engine::{Statistics, Undecided};
use boolprog_certificate::sets::check;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::coverability::Found;
use boolprog_reach::engines::karp_miller::{Procedure, search};
use boolprog_reach::engines::mcs::{self, Closure};

use crate::nets::{Kind, random_system};
use crate::sets::{AtMost, labels};

fn answer(tts: &Tts, procedure: Procedure, nodes: u64) -> Option<Found> {
    match search(tts, procedure, &AtMost(nodes)) {
        Ok(found) => Some(found),
        Err(why) => {
            assert_eq!(why, Undecided::Stopped(Stop::Memory));
            None
        }
    }
}

#[test]
fn zhaos_procedure_computes_the_set_that_mcs_computes() {
    let mut too_large = 0;
    for seed in 0..6000 {
        let mut tts = random_system(seed, Kind::Plain);
        let expected = mcs::search(&tts, Closure::Off, None, &Unlimited).expect("plain, and nothing stops it").set;
        let Some(Found { set, .. }) = answer(&tts, Procedure::Zhao, 20_000) else {
            too_large += 1;
            continue;
        };
        let covered = set.covered(&tts.targets);
        assert_eq!(labels(&set.ideals), labels(&expected.ideals), "seed {seed}");
        assert_eq!(covered, expected.covered(&tts.targets), "seed {seed}");
        assert_eq!(set.maximal_markings(), expected.maximal_markings(), "seed {seed}");
        let safe = |&index: &usize| !covered.contains(index);
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
        let Some(classic) = answer(&tts, Procedure::BreadthFirst, 2000) else { continue };
        let zhao = answer(&tts, Procedure::Zhao, 2000).expect("it is smaller");
        for (sum, Found { set, statistics }) in [(&mut pruned, zhao), (&mut full, classic)] {
            assert!(set.maximal_markings() <= statistics.expanded && statistics.expanded <= statistics.nodes, "{seed}");
            sum.nodes += statistics.nodes;
            sum.expanded += statistics.expanded;
            sum.accelerations += statistics.accelerations;
        }
    }
    assert!(pruned.nodes * 2 < full.nodes && pruned.expanded * 2 < full.expanded, "{pruned:?} {full:?}");
    assert!(pruned.accelerations > 0);
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
        let Found { set, statistics } = answer(&tts, procedure, 10).expect("nothing stops it");
        assert_eq!(labels(&set.ideals), [(shared, vec![created], vec![creator])], "{procedure:?}");
        assert!(set.covered(&tts.targets).contains(0), "{procedure:?}");
        assert_eq!(statistics.accelerations, 1, "{procedure:?}");
    }
}
