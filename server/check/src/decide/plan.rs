//! The plan: engines for the remains of saturation, in order, with reasons.
//!
//! The [portfolio](super::portfolio) runs its stages. A new engine is one more row.

use boolprog_base::budget::Budget;
use boolprog_base::engine::EngineId;
use boolprog_reach::engines::backward::{BackwardNet, BackwardSearch};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::karp_miller::{KarpMiller, Procedure};
use boolprog_reach::engines::mcs::{Mcs, McsMerged};
use boolprog_reach::threads::{Subject, SubjectEngine};

use crate::options::Options;
use crate::schedule::{self, Role};

/// Makes an engine for a system.
pub type Make = for<'s> fn(&'s Subject<'s>, &Options) -> SubjectEngine<'s>;

/// The turn of one engine.
pub type Stage = schedule::Stage<Make, Setting>;

/// Facts that a plan depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each fact is one of its own")]
pub struct Setting {
    /// The only engine that may answer.
    pub only: Option<EngineId>,
    /// `true` if no step of the system changes or blocks other threads.
    pub is_plain: bool,
    /// `true` if only proofs are wanted.
    pub only_proofs: bool,
    /// `true` if all open properties are likely to be violated, since a smaller system violates them.
    pub is_likely_violated: bool,
    /// `true` if local states with the same future may be merged.
    pub may_merge: bool,
}

impl Setting {
    /// Returns `true` if all engines answer, and runs are wanted, too.
    const fn is_open(self) -> bool {
        self.only.is_none() && !self.only_proofs
    }

    /// Returns `true` if the only engine finds violations by chains, which others shorten.
    const fn is_of_chains(self) -> bool {
        matches!(self.only, Some(EngineId::Backward | EngineId::BackwardNet)) && !self.only_proofs
    }
}

/// Configurations that may be visited for the shortest run, before that of a chain is good enough: where the coverability
/// set says that there is a run, and where there may be none.
const SHORTENING_PLAIN: Budget = Budget { states: 2_000_000, ..Budget::ALL };
const SHORTENING: Budget = Budget { states: 200_000, ..Budget::ALL };

/// Finds the shortest run to each violation. One that takes longer than this is left to the chains of backward search.
const SHORTEST: Stage = Stage {
    budget: SHORTENING_PLAIN,
    role: Role::Shortens,
    ..stage(EngineId::Bounded, |_, _| Box::new(Bounded::default()))
};
/// The same where there may be no violation, and no end.
const BOUNDED: Stage = Stage { budget: SHORTENING, ..SHORTEST };
/// Backward search. Its questions to `mcs` must not depend on a race, so that it waits until `mcs` has published its states.
const BACKWARD: Stage =
    Stage { waits_for: Some(EngineId::Mcs), ..stage(EngineId::Backward, |_, _| Box::new(BackwardSearch::default())) };

/// All stages.
pub static STAGES: &[Stage] = &[
    // Runs first, where they are likely to be missing.
    Stage { when: |it| it.is_open() && it.is_plain && it.is_likely_violated, ..SHORTEST },
    // Decides everything, and says which thread states are reachable; most systems are decided by it alone, without any race.
    // For systems with transfers it is not sound.
    Stage {
        when: |it| it.is_plain || it.only.is_some(),
        role: Role::Lists,
        ..stage(EngineId::Mcs, |_, options| {
            Box::new(Mcs { told_after: u32::try_from(options.start_next_after).unwrap_or(u32::MAX).max(1) })
        })
    },
    // Runs to the violations that `mcs` finds, or will find: fast if they are short.
    Stage { when: |it| it.is_open() && it.is_plain && !it.is_likely_violated, ..SHORTEST },
    // For local states with which `mcs` is slow: it proves the same, with fewer of them.
    Stage {
        when: |it| it.is_open() && it.is_plain && it.may_merge,
        ..stage(EngineId::McsMerged, |_, _| Box::new(McsMerged))
    },
    // If these are slow: it visits only predecessors of violations. Its findings determine the limit of the bounded search, so
    // that nothing joins it. Where only proofs are wanted, it says which properties are hopeless.
    Stage { role: Role::Tries, ..BACKWARD },
    // Shorter runs than those of chains, up to as many threads as these need.
    Stage { when: |it| it.is_open() && !it.is_plain, ..BOUNDED },
    // Hard properties, which the brief search has left.
    Stage { when: |it| !it.only_proofs || it.only.is_some(), ..BACKWARD },
    // For what bounds on tokens prove, as in most nets of protocols: systems of many shared states that few place invariants
    // prove, and violations that need many threads.
    Stage {
        when: |it| it.is_plain && (!it.only_proofs || it.only.is_some()),
        ..stage(EngineId::BackwardNet, |_, _| Box::new(BackwardNet::default()))
    },
    // An engine alone still has its runs shortened.
    Stage { when: |it| it.is_of_chains() && it.is_plain, is_alone: true, ..SHORTEST },
    Stage { when: |it| it.is_of_chains() && !it.is_plain, is_alone: true, ..BOUNDED },
    // The trees, which `mcs` replaces.
    tree(EngineId::KmTree, |_, _| Box::new(KarpMiller(Procedure::Unmerged))),
    tree(EngineId::KmDfs, |_, _| Box::new(KarpMiller(Procedure::DepthFirst))),
    tree(EngineId::KmBfs, |_, _| Box::new(KarpMiller(Procedure::BreadthFirst))),
    tree(EngineId::KmZhao, |_, _| Box::new(KarpMiller(Procedure::Zhao))),
];

