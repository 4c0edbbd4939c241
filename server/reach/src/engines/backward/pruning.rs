//! The time to look for a place invariant, and the configuration to exclude.
//!
//! If a place invariant excludes a configuration, it excludes all its predecessors. So on the path from a waiting
//! element to the target, those that can be excluded come first, and the last of them is the best one: it takes the
//! most with it. It is found by bisection. If it is the target itself, nothing is left to search.

use boolprog_base::control::Stop;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{LocalId, SharedId, Tts};

use super::conditions::Conditions;
use super::place_invariant::PlaceInvariant;
use super::simplex::Work;
use super::upward::Threads;

/// The conditions for weights, which the first look makes.
enum Asked {
    NotYet,
    TooMany,
    Known(Conditions),
}

/// The place invariants that are known of a system.
pub(super) struct Pruning<'a> {
    tts: &'a Tts,
    possible: &'a Saturation,
    conditions: Asked,
    known: Vec<PlaceInvariant>,
    /// Number of elements inserted before a place invariant is looked for, and after one that was of use.
    pub(super) patience: usize,
}

impl<'a> Pruning<'a> {
    pub(super) fn new(tts: &'a Tts, possible: &'a Saturation, patience: usize) -> Self {
        Self { tts, possible, conditions: Asked::NotYet, known: Vec::new(), patience }
    }

    /// Returns `true` if a configuration is known to be unreachable.
    pub(super) fn excludes(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        self.known.iter().any(|place_invariant| place_invariant.excludes(shared, threads))
    }

    pub(super) fn known(&self) -> &[PlaceInvariant] {
        &self.known
    }

    /// Looks for a place invariant that excludes the first configuration of a path, and as many more as possible; each
    /// leads to the next.
    pub(super) fn look(
        &mut self,
        path: &[(SharedId, Threads)],
        work: &mut Work<'_>,
    ) -> Result<Option<&PlaceInvariant>, Stop> {
        if matches!(self.conditions, Asked::NotYet) {
            let conditions = Conditions::new(self.tts, self.possible, work)?;
            self.conditions = conditions.map_or(Asked::TooMany, Asked::Known);
        }
        let Asked::Known(conditions) = &self.conditions else { return Ok(None) };
        let mut best = None;
        // A place invariant excludes those before `excluded`, none excludes those from `reachable` on.
        let (mut excluded, mut reachable) = (0, path.len());
        while excluded < reachable {
            let middle = if best.is_none() { 0 } else { usize::midpoint(excluded, reachable) };
            let (shared, threads) = &path[middle];
            match conditions.excluding(*shared, threads, work)? {
                Some(found) => {
                    let others = path[middle + 1..].iter();
                    let others = others.take_while(|(shared, threads)| found.excludes(*shared, threads));
                    excluded = middle + 1 + others.count();
                    best = Some(found);
                }
                None if best.is_none() => return Ok(None),
                None => reachable = middle,
            }
        }
        Ok(best.map(|found| {
            self.known.push(found);
            &self.known[self.known.len() - 1]
        }))
    }

    pub(super) fn bytes(&self) -> usize {
        let conditions = if let Asked::Known(conditions) = &self.conditions { conditions.bytes() } else { 0 };
        conditions + 4 * self.known.len() * (self.tts.shared_states + self.tts.local_states) as usize
    }
}
