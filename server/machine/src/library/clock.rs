//! The clock. It shows a little more after each step; if all threads wait, and some of them for a time, it is turned to the
//! next of these times.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// A step takes so many nanoseconds.
const STEP: u64 = 100;

/// The clock of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Nanoseconds by which it was turned.
    turned: u64,
    /// The next time that somebody waits for.
    awaited: Option<u64>,
}

impl Clock {
    /// Nanoseconds since the beginning of the run.
    fn now(&self, steps: u64) -> u64 {
        steps.saturating_mul(STEP).saturating_add(self.turned)
    }

    /// Whether a time is over; if not, it is awaited.
    fn has_passed(&mut self, time: u64, steps: u64) -> bool {
        let is_over = self.now(steps) >= time;
        if !is_over {
            self.awaited = Some(self.awaited.map_or(time, |awaited| awaited.min(time)));
        }
        is_over
    }

    /// Whether a time is over that somebody waits for. The next time is known when all who wait have looked at the clock.
    pub(super) fn is_due(&mut self, steps: u64) -> bool {
        let is_due = self.awaited.is_some_and(|awaited| self.now(steps) >= awaited);
        if is_due {
            self.awaited = None;
        }
        is_due
    }

    /// Turns the clock to the next time that somebody waits for. Gives `false` if there is none.
    pub(super) fn turn(&mut self, steps: u64) -> bool {
        let Some(awaited) = self.awaited.take() else { return false };
        let missing = awaited.saturating_sub(self.now(steps));
        self.turned = self.turned.saturating_add(missing);
        true
    }
}

/// `unsigned long long __boolprog_now(void)`
pub(super) fn now(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let steps = call.execution.state.steps;
    Ok(Value::Integer(call.state().clock.now(steps).into()))
}

/// `int __boolprog_passed(unsigned long long time)`: always, if waits may end without a reason, so that all schedules are possible.
pub(super) fn passed(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (time, steps) = (call.address(0), call.execution.state.steps);
    let is_at_will = call.execution.state.options.is_spurious;
    Ok(Value::from(is_at_will || call.state().clock.has_passed(time, steps)))
}
