//! The trees against one another and against `mcs`.

use boolprog_base::control::{Stop, Unlimited};
use boolprog_base::engine::{Statistics, Undecided};
use boolprog_certificate::sets::check;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};
use boolprog_reach::coverability::Found;
use boolprog_reach::engines::karp_miller::{Procedure, nodes, search};
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
    for procedure in [Procedure::Unmerged, Procedure::DepthFirst, Procedure::BreadthFirst, Procedure::Zhao] {
        let Found { set, statistics } = answer(&tts, procedure, 10).expect("nothing stops it");
        assert_eq!(labels(&set.ideals), [(shared, vec![created], vec![creator])], "{procedure:?}");
        assert!(set.covered(&tts.targets).contains(0), "{procedure:?}");
        assert_eq!(statistics.accelerations, 1, "{procedure:?}");
    }
}

/// A step from shared state 0 to 1 that creates a thread, and steps that use it up or move it. With four steps no other system,
/// up to names, has the coverability set and the numbers of nodes of Zhao's figures 2.3 and 2.4.
fn small() -> Tts {
    let step = |(shared, local), (to_shared, to_local), effect| Transition {
        shared: SharedId(shared),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to_local)),
        effect,
        origin: 0,
    };
    let steps = vec![
        step((0, 0), (1, 0), Effect::Create(LocalId(1))),
        step((1, 1), (0, 0), Effect::None),
        step((1, 1), (1, 2), Effect::None),
        step((1, 2), (0, 0), Effect::None),
    ];
    let initial =
        Initial { shared: vec![SharedId(0)], fixed: vec![LocalId(0)], pool: vec![], count: Count::Exactly(0) };
    Tts::new(2, 3, initial, steps, vec![], vec![]).expect("ids are in range")
}

#[test]
fn the_tree_of_the_definition_has_a_node_for_each_branch() {
    let tts = small();
    let figures = |procedure| {
        let Found { set, statistics } = answer(&tts, procedure, 100).expect("nothing stops it");
        (set.maximal_markings(), statistics.nodes, statistics.expanded)
    };
    assert_eq!(figures(Procedure::Unmerged), (3, 13, 9));
    assert_eq!(figures(Procedure::BreadthFirst), (3, 6, 6));
    let tree = nodes(&tts, 13, &Unlimited).expect("a plain system").expect("it has 13 nodes");
    assert_eq!((tree.len(), tree.iter().filter(|node| node.repeats.is_some()).count()), (13, 4));
    assert!(tree.iter().enumerate().all(|(index, node)| node.parent.is_none_or(|parent| parent < index)));
    assert_eq!(nodes(&tts, 12, &Unlimited), Ok(None));
}

#[test]
fn the_tree_of_the_definition_has_the_same_maximal_markings() {
    let mut compared = 0;
    for seed in 0..1000 {
        let tts = random_system(seed, Kind::Plain);
        let Some(Found { set, statistics }) = answer(&tts, Procedure::Unmerged, 2000) else { continue };
        let merged = answer(&tts, Procedure::BreadthFirst, 2000).expect("it is smaller");
        assert_eq!(labels(&set.ideals), labels(&merged.set.ideals), "seed {seed}");
        assert!(merged.statistics.nodes <= statistics.nodes, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}
