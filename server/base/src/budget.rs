//! Budgets of searches: work that is counted and never timed, so that a busy machine changes no verdict.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::control::{Control, PROVER, Progress, Stop};

/// States that one poll stands for: an engine that visits fewer between two polls is slow, and would keep others waiting.
pub const STATES_PER_POLL: u64 = 32;

/// Polls that work with a small number of states may always take.
const FEW_POLLS: u64 = 1000;

/// A poll of a search that waits for the prover stands for this number of others, each of which is about a millisecond: a
/// question takes some, of which the first poll is all that is seen.
const OF_PROVER: u64 = 3;

/// The work that a search may do: states that it visits, and polls, each of about a millisecond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most states.
    pub states: u64,
    /// The most polls.
    pub polls: u64,
}

impl Budget {
    /// As much work as the control allows.
    pub const ALL: Self = Self { states: u64::MAX, polls: u64::MAX };

    /// This number of states, or polls that stand for as many.
    pub const fn states(states: u64) -> Self {
        let polls = states / STATES_PER_POLL;
        Self { states, polls: if polls < FEW_POLLS { FEW_POLLS } else { polls } }
    }

    /// This number of polls: milliseconds of work on states, or operations on sets of states.
    pub const fn polls(polls: u64) -> Self {
        Self { polls, ..Self::ALL }
    }

    /// About this number of seconds of work.
    pub const fn seconds(seconds: u64) -> Self {
        Self::polls(seconds * 1000)
    }

    /// The time that a process may take for the same work.
    pub const fn time(self) -> Duration {
        Duration::from_millis(self.polls)
    }
}

/// A control that also stops a search when its budget is used up. The stop of the control inside it has priority.
///
/// A search whose waiting states have become few is nearly done: it may do half as much again.
pub struct Limited<'a> {
    control: &'a dyn Control,
    budget: Budget,
    stop: Stop,
    /// The work so far, in polls.
    spent: AtomicU64,
    /// The most states that waited at the same time.
    most_waiting: AtomicU64,
    has_stopped: AtomicBool,
}

/// A search is nearly done when the states that wait are this part of the most that waited.
const FEW_WAITING: u64 = 4;

/// Returns `true` if a search is nearly done: its waiting states are few, beside the most that waited.
pub const fn is_nearly_done(waiting: u64, most: u64) -> bool {
    waiting > 0 && waiting.saturating_mul(FEW_WAITING) < most
}

impl<'a> Limited<'a> {
    /// The control for a search with a budget, which ends with [`Stop::Time`].
    pub const fn new(control: &'a dyn Control, budget: Budget) -> Self {
        Self::ending_with(Stop::Time, control, budget)
    }

    /// The same for a search which ends with another reason.
    pub const fn ending_with(stop: Stop, control: &'a dyn Control, budget: Budget) -> Self {
        let (spent, most_waiting, has_stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Self { control, budget, stop, spent, most_waiting, has_stopped }
    }

    /// Returns `true` if it has stopped the search, or would do so soon.
    pub fn is_used_up(&self) -> bool {
        self.has_stopped.load(Ordering::Relaxed) || self.spent.load(Ordering::Relaxed) >= self.budget.polls
    }

    fn is_nearly_done(&self, progress: &Progress) -> bool {
        let most = self.most_waiting.fetch_max(progress.frontier, Ordering::Relaxed);
        is_nearly_done(progress.frontier, most)
    }
}

impl Control for Limited<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.control.poll(progress)?;
        let cost = if progress.phase == PROVER { OF_PROVER } else { 1 };
        let spent = self.spent.fetch_add(cost, Ordering::Relaxed) + cost;
        let more = |limit: u64| if self.is_nearly_done(progress) { limit.saturating_add(limit / 2) } else { limit };
        let is_within = progress.states <= more(self.budget.states) && spent <= more(self.budget.polls);
        if is_within {
            return Ok(());
        }
        self.has_stopped.store(true, Ordering::Relaxed);
        Err(self.stop)
    }
}

#[cfg(test)]
mod tests {
    use crate::control::Unlimited;

    use super::*;

    #[test]
    fn a_budget_is_used_up_by_polls_and_sooner_by_those_of_the_prover() {
        let limited = Limited::new(&Unlimited, Budget::polls(8));
        assert_eq!(limited.poll(&Progress::default()), Ok(()));
        let prover = Progress { phase: PROVER, ..Progress::default() };
        assert_eq!((limited.poll(&prover), limited.poll(&prover)), (Ok(()), Ok(())));
        assert!(!limited.is_used_up());
        assert_eq!(limited.poll(&prover), Err(Stop::Time));
        assert!(limited.is_used_up());
        assert_eq!(limited.poll(&Progress::default()), Err(Stop::Time));
    }

    #[test]
    fn a_search_that_is_nearly_done_comes_to_its_end() {
        let at = |states, frontier| Progress { states, frontier, ..Progress::default() };
        let limited = Limited::ending_with(Stop::Memory, &Unlimited, Budget::states(100));
        assert_eq!(limited.poll(&at(90, 40)), Ok(()));
        assert_eq!(limited.poll(&at(101, 30)), Err(Stop::Memory));
        assert_eq!(limited.poll(&at(120, 9)), Ok(()));
        assert_eq!(limited.poll(&at(151, 1)), Err(Stop::Memory));
    }
}
