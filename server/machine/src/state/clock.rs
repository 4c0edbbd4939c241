//! The clock. It shows a little more after each step; if all threads wait, and some of them for a time, it is turned to the
//! next of these times.

/// A step takes this number of nanoseconds.
const STEP: u64 = 100;

/// The clock of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    /// Nanoseconds by which it was turned.
    turned: u64,
    /// The next time for which a thread waits.
    awaited: Option<u64>,
}

impl Clock {
    /// Nanoseconds since the beginning of the run.
    pub(crate) fn now(&self, steps: u64) -> u64 {
        steps.saturating_mul(STEP).saturating_add(self.turned)
    }

    /// Returns `true` if a time is over; if not, it is awaited.
    pub(crate) fn has_passed(&mut self, time: u64, steps: u64) -> bool {
        let is_over = self.now(steps) >= time;
        if !is_over {
            self.awaited = Some(self.awaited.map_or(time, |awaited| awaited.min(time)));
        }
        is_over
    }

    /// Returns `true` if a time is over for which a thread waits. The next time is known when all threads that wait have read the clock.
    pub(crate) fn is_due(&mut self, steps: u64) -> bool {
        let is_due = self.awaited.is_some_and(|awaited| self.now(steps) >= awaited);
        if is_due {
            self.awaited = None;
        }
        is_due
    }

    /// Turns the clock to the next time for which a thread waits. Gives `false` if there is none.
    pub(crate) fn turn(&mut self, steps: u64) -> bool {
        let Some(awaited) = self.awaited.take() else { return false };
        let missing = awaited.saturating_sub(self.now(steps));
        self.turned = self.turned.saturating_add(missing);
        true
    }
}
