//! Findings of the search with one bound.

use boolprog_base::control::Progress;

use super::store::Configurations;
use super::ways::Ways;
use crate::first::First;
use crate::replay::Path;

/// Configurations, and how they were reached.
pub(super) struct Space {
    pub(super) found: Configurations,
    pub(super) ways: Ways,
    /// The bound, and how many steps lead to the configurations that are being inserted.
    pub(super) now: First,
    /// Configurations that were found under smaller bounds.
    before: u64,
}

impl Space {
    pub(super) fn new(bound: u32, before: u64) -> Self {
        Self {
            found: Configurations::new(bound as usize),
            ways: Ways::default(),
            now: First { threads: bound, steps: 0 },
            before,
        }
    }

    /// The path on which a configuration was found: a shortest one.
    pub(super) fn path(&self, index: u32) -> Path<'_> {
        self.ways.path(&self.found, index)
    }

    pub(super) fn bytes(&self) -> usize {
        self.found.bytes() + self.ways.bytes()
    }

    pub(super) fn progress(&self, expanded: u32) -> Progress {
        let found = self.found.len() as u64;
        let (states, frontier) = (self.before + found, found - u64::from(expanded));
        Progress {
            phase: "bounded search",
            states,
            frontier,
            threads: self.now.threads,
            bytes: self.bytes(),
            ..Progress::default()
        }
    }
}
