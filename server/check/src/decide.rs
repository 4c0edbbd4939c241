//! The order of the engines, for programs and for transition systems read from a file.
//!
//! 1. A short **bounded** search. Most violations need two or three threads and few steps, and small closed systems are
//!    exhausted; both are settled before anything larger is built. The open properties are tried on a smaller system
//!    first, if there is one; see [`Prover`].
//! 2. **Saturation**: everything that it does not reach is proved, for every kind of system.
//! 3. The [`plan`] for the properties that saturation left, and the portfolio that follows it.
//! 4. The remaining properties are searched with bounds, without a limit if a run is known to exist, and otherwise,
//!    where a thread can block the others, with up to [`Options::thread_limit`] threads.
//! 5. When all is decided, if the thread states are wanted, a last short search for the numbers of threads needed to
//!    reach those not met yet.
//!
//! No proof leaves this module whose certificate the independent checker has not accepted, *on the system itself* and
//! not on the remains that saturation left; no violation whose run does not execute on it. A certificate for a smaller
//! system is accepted on that one, and says so.

mod decision;
mod ledger;
mod numbers;
pub mod plan;
mod portfolio;
mod smaller;
mod thread_states;
mod unbounded;
mod worker;

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_explore::tts::ThreadSystem;
pub use boolprog_reach::threads::Counterexample;

pub use crate::findings::Proven;
use crate::options::{Effort, Options};
use crate::reachable::Completeness;
use crate::unknown::Unknown;
pub use decision::{Decision, Listener, News, Outcome, Rows};
use ledger::{Ledger, Undecided};
use plan::Stage;
pub use smaller::{Proofs, Prover, prove};
use thread_states::{find_firsts, rows};
use unbounded::{Prospects, bounded, search_bounded};

/// Configurations that the first, short search may visit.
const SHORT_SEARCH: u64 = 2_000;

/// Live threads of that search. A small system of many threads has few configurations, each of them long.
const SHORT_SEARCH_THREADS: u32 = 6;

/// Why a property is open if no other engine was allowed.
const ONLY_BOUNDED: &str = "only a bounded search was asked for";

/// Why thread states are not listed although every property is decided.
const TOO_MANY: &str = "the thread states are too many to list";

/// Decides these properties of a system.
pub fn decide<S: ThreadSystem>(
    system: &mut S,
    asked: &[u32],
    options: Options,
    control: &dyn Control,
    listener: &mut Listener<'_, S>,
) -> Decision {
    decide_with(system, asked, options, control, listener, &mut |_| Proofs::default())
}

/// The same with a [`Prover`] for the properties that the first, short search leaves open.
pub fn decide_with<S: ThreadSystem>(
    system: &mut S,
    asked: &[u32],
    options: Options,
    control: &dyn Control,
    listener: &mut Listener<'_, S>,
    prover: &mut Prover<'_>,
) -> Decision {
    let mut ledger = Ledger::new(system, asked, control, listener);
    let rest = in_turn(&mut ledger, options, prover);
    decision(ledger, rest, options)
}

/// Decides with saturation and the stages of another plan.
pub fn decide_by<S: ThreadSystem>(
    stages: &[Stage],
    system: &mut S,
    asked: &[u32],
    options: Options,
    control: &dyn Control,
) -> Decision {
    let mut ignored = |_: &mut S, _: News<'_>| {};
    let mut ledger = Ledger::new(system, asked, control, &mut ignored);
    let rest = unbounded::decide(&mut ledger, Prospects::default(), Some(stages), options);
    decision(ledger, rest, options)
}

/// Asks the engines, the faster ones first.
fn in_turn<S: ThreadSystem>(
    ledger: &mut Ledger<'_, '_, S>,
    options: Options,
    prover: &mut Prover<'_>,
) -> Result<(), Undecided> {
    match options.engine {
        Some(EngineId::Bounded) => return search_bounded(ledger, options.thread_limit, Some(ONLY_BOUNDED)),
        Some(_) => {}
        None => {
            let short = Limited::new(ledger.control, Budget::states(SHORT_SEARCH));
            if !ledger.open().is_empty() && bounded(ledger, SHORT_SEARCH_THREADS, &short)? == Some(Stop::Cancelled) {
                return Err(Stop::Cancelled.into());
            }
            if ledger.all.is_some() || ledger.is_finished(options) {
                return Ok(());
            }
        }
    }
    if matches!(options.thread_states, Effort::Short | Effort::Full) {
        let so_far = rows(ledger);
        ledger.publish(News::SoFar(&so_far));
    }
    let is_likely_violated = prove_on_smaller(ledger, prover);
    unbounded::decide(ledger, Prospects { only_proofs: false, is_likely_violated }, None, options)
}

/// Decides the properties that can be proved on a smaller system. Returns `true` if all others can be violated there.
fn prove_on_smaller<S: ThreadSystem>(ledger: &mut Ledger<'_, '_, S>, prover: &mut Prover<'_>) -> bool {
    let open = ledger.open();
    if open.is_empty() {
        return false;
    }
    let Proofs { proven, others_violated, coverability, .. } = prover(&open);
    ledger.coverability.extend(coverability);
    for Proven { property, engine, certificate } in proven {
        ledger.settle(property, Outcome::Proved { engine, certificate, smaller: true });
    }
    others_violated
}

/// The final knowledge about the system.
fn decision<S: ThreadSystem>(mut ledger: Ledger<'_, '_, S>, rest: Result<(), Undecided>, options: Options) -> Decision {
    let threads = ledger.searched;
    let is_finished = rest.is_ok();
    let unknown = match rest {
        Err(Undecided::Stopped(stop)) => Unknown::Stopped { stop, threads },
        Err(Undecided::NotApplicable(why)) => Unknown::NotApplicable { why: why.to_owned(), threads },
        Err(Undecided::Internal(what)) => Unknown::Internal { what },
        Ok(()) => Unknown::Internal { what: "a property was left without an answer".to_owned() },
    };
    for property in ledger.open() {
        ledger.settle(property, Outcome::Unknown(unknown.clone()));
    }
    find_firsts(&mut ledger, options);
    let mut rows = rows(&ledger);
    if rows.completeness != Completeness::Exact {
        let many = || Unknown::NotApplicable { why: TOO_MANY.to_owned(), threads };
        rows.why = Some(if is_finished { many() } else { unknown });
    }
    Decision {
        rows,
        outcomes: ledger.outcomes.into_iter().filter_map(|(property, outcome)| Some((property, outcome?))).collect(),
        maximal_markings: ledger.maximal_markings,
        coverability: ledger.coverability,
        shared_states: ledger.shared_states,
        local_states: ledger.local_states,
    }
}
