//! The configurations of a guided search, and which of them is next.

use boolprog_base::control::Progress;
use boolprog_explore::tts::{LocalId, SharedId, TransitionId};

use super::distances::Distances;
use super::store::Configurations;
use super::ways::{Way, Ways};

/// Findings of the search with one bound.
pub(super) struct Space {
    pub(super) bound: u32,
    pub(super) found: Configurations,
    pub(super) ways: Ways,
    /// Configurations that are not expanded, by their former estimate; some are in several of the lists, the first one
    /// counts.
    pub(super) waiting: Vec<Vec<u32>>,
    expanded: Vec<bool>,
    /// Configurations found under smaller bounds.
    before: u64,
}

impl Space {
    pub(super) fn new(bound: u32, before: u64) -> Self {
        Self {
            bound,
            found: Configurations::new(bound as usize),
            ways: Ways::default(),
            waiting: Vec::new(),
            expanded: Vec::new(),
            before,
        }
    }

    /// Inserts a configuration, or a shorter path to one, unless it cannot reach a violation.
    pub(super) fn insert(
        &mut self,
        distances: &Distances,
        (shared, threads): (SharedId, &[LocalId]),
        before: Option<(u32, TransitionId)>,
    ) {
        let Some(left) = distances.least(shared, threads) else { return };
        let (index, is_new) = self.found.number(shared, threads);
        let steps = before.map_or(0, |(parent, _)| self.ways.steps(parent) + 1);
        let is_shorter = match before {
            Some((from, transition)) => self.ways.insert(index, steps, Way { from, transition }),
            None if is_new => {
                self.ways.start();
                true
            }
            None => false,
        };
        if is_new {
            self.expanded.push(false);
        }
        if is_shorter {
            self.wait(index, (steps + left) as usize);
        }
    }

    /// The next configuration with this estimate to be expanded. Those whose estimate has increased with the distances
    /// are moved.
    pub(super) fn next(&mut self, distances: &Distances, estimate: usize) -> Option<u32> {
        while let Some(index) = self.waiting[estimate].pop() {
            if self.expanded[index as usize] {
                continue;
            }
            let (shared, threads) = self.found.get(index);
            match distances.least(shared, threads).map(|left| (self.ways.steps(index) + left) as usize) {
                Some(now) if now > estimate => self.wait(index, now),
                Some(_) => {
                    self.expanded[index as usize] = true;
                    return Some(index);
                }
                None => {}
            }
        }
        None
    }

    fn wait(&mut self, index: u32, estimate: usize) {
        if self.waiting.len() <= estimate {
            self.waiting.resize(estimate + 1, Vec::new());
        }
        self.waiting[estimate].push(index);
    }

    pub(super) fn progress(&self) -> Progress {
        let waiting: usize = self.waiting.iter().map(Vec::len).sum();
        let entries = self.ways.bytes() + self.expanded.capacity() + 4 * waiting;
        Progress {
            phase: "guided search",
            states: self.before + self.found.len() as u64,
            frontier: waiting as u64,
            threads: self.bound,
            bytes: self.found.bytes() + entries,
            ..Progress::default()
        }
    }
}
