//! The clock, as programs see it.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use crate::halt::Halt;
use crate::native::Call;
use crate::value::Value;

/// `unsigned long long __boolprog_now(void)`
pub(super) fn now(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let steps = call.execution.state.steps;
    Ok(Value::Integer(call.library().clock.now(steps).into()))
}

/// `int __boolprog_passed(unsigned long long time)`: always, if waits may end without a reason, so that all schedules are possible.
pub(super) fn passed(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (time, steps) = (call.address(0), call.execution.state.steps);
    let is_at_will = call.execution.state.options.is_spurious;
    Ok(Value::from(is_at_will || call.library().clock.has_passed(time, steps)))
}
