//! Processor time, by which tests of limits measure: a busy machine does not change it.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time that this thread has used since it began.
pub fn of_this_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The processor time that this thread has used since it had used this much.
pub fn since(start: Duration) -> Duration {
    of_this_thread().saturating_sub(start)
}
