//! Polling a [`Control`] often enough and no more often than that, and stopping sooner than it says.

use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop};

/// Polls a [`Control`] at every tick whose number is a multiple of the interval.
///
/// One tick stands for a few microseconds of work at most, so that the control is polled at least once per
/// millisecond.
pub(crate) struct Watch<'c> {
    control: &'c dyn Control,
    left: usize,
    polls: u64,
    progress: Progress,
}

/// Limits that count states also count polls, each as this number of states: an engine that visits fewer between two polls
/// is slow, and would keep others waiting.
pub const STATES_PER_POLL: u64 = 32;

const INTERVAL: usize = 128;

impl<'c> Watch<'c> {
    /// The first tick polls at once, so that work that is already cancelled never starts.
    pub(crate) fn new(control: &'c dyn Control) -> Self {
        Self { control, left: 1, polls: 0, progress: Progress::default() }
    }

    /// A little work was done; `progress` is only computed when it is time to poll.
    pub(crate) fn tick(&mut self, progress: impl FnOnce() -> Progress) -> Result<(), Stop> {
        self.work(1, progress)
    }

    /// Work of this number of ticks was done.
    pub(crate) fn work(&mut self, ticks: usize, progress: impl FnOnce() -> Progress) -> Result<(), Stop> {
        self.left = self.left.saturating_sub(ticks);
        if self.left > 0 {
            return Ok(());
        }
        self.left = INTERVAL;
        self.polls += 1;
        self.progress = progress();
        self.control.poll(&self.progress)
    }

    /// The number of polls so far. It depends on the work alone, not on time.
    pub(crate) fn polls(&self) -> u64 {
        self.polls
    }

    /// Work was done that does not show in the progress.
    pub(crate) fn work_again(&mut self, ticks: usize) -> Result<(), Stop> {
        let progress = self.progress;
        self.work(ticks, || progress)
    }
}

/// A control that also stops after a number of states, or polls that stand for as many, for work that is worth a short
/// try only.
pub struct Capped<'a> {
    control: &'a dyn Control,
    states: u64,
    most_polls: u64,
    polls: AtomicU64,
}

/// Polls that work with a small cap may always take.
const FEW_POLLS: u64 = 1000;

impl<'a> Capped<'a> {
    /// Stops where `control` does, or when more than this number of states is visited.
    pub fn new(control: &'a dyn Control, states: u64) -> Self {
        Self::with_polls(control, states, FEW_POLLS.max(states / STATES_PER_POLL))
    }

    /// The same with a number of polls of its own, for work on sets of states: there each operation polls.
    pub fn with_polls(control: &'a dyn Control, states: u64, polls: u64) -> Self {
        Self { control, states, most_polls: polls, polls: AtomicU64::new(0) }
    }
}

impl Control for Capped<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.control.poll(progress)?;
        let polls = self.polls.fetch_add(1, Ordering::Relaxed);
        let is_used_up = polls > self.most_polls;
        if progress.states > self.states || is_used_up { Err(Stop::Time) } else { Ok(()) }
    }
}
