//! What the search with one bound has found.

use std::ops::Range;

use boolprog_explore::control::Progress;
use boolprog_explore::tts::TransitionId;

use super::first::First;
use super::replay::Path;
use super::store::Configurations;

/// Configurations, and how they were come to.
pub(super) struct Space {
    pub(super) found: Configurations,
    /// For each configuration the one before it and the transition between; the first ones are their own parents.
    pub(super) origin: Vec<(u32, TransitionId)>,
    /// The bound, and how many steps lead to the configurations that are being inserted.
    pub(super) now: First,
    /// The configurations of each number of steps, as far as they are all expanded.
    pub(super) levels: Vec<Range<u32>>,
    /// Configurations that were found under smaller bounds.
    before: u64,
}

impl Space {
    pub(super) fn new(bound: u32, before: u64) -> Self {
        Self {
            found: Configurations::new(bound as usize),
            origin: Vec::new(),
            now: First { threads: bound, steps: 0 },
            levels: Vec::new(),
            before,
        }
    }

    /// The way on which a configuration was found: a shortest one.
    pub(super) fn path(&self, index: u32) -> Path<'_> {
        path(&self.found, &self.origin, index)
    }

    pub(super) fn bytes(&self) -> usize {
        self.found.bytes() + 8 * self.origin.capacity()
    }

    pub(super) fn progress(&self, expanded: u32) -> Progress {
        let found = self.found.len() as u64;
        let (states, frontier) = (self.before + found, found - u64::from(expanded));
        Progress { phase: "bounded search", states, frontier, threads: self.now.threads, bytes: self.bytes() }
    }
}

/// The way to a configuration along the origins, up to one that is its own parent.
pub(super) fn path<'f>(found: &'f Configurations, origin: &[(u32, TransitionId)], index: u32) -> Path<'f> {
    let mut steps = Vec::new();
    let mut at = index;
    loop {
        let (parent, transition) = origin[at as usize];
        if parent == at {
            break;
        }
        steps.push((transition, found.get(at).1));
        at = parent;
    }
    steps.reverse();
    let (shared, threads) = found.get(at);
    Path { shared, threads, steps }
}
