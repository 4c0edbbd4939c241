//! Proofs on a smaller system, which can do whatever the system itself can.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};

use super::{Capped, Decider, News, Outcome};
use crate::findings::Proven;
use crate::options::{Effort, Options};

/// States that may be visited for proofs on a smaller system, so that the system itself has its turn too.
const MOST_STATES: u64 = 1_000_000;

/// Proves what it can of these properties, on a smaller system.
pub type Prover<'a> = dyn FnMut(&[u32]) -> Proofs + 'a;

/// What was found out on a smaller system.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// What is proved, and so holds on the system itself.
    pub proven: Vec<Proven>,
    /// Its reachable thread states, if they are known. Then all else that was asked can be violated there.
    pub thread_states: Option<Vec<(SharedId, LocalId)>>,
}

/// Proves what it can of the properties of a smaller system. Violations are not searched for: they count on the system
/// itself only.
pub fn prove<S: ThreadSystem>(system: &mut S, asked: &[u32], options: Options, control: &dyn Control) -> Proofs {
    let mut proven = Vec::new();
    let mut listener = |_: &mut S, news: News<'_>| {
        if let News::Outcome(property, Outcome::Proved { engine, certificate, .. }) = news {
            proven.push(Proven { property, engine: *engine, certificate: Arc::clone(certificate) });
        }
    };
    let capped = Capped { control, states: MOST_STATES };
    let mut decider = Decider::new(system, asked, &capped, &mut listener);
    decider.only_proofs = true;
    // Whatever keeps it from more proofs is no reason for anything.
    let thread_states = if options.thread_states == Effort::None { Effort::None } else { Effort::Number };
    let _ = decider.unbounded(Options { thread_states, ..options });
    let thread_states = decider.exact.take();
    Proofs { proven, thread_states }
}

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Settles what can be proved on a smaller system.
    pub(super) fn on_smaller(&mut self, prover: &mut Prover<'_>) {
        let open = self.open();
        if !open.is_empty() {
            let Proofs { proven, thread_states } = prover(&open);
            for Proven { property, engine, certificate } in proven {
                self.settle(property, Outcome::Proved { engine, certificate, smaller: true });
            }
            self.likely_violated = thread_states.is_some();
        }
    }
}
