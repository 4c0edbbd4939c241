//! Proofs on a smaller system, which over-approximates the system itself.

use std::sync::Arc;

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::Control;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};

use super::decision::{News, Outcome};
use super::ledger::Ledger;
use super::unbounded::{self, Prospects};
use crate::findings::Proven;
use crate::options::{Effort, Options};
use crate::statistics::CoverabilitySearch;

/// States that may be visited for proofs on a smaller system, so that the system itself has its turn too.
const MOST_STATES: u64 = 500_000;

/// Proves as many of these properties as possible, on a smaller system.
pub type Prover<'a> = dyn FnMut(&[u32]) -> Proofs + 'a;

/// Findings about a smaller system.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// The proofs, which hold on the system itself.
    pub proven: Vec<Proven>,
    /// `true` if all else that was asked can be violated there.
    pub others_violated: bool,
    /// Its reachable thread states, if they are known.
    pub thread_states: Option<Vec<(SharedId, LocalId)>>,
    /// The searches for its coverability set that came to their end.
    pub coverability: Vec<CoverabilitySearch>,
}

/// Proves as many properties of a smaller system as possible. Violations are not searched for: they count on the system
/// itself only.
pub fn prove<S: ThreadSystem>(system: &mut S, asked: &[u32], options: Options, control: &dyn Control) -> Proofs {
    let mut proven = Vec::new();
    let mut listener = |_: &mut S, news: News<'_>| {
        if let News::Outcome(property, Outcome::Proved { engine, certificate, .. }) = news {
            proven.push(Proven { property, engine: *engine, certificate: Arc::clone(certificate) });
        }
    };
    let capped = Limited::new(control, Budget::states(MOST_STATES));
    let mut ledger = Ledger::new(system, asked, &capped, &mut listener);
    let thread_states = if options.thread_states == Effort::None { Effort::None } else { Effort::Number };
    let prospects = Prospects { only_proofs: true, is_likely_violated: false };
    // The limits of this search are no reason for a verdict.
    let _ = unbounded::decide(&mut ledger, prospects, None, Options { thread_states, ..options });
    let thread_states = ledger.all.take();
    let others_violated = thread_states.is_some() || ledger.open().iter().all(|open| ledger.hopeless.contains(open));
    let on_smaller = |search| CoverabilitySearch { is_reduced: true, ..search };
    let coverability = std::mem::take(&mut ledger.coverability).into_iter().map(on_smaller).collect();
    Proofs { proven, others_violated, thread_states, coverability }
}
