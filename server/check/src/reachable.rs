//! Reachable thread states, by site.

use boolprog_program::names::VariableId;
pub use boolprog_reach::first::First;
pub use boolprog_reach::soonest::{NotFound, Soonest};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashMap;

use crate::unknown::Unknown;

/// Reachable thread states, by site.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// Trust in the list: complete if these are exactly the reachable states for the number of threads in force.
    pub completeness: Completeness,
    /// The states at each site that has any.
    pub sites: FxHashMap<SiteId, SiteStates>,
    /// Why the fewest steps over any number of threads are not known; `None` if they are, or were not asked for.
    pub not_soonest: Option<NotFound>,
    /// The number of threads alive at the same time, if known.
    pub live: Option<LiveThreads>,
    /// Why the list is not complete; `None` if it is, or while the search goes on.
    pub why: Option<Unknown>,
}

impl Reachable {
    /// The *reachability cutoff*: the least number of live threads that reaches every state reachable with any number.
    /// `None` if not all of them are known, or not the number of threads for some.
    pub fn cutoff(&self) -> Option<u32> {
        let is_exact = self.completeness == Completeness::Exact;
        let cutoffs = self.sites.values().map(SiteStates::cutoff);
        cutoffs.fold(is_exact.then_some(0), |most, cutoff| Some(most?.max(cutoff?)))
    }

    /// The *uniform cutoff*: the least number of threads that reaches every state in as few steps as any number. `None` if
    /// these are not known.
    pub fn uniform_cutoff(&self) -> Option<u32> {
        let all = self.sites.values().flat_map(|site| &site.soonest);
        let is_exact = self.completeness == Completeness::Exact;
        all.fold(is_exact.then_some(0), |most, soonest| Some(most?.max((*soonest)?.threads)))
    }
}

impl SiteStates {
    /// The least number of live threads with which all of these states are reached; `None` if it is not known of some.
    pub fn cutoff(&self) -> Option<u32> {
        self.firsts.iter().try_fold(0, |most, first| Some((*first)?.threads.max(most)))
    }
}

/// The largest number of threads that are alive at the same time, over all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiveThreads {
    /// There is such a number, and some execution reaches it.
    AtMost(u32),
    /// There is no limit.
    Unbounded,
}

/// Completeness of a set of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completeness {
    /// Nothing is known about it.
    #[default]
    Nothing,
    /// All listed states are reachable; others may be, too.
    SoFar,
    /// Exactly the listed states are reachable.
    Exact,
}

/// The reachable thread states before one site, over all instances of its procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiteStates {
    /// The variables a state lists: shared first, then `thread_local`, parameters and locals, in order of
    /// declaration.
    pub columns: Vec<VariableId>,
    /// The states, sorted and without repetition; each has one value per column.
    pub states: Vec<Box<[bool]>>,
    /// The least that is needed to reach each of the states, if that is known.
    pub firsts: Vec<Option<First>>,
    /// The fewest steps to each of the states over any number of threads, if they are known.
    pub soonest: Vec<Option<Soonest>>,
    /// The least that is needed to reach any of them, if that is known.
    pub first: Option<First>,
}
