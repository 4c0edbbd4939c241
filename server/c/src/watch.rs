//! Watches the reading of a program, which is stopped from outside.

use std::cell::Cell;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_import::Refusal;

/// Small pieces of work, such as tokens or small steps, between two polls: less than a millisecond.
const BETWEEN: usize = 500;

/// Counts work and memory. Once it is stopped, everything fails.
pub(crate) struct Watch<'a> {
    control: &'a dyn Control,
    /// Work since the last poll.
    work: Cell<usize>,
    /// What is held, in bytes.
    bytes: Cell<usize>,
    stopped: Cell<Option<Stop>>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(control: &'a dyn Control) -> Self {
        Self { control, work: Cell::new(0), bytes: Cell::new(0), stopped: Cell::new(None) }
    }

    /// Counts small pieces of work. Fails if the reading is stopped.
    pub(crate) fn work(&self, pieces: usize) -> Result<(), Refusal> {
        let work = self.work.get().saturating_add(pieces);
        self.work.set(work);
        if work >= BETWEEN && self.stopped.get().is_none() {
            self.work.set(0);
            let progress = Progress { phase: "reading", bytes: self.bytes.get(), ..Progress::default() };
            self.stopped.set(self.control.poll(&progress).err());
        }
        self.stopped.get().map_or(Ok(()), |stop| Err(why(stop)))
    }

    /// Counts what is held from now on, in bytes.
    pub(crate) fn hold(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
    }

    /// Counts what is not held any more, in bytes.
    pub(crate) fn release(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }

    /// What is held, in bytes.
    pub(crate) fn held(&self) -> usize {
        self.bytes.get()
    }

    /// Why the reading was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<Refusal> {
        self.stopped.get().map(why)
    }
}

fn why(stop: Stop) -> Refusal {
    Refusal::new(Span::empty(0), format!("Reading this program was stopped: {stop}."))
}
