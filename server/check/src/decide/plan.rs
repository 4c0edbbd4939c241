//! The plan: engines for the remains of saturation, in order, with reasons.
//!
//! A plan is a list of stages. The [portfolio](super::portfolio) starts them one after the other, or at the same time
//! if one is slow. A new engine is one more stage.

use boolprog_base::engine::EngineId;
use boolprog_reach::engines::backward::{BackwardNet, BackwardSearch};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::karp_miller::{KarpMiller, Procedure};
use boolprog_reach::engines::mcs::{Mcs, McsMerged};
use boolprog_reach::threads::{Subject, SubjectEngine};

use crate::options::Options;

/// Makes an engine for a system.
pub type Make = for<'s> fn(&'s Subject<'s>, &Options) -> SubjectEngine<'s>;

/// The turn of one engine.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Engine of the stage. Stages of one engine share their knowledge.
    pub engine: EngineId,
    /// Constructor of the engine.
    pub make: Make,
    /// `true` if each property is tried briefly only.
    pub is_brief: bool,
    /// `true` if the next stages may start before it has ended, once it has visited [`Options::start_next_after`]
    /// states.
    pub may_be_joined: bool,
    /// States that it may visit while a property is open.
    pub states: u64,
    /// `true` if it continues for the thread states, if they are wanted, when no property is open.
    pub lists_thread_states: bool,
    /// The engine that must publish its covered configurations first, if it runs.
    pub waits_for: Option<EngineId>,
}

/// Facts that a plan depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The only engine that may answer.
    pub only: Option<EngineId>,
    /// `true` if no step of the system changes or blocks other threads.
    pub is_plain: bool,
    /// `true` if only proofs are wanted.
    pub only_proofs: bool,
    /// `true` if all open properties are likely to be violated, since a smaller system violates them.
    pub is_likely_violated: bool,
}

/// Configurations that may be visited for the shortest run, before that of a chain is good enough: where the coverability
/// set says that there is a run, and where there may be none.
const SHORTENING_PLAIN: u64 = 2_000_000;
const SHORTENING: u64 = 200_000;

/// Decides everything that is left, and says which thread states are reachable.
const MCS: Stage = Stage {
    lists_thread_states: true,
    ..stage(EngineId::Mcs, |_, options| {
        Box::new(Mcs { told_after: u32::try_from(options.start_next_after).unwrap_or(u32::MAX).max(1) })
    })
};
/// Finds the shortest run to each violation. One that takes longer than this is left to the chains of backward search.
const SHORTEST: Stage =
    Stage { states: SHORTENING_PLAIN, ..stage(EngineId::Bounded, |_, _| Box::new(Bounded::default())) };
/// The same where there may be no violation, and no end.
const BOUNDED: Stage = Stage { states: SHORTENING, ..SHORTEST };
/// Proves the same as `mcs`, with fewer local states.
const MERGED: Stage = stage(EngineId::McsMerged, |_, _| Box::new(McsMerged));
/// Tries each property briefly. Its findings determine the limit of the bounded search, so that nothing joins it; its
/// questions to `mcs` must not depend on a race, so that it waits until `mcs` has published its states.
const BACKWARD_BRIEFLY: Stage = Stage { is_brief: true, may_be_joined: false, ..BACKWARD };
/// Continues with the properties left by the brief search.
const BACKWARD: Stage =
    Stage { waits_for: Some(EngineId::Mcs), ..stage(EngineId::Backward, |_, _| Box::new(BackwardSearch::default())) };
/// Decides systems of many shared states that few place invariants prove, and finds violations that need many threads.
const BACKWARD_NET: Stage = stage(EngineId::BackwardNet, |_, _| Box::new(BackwardNet::default()));

static PLAIN: &[Stage] = &[
    // Decides everything; most systems are decided by it alone, without any race.
    MCS,
    // Runs to the violations that `mcs` finds, or will find: fast if they are short.
    SHORTEST,
    // For local states with which `mcs` is slow.
    MERGED,
    // If both are slow: it visits only predecessors of violations.
    BACKWARD_BRIEFLY,
    BACKWARD,
    // For what bounds on tokens prove, as in most nets of protocols.
    BACKWARD_NET,
];

/// Plain systems in which all open properties are likely to be violated: runs first, since they are missing.
static PLAIN_VIOLATED: &[Stage] = &[SHORTEST, MCS, MERGED, BACKWARD_BRIEFLY, BACKWARD, BACKWARD_NET];

/// Systems with transfers, for which `mcs` is not sound.
static OTHERS: &[Stage] = &[
    // Decides most of them, and says with how many threads.
    BACKWARD_BRIEFLY,
    // Shorter runs than those of chains, up to as many threads as these need.
    BOUNDED,
    // Hard properties.
    BACKWARD,
];

/// Proofs of a smaller system. Open properties are left to the system itself, where more engines are at work. Where `mcs`
/// is slow, backward search decides the easy ones, and says which are hopeless.
static PROOFS_PLAIN: &[Stage] = &[MCS, BACKWARD_BRIEFLY];
static PROOFS_OTHERS: &[Stage] = &[BACKWARD_BRIEFLY];

/// One engine alone. Backward search alone still has its runs shortened.
static MCS_ALONE: &[Stage] = &[MCS];
static KM_DFS: &[Stage] = &[tree(EngineId::KmDfs, |_, _| Box::new(KarpMiller(Procedure::DepthFirst)))];
static KM_BFS: &[Stage] = &[tree(EngineId::KmBfs, |_, _| Box::new(KarpMiller(Procedure::BreadthFirst)))];
static KM_ZHAO: &[Stage] = &[tree(EngineId::KmZhao, |_, _| Box::new(KarpMiller(Procedure::Zhao)))];
static BACKWARD_NET_ALONE: &[Stage] = &[BACKWARD_NET, SHORTEST];
static BACKWARD_ALONE_PLAIN: &[Stage] = &[BACKWARD_BRIEFLY, BACKWARD, SHORTEST];
static BACKWARD_ALONE: &[Stage] = &[BACKWARD_BRIEFLY, BACKWARD, BOUNDED];

/// The stages for a setting; `None` if its only engine is not one of these.
pub fn plan(setting: Setting) -> Option<&'static [Stage]> {
    let Setting { only, is_plain, only_proofs, is_likely_violated } = setting;
    Some(match only {
        None if only_proofs && is_plain => PROOFS_PLAIN,
        None if only_proofs => PROOFS_OTHERS,
        None if is_plain && is_likely_violated => PLAIN_VIOLATED,
        None if is_plain => PLAIN,
        None => OTHERS,
        Some(EngineId::Mcs) => MCS_ALONE,
        Some(EngineId::KmDfs) => KM_DFS,
        Some(EngineId::KmBfs) => KM_BFS,
        Some(EngineId::KmZhao) => KM_ZHAO,
        Some(EngineId::BackwardNet) if is_plain => BACKWARD_NET_ALONE,
        Some(EngineId::Backward) if is_plain => BACKWARD_ALONE_PLAIN,
        Some(EngineId::Backward) => BACKWARD_ALONE,
        Some(_) => return None,
    })
}

/// The turn of an engine that has no limits, and that others join when it is slow.
pub const fn stage(engine: EngineId, make: Make) -> Stage {
    Stage {
        engine,
        make,
        is_brief: false,
        may_be_joined: true,
        states: u64::MAX,
        lists_thread_states: false,
        waits_for: None,
    }
}

/// The turn of an engine that computes the coverability set label by label.
const fn tree(engine: EngineId, make: Make) -> Stage {
    Stage { lists_thread_states: true, ..stage(engine, make) }
}
