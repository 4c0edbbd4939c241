//! The turn of one search: it ends after some work, and the next one may go on with more.

use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_prover::PHASE;

/// A poll of a search that waits for the prover stands for this number of others, each of which is about a millisecond: a
/// question takes some, of which the first poll is all that is seen.
const OF_PROVER: u64 = 3;

/// Stops after some polls. The stop of the control inside it has priority.
pub(crate) struct Budget<'a> {
    control: &'a dyn Control,
    /// Polls that are left.
    left: AtomicU64,
}

impl<'a> Budget<'a> {
    /// About this number of milliseconds of work.
    pub(crate) const fn of(control: &'a dyn Control, milliseconds: u64) -> Self {
        Self { control, left: AtomicU64::new(milliseconds) }
    }

    /// `true` if it has stopped the search, or would do so at the next poll.
    pub(crate) fn is_used_up(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl Control for Budget<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.control.poll(progress)?;
        let cost = if progress.phase == PHASE { OF_PROVER } else { 1 };
        let spent = |left: u64| Some(left.saturating_sub(cost));
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent).unwrap_or(0);
        if left > cost { Ok(()) } else { Err(Stop::Time) }
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

    #[test]
    fn a_budget_is_used_up_by_polls_and_sooner_by_those_of_the_prover() {
        let budget = Budget::of(&Unlimited, 9);
        assert_eq!(budget.poll(&Progress::default()), Ok(()));
        let prover = Progress { phase: PHASE, ..Progress::default() };
        assert_eq!((budget.poll(&prover), budget.poll(&prover)), (Ok(()), Ok(())));
        assert!(!budget.is_used_up());
        assert_eq!(budget.poll(&prover), Err(Stop::Time));
        assert!(budget.is_used_up());
        assert_eq!(budget.poll(&Progress::default()), Err(Stop::Time));
    }
}
