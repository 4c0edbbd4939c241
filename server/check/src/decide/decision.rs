//! The findings about a system.

use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_certificate::sets::Certificate;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_reach::first::Firsts;
use boolprog_reach::soonest::{AllSoonest, NotFound, Soonest};
use boolprog_reach::threads::Counterexample;

use crate::findings::Proven;
use crate::reachable::{Completeness, LiveThreads};
use crate::statistics::{CoverabilitySearch, Statistics};
use crate::unknown::Unknown;

/// The answer to one property of a system.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It can be violated.
    Violated {
        /// Engine that showed that there is a run.
        decided_by: EngineId,
        /// Engine that found the run.
        engine: EngineId,
        /// Run that violates it.
        found: Counterexample,
    },
    /// It cannot; the engine's certificate was accepted.
    Proved {
        /// Engine that proved it.
        engine: EngineId,
        /// Its evidence, which may be that of several properties.
        certificate: Arc<Certificate>,
        /// `true` if the proof is one of the smaller system.
        smaller: bool,
    },
    /// The property is not decided.
    Unknown(Unknown),
}

/// Everything a check found out about a system.
#[derive(Debug)]
pub struct Decision {
    /// Of the properties that were asked for, by increasing number.
    pub outcomes: Vec<(u32, Outcome)>,
    /// The reachable thread states.
    pub rows: Rows,
    /// Size of the minimal coverability set.
    pub maximal_markings: Option<u64>,
    /// The searches for a coverability set that came to their end, also those for proofs on a smaller system.
    pub coverability: Vec<CoverabilitySearch>,
    /// Shared states that saturation left.
    pub shared_states: u64,
    /// Local states that saturation left.
    pub local_states: u64,
}

impl Decision {
    /// The proofs about the system itself.
    pub fn proven(&self) -> Vec<Proven> {
        self.proven_where(|smaller| !smaller)
    }

    /// The proofs about the smaller system; see [`Prover`](super::smaller::Prover).
    pub fn proven_on_smaller(&self) -> Vec<Proven> {
        self.proven_where(|smaller| smaller)
    }

    /// Its figures, with the number of its thread states.
    pub(crate) fn statistics(&self, thread_states: u64) -> Statistics {
        Statistics {
            thread_states: (self.rows.completeness == Completeness::Exact).then_some(thread_states),
            maximal_markings: self.maximal_markings,
            coverability: self.coverability.clone(),
            shared_states: self.shared_states,
            local_states: self.local_states,
            ..Statistics::default()
        }
    }

    fn proven_where(&self, is_wanted: fn(bool) -> bool) -> Vec<Proven> {
        let proven = |(property, outcome): &(u32, Outcome)| match outcome {
            Outcome::Proved { engine, certificate, smaller } if is_wanted(*smaller) => {
                Some(Proven { property: *property, engine: *engine, certificate: Arc::clone(certificate) })
            }
            _ => None,
        };
        self.outcomes.iter().filter_map(proven).collect()
    }
}

/// Thread states that were found to be reachable.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Completeness of the list.
    pub completeness: Completeness,
    /// Pairs of shared and local state, sorted.
    pub states: Vec<(SharedId, LocalId)>,
    /// The least that is needed to reach them, for those that a bounded search has met. Any set of `states` with one
    /// that is listed here has its least among those that are.
    pub firsts: Firsts,
    /// The fewest steps to each of them over any number of threads, if they were asked for.
    pub soonest: Option<Result<AllSoonest, NotFound>>,
    /// Number of threads that are alive at the same time, if it is known.
    pub live: Option<LiveThreads>,
    /// Why the list is not complete; `None` if it is, or while the search goes on.
    pub why: Option<Unknown>,
}

impl Rows {
    /// The *reachability cutoff*: the least number of live threads that reaches every thread state reachable with any number.
    /// `None` if not all of them are known, or not the number of threads for some.
    pub fn cutoff(&self) -> Option<u32> {
        let threads = self.states.iter().map(|state| self.firsts.get(state).map(|first| first.threads));
        let is_exact = self.completeness == Completeness::Exact;
        threads.fold(is_exact.then_some(0), |most, threads| Some(most?.max(threads?)))
    }

    /// The fewest steps to a thread state over any number of threads, if they are known.
    pub fn soonest(&self, state: &(SharedId, LocalId)) -> Option<Soonest> {
        self.soonest.as_ref()?.as_ref().ok()?.get(state).copied()
    }

    /// Why the fewest steps over any number of threads are not known; `None` if they are, or were not asked for.
    pub fn not_soonest(&self) -> Option<NotFound> {
        self.soonest.as_ref()?.as_ref().err().copied()
    }

    /// The *uniform cutoff*: the least number of threads that reaches every thread state in as few steps as any number.
    pub fn uniform_cutoff(&self) -> Option<u32> {
        self.states.iter().try_fold(0, |most, state| Some(self.soonest(state)?.threads.max(most)))
    }
}

/// A finding during the check.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// The outcome of a property; each comes once.
    Outcome(u32, &'a Outcome),
    /// Thread states that are reachable for sure.
    SoFar(&'a Rows),
}

/// Receives findings during the check.
pub type Listener<'a, S> = dyn FnMut(&mut S, News<'_>) + 'a;
