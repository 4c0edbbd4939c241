//! Polling a [`Control`] often enough and no more often than that.

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