/// Those of these stages that are for a setting; none if its only engine has no stage.
pub(super) fn plan(stages: &[Stage], setting: Setting) -> Option<Vec<&Stage>> {
    let plan: Vec<_> = schedule::planned(stages, setting.only).filter(|stage| (stage.when)(&setting)).collect();
    plan.iter().any(|stage| setting.only.is_none_or(|only| only == stage.engine)).then_some(plan)
}

/// The turn of an engine that has no limits, and that others join when it is slow.
pub const fn stage(engine: EngineId, make: Make) -> Stage {
    Stage::new(engine, make)
}

/// The turn of an engine that is not one of several, and lists the thread states.
const fn tree(engine: EngineId, make: Make) -> Stage {
    Stage { is_alone: true, role: Role::Lists, ..stage(engine, make) }
}

#[cfg(test)]
mod tests {
    use boolprog_base::engine::{ENGINES, Systems};

    use super::*;

    const ALL: Setting =
        Setting { only: None, is_plain: true, only_proofs: false, is_likely_violated: false, may_merge: true };

    fn engines(setting: Setting) -> Vec<EngineId> {
        let stages = plan(STAGES, setting).unwrap_or_default();
        stages.into_iter().map(|stage| stage.engine).collect()
    }

    #[test]
    fn the_order_depends_on_the_system_and_on_what_is_wanted() {
        use EngineId::{Backward, BackwardNet, Bounded, Mcs, McsMerged};
        assert_eq!(engines(ALL), [Mcs, Bounded, McsMerged, Backward, Backward, BackwardNet]);
        let violated = Setting { is_likely_violated: true, ..ALL };
        assert_eq!(engines(violated), [Bounded, Mcs, McsMerged, Backward, Backward, BackwardNet]);
        assert_eq!(engines(Setting { is_plain: false, ..ALL }), [Backward, Bounded, Backward]);
        assert_eq!(engines(Setting { only_proofs: true, ..ALL }), [Mcs, Backward]);
        assert_eq!(engines(Setting { only_proofs: true, is_plain: false, ..ALL }), [Backward]);
        let alone = Setting { only: Some(Backward), ..ALL };
        assert_eq!(engines(alone), [Backward, Backward, Bounded]);
        assert_eq!(engines(Setting { only_proofs: true, ..alone }), [Backward, Backward]);
    }

    #[test]
    fn each_engine_that_can_be_chosen_has_a_plan() {
        let of_threads = |systems| matches!(systems, Systems::Threads | Systems::PlainThreads);
        let chosen = ENGINES.iter().filter(|row| row.can_be_chosen && of_threads(row.systems));
        for row in chosen.filter(|row| row.id != EngineId::Bounded) {
            let plan = plan(STAGES, Setting { only: Some(row.id), ..ALL });
            assert!(plan.is_some_and(|plan| plan[0].engine == row.id), "{}", row.name);
        }
    }
}
