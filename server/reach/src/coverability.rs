//! The minimal coverability set of a plain system, and its consequences.

use boolprog_base::engine::{Ended, Outcome, Statistics, Undecided};
use boolprog_certificate::sets::{Certificate, Ideal};
use boolprog_explore::tts::{LocalId, SharedId, Target, Tts};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::multisets::is_within;
use crate::threads::{AllStates, Threads};

/// Result of a search for the set.
#[derive(Clone, Debug)]
pub struct Found {
    /// Minimal coverability set.
    pub set: CoverabilitySet,
    /// The work of the search.
    pub statistics: Statistics,
}

/// The minimal coverability set: a configuration can be covered if and only if it is below one of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverabilitySet {
    /// Shared states that have the same omega places, with their maximal tails.
    pub ideals: Vec<Ideal>,
}

impl CoverabilitySet {
    /// The number of maximal markings, each with one shared state.
    pub fn maximal_markings(&self) -> usize {
        self.ideals.iter().map(|ideal| ideal.shared.len() * ideal.tails.len()).sum()
    }

    /// The largest number of threads that are alive at the same time; `None` if there is none.
    pub fn most_threads(&self) -> Option<u32> {
        if self.ideals.iter().any(|ideal| !ideal.omega.is_empty()) {
            return None;
        }
        let tails = self.ideals.iter().flat_map(|ideal| ideal.tails.iter());
        Some(tails.map(<[LocalId]>::len).max().unwrap_or(0) as u32)
    }

    /// The reachable thread states: for each shared state its local states.
    pub fn thread_states(&self, tts: &Tts) -> Vec<FixedBitSet> {
        let mut rows = vec![FixedBitSet::with_capacity(tts.local_states as usize); tts.shared_states as usize];
        for ideal in &self.ideals {
            for &SharedId(shared) in &ideal.shared {
                let locals = ideal.omega.iter().chain(ideal.tails.locals());
                rows[shared as usize].extend(locals.map(|&LocalId(local)| local as usize));
            }
        }
        rows
    }

    /// The targets that can be covered, by index.
    ///
    /// Linear in the set, except for targets of several threads, which are compared with the tails.
    pub fn covered(&self, targets: &[Target]) -> FixedBitSet {
        let mut open: FxHashMap<SharedId, Vec<usize>> = FxHashMap::default();
        for (index, target) in targets.iter().enumerate() {
            open.entry(target.shared).or_default().push(index);
        }
        let mut covered = FixedBitSet::with_capacity(targets.len());
        for ideal in &self.ideals {
            let mut below = None;
            for shared in &ideal.shared {
                let Some(open) = open.get_mut(shared).filter(|open| !open.is_empty()) else { continue };
                let below = below.get_or_insert_with(|| Below::new(ideal));
                open.retain(|&index| {
                    let found = below.contains(&targets[index].locals);
                    covered.set(index, found);
                    !found
                });
            }
        }
        covered
    }

    /// The properties that no marking of the set violates.
    pub fn uncovered(&self, targets: &[Target], properties: &[u32]) -> Vec<u32> {
        let covered: FxHashSet<u32> = self.covered(targets).ones().map(|target| targets[target].property).collect();
        properties.iter().copied().filter(|property| !covered.contains(property)).collect()
    }

    /// Evidence that configurations outside this set are not reachable.
    pub fn certificate(&self) -> Certificate {
        Certificate::Ideals(self.ideals.clone())
    }
}

/// The consequences of a coverability set for properties and thread states.
pub(crate) fn outcome(found: Result<Found, Undecided>, tts: &Tts, properties: &[u32]) -> Outcome<Threads> {
    let Found { set, statistics } = match found {
        Ok(found) => found,
        Err(why) => return Outcome::nothing(why.into()),
    };
    let mut outcome: Outcome<Threads> = Outcome { statistics, ..Outcome::nothing(Ended::Complete) };
    let rows = (0..).map(SharedId).zip(set.thread_states(tts));
    outcome.states.all = Some(AllStates {
        states: rows
            .flat_map(|(shared, row)| row.into_ones().map(move |local| (shared, LocalId(local as u32))))
            .collect(),
        most_threads: set.most_threads(),
        maximal_markings: Some(set.maximal_markings() as u64),
    });
    outcome.prove(set.uncovered(&tts.targets, properties), Certificate::Ideals(set.ideals));
    outcome
}

/// The markings below an ideal, for one of its shared states.
struct Below<'r> {
    ideal: &'r Ideal,
    omega: FixedBitSet,
    /// The omega places, and those of some tail.
    locals: FixedBitSet,
}

impl<'r> Below<'r> {
    fn new(ideal: &'r Ideal) -> Self {
        let omega: FixedBitSet = ideal.omega.iter().map(|&LocalId(local)| local as usize).collect();
        let mut locals = omega.clone();
        for &LocalId(local) in ideal.tails.locals() {
            locals.grow_and_insert(local as usize);
        }
        Self { ideal, omega, locals }
    }

    /// `true` if these threads, sorted, can all be there at the same time.
    fn contains(&self, threads: &[LocalId]) -> bool {
        if !threads.iter().all(|&LocalId(local)| self.locals.contains(local as usize)) {
            return false;
        }
        let outside: Vec<LocalId> =
            threads.iter().copied().filter(|&LocalId(local)| !self.omega.contains(local as usize)).collect();
        outside.len() <= 1 || self.ideal.tails.iter().any(|tail| is_within(&outside, tail))
    }
}
