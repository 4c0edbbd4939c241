//! The engines for any number of threads: saturation, and the plan for its remains.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine, EngineId, Finds};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::ThreadSystem;
use boolprog_reach::engines::bounded::Bounded;

use super::ledger::{Ledger, Undecided};
use super::plan::{STAGES, Setting, Stage, plan};
use super::portfolio::{self, THREAD_STATES_ONLY};
use crate::options::Options;

/// Reason for an open property whose chain did not execute.
const NOT_MONOTONE: &str = "not monotone: a `constrain` over `x$` lets a further thread block a step";

/// Why a property is open if the only engine is not one for these systems.
const NO_PLAN: &str = "the engine that was asked for does not apply to Boolean programs";

#[derive(Clone, Copy, Default)]
pub(super) struct Prospects {
    /// `true` if executions of violations are not needed.
    pub(super) only_proofs: bool,
    /// `true` if a smaller system violates all open properties, so that the system itself is likely to.
    pub(super) is_likely_violated: bool,
}

/// Decides the open properties with the stages that these choose, or else those of the plan.
pub(super) fn decide<S: ThreadSystem>(
    ledger: &mut Ledger<'_, '_, S>,
    prospects: Prospects,
    stages: Option<&[Stage]>,
    options: Options,
) -> Result<(), Undecided> {
    let capped = Limited::new(ledger.control, Budget::states(THREAD_STATES_ONLY));
    let control = if ledger.open().is_empty() { &capped } else { ledger.control };
    let saturation = saturate(ledger.system, control)?;
    let restricted = saturation.to_tts(ledger.system, control)?;
    ledger.shared_states = restricted.shared.len() as u64;
    ledger.local_states = restricted.locals.len() as u64;
    ledger.prove_unreached(&saturation, &restricted)?;
    drop(saturation);
    if ledger.is_finished(options) {
        return Ok(());
    }
    let Prospects { only_proofs, is_likely_violated } = prospects;
    let is_plain = restricted.tts.is_plain();
    let may_merge = options.merge_bisimilar;
    let setting = Setting { only: options.engine, is_plain, only_proofs, is_likely_violated, may_merge };
    let stages = plan(stages.unwrap_or(STAGES), setting).ok_or(Undecided::NotApplicable(NO_PLAN))?;
    portfolio::run(ledger, &stages, setting, &restricted, &options)?;
    if only_proofs {
        return Ok(());
    }
    if ledger.all.is_some() {
        // An engine that was selected alone has decided all when it knows the thread states, though it finds no runs.
        ledger.decider = options.engine.filter(|engine| engine.info().finds == Finds::Proofs);
        search_bounded(ledger, u32::MAX, None)
    } else {
        search_bounded(ledger, options.thread_limit, Some(NOT_MONOTONE))
    }
}

/// The last bounded search: because no other engine applies (`why`), or for runs to states that are known to be
/// reachable.
pub(super) fn search_bounded<S: ThreadSystem>(
    ledger: &mut Ledger<'_, '_, S>,
    threads: u32,
    why: Option<&'static str>,
) -> Result<(), Undecided> {
    if ledger.open().is_empty() {
        return Ok(());
    }
    match (bounded(ledger, threads, ledger.control)?, why) {
        (Some(stop), _) => Err(stop.into()),
        (None, Some(why)) if !ledger.open().is_empty() => Err(Undecided::NotApplicable(why)),
        (None, _) => Ok(()),
    }
}

/// Searches for the open properties; says why it stopped, if something stopped it.
pub(super) fn bounded<S: ThreadSystem>(
    ledger: &mut Ledger<'_, '_, S>,
    threads: u32,
    control: &dyn Control,
) -> Result<Option<Stop>, Undecided> {
    let open = ledger.open();
    let outcome = Bounded::default().ask(&mut *ledger.system, &open, threads, control);
    Ok(match ledger.enter(EngineId::Bounded, outcome)? {
        Ended::Stopped(stop) => Some(stop),
        Ended::Complete | Ended::Bound | Ended::Refused(_) => None,
    })
}
