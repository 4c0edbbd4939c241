//! Time, memory and cancellation: the [`Control`] that every engine polls.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use boolprog_base::control::{Control, Progress, Stop};
use memory_stats::memory_stats;
use tokio_util::sync::CancellationToken;

/// The number of engines that can work at the same time on this machine.
pub fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

/// Time between two measurements of the process, in nanoseconds: one takes some microseconds.
const MEASURED_EVERY: u64 = 2_000_000;

/// Limits of one piece of work. Shared between the worker that polls and the threads that watch or cancel.
#[derive(Debug)]
pub struct Limits {
    started: Instant,
    time: Duration,
    /// Time that is kept for the report, in nanoseconds.
    report: AtomicU64,
    /// Of the engines, in bytes.
    memory: usize,
    /// The memory that the process may hold, in bytes. At first it has no limit: it may be a server that works for others, too.
    ceiling: AtomicUsize,
    /// Time of the next measurement of the process, in nanoseconds since the start.
    next: AtomicU64,
    cancelled: CancellationToken,
    latest: Mutex<Progress>,
    peak: AtomicUsize,
    iterations: AtomicUsize,
    rounds: AtomicUsize,
}

impl Limits {
    /// Starts the clock. `memory` is in bytes and counts what the engines report.
    pub fn start(time: Duration, memory: usize, cancelled: CancellationToken) -> Self {
        Self {
            started: Instant::now(),
            time,
            report: AtomicU64::new(0),
            memory,
            ceiling: AtomicUsize::new(usize::MAX),
            next: AtomicU64::new(0),
            cancelled,
            latest: Mutex::new(Progress::default()),
            peak: AtomicUsize::new(0),
            iterations: AtomicUsize::new(0),
            rounds: AtomicUsize::new(0),
        }
    }

    /// Limits the whole process from now on, which has read the program and works for nothing else.
    ///
    /// A sixteenth of the memory is kept for the report, when the tables of the engines are gone. However large the program
    /// is, the engines have a quarter. Of the time, as much is kept as it took to read the program, but at most a twentieth:
    /// a report names what the program has, and takes about as long.
    pub fn limit_process(&self) {
        let report = self.elapsed().min(self.time / 20);
        self.report.store(nanoseconds(report), Ordering::Relaxed);
        if let Some(now) = resident() {
            let ceiling = (self.memory - self.memory / 16).max(now.saturating_add(self.memory / 4));
            self.ceiling.store(ceiling, Ordering::Relaxed);
        }
    }

    /// `true` if the process holds more than it may, with what its engines are about to take. A quarter of what they hold is
    /// added: a table that grows is there twice until its entries have moved, without a poll. The process is measured from
    /// time to time, and always before a table is made.
    fn is_above_ceiling(&self, &Progress { bytes, ahead, .. }: &Progress, elapsed: Duration) -> bool {
        let ceiling = self.ceiling.load(Ordering::Relaxed);
        let now = nanoseconds(elapsed);
        if ceiling == usize::MAX || ahead == 0 && now < self.next.load(Ordering::Relaxed) {
            return false;
        }
        let is_above = resident().is_some_and(|held| held.saturating_add(bytes / 4).saturating_add(ahead) > ceiling);
        if !is_above {
            self.next.store(now + MEASURED_EVERY, Ordering::Relaxed);
        }
        is_above
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Progress last reported by the engines.
    pub fn progress(&self) -> Progress {
        *self.latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Notes that the iteration with this number, from 1, is over.
    pub fn iteration(&self, number: usize) {
        self.iterations.store(number, Ordering::Relaxed);
    }

    /// The number of finished iterations, of engines that refine.
    pub fn iterations(&self) -> usize {
        self.iterations.load(Ordering::Relaxed)
    }

    /// Notes that the round of refinement with this number, from 1, is over.
    pub fn round(&self, number: usize) {
        self.rounds.store(number, Ordering::Relaxed);
    }

    /// The number of finished rounds of refinement.
    pub fn rounds(&self) -> usize {
        self.rounds.load(Ordering::Relaxed)
    }

    /// Peak of the memory reported by the engines, in bytes.
    pub fn peak_bytes(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }
}

/// Memory of this process, in bytes; `None` where the system does not tell.
fn resident() -> Option<usize> {
    memory_stats().map(|stats| stats.physical_mem)
}

/// A duration in nanoseconds, of which 64 bits are five centuries.
fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.peak.fetch_max(progress.bytes, Ordering::Relaxed);
        // A watcher that holds the lock this very moment reads a value that is one poll old: no reason to wait.
        if let Ok(mut latest) = self.latest.try_lock() {
            *latest = *progress;
        }
        let elapsed = self.elapsed();
        if self.cancelled.is_cancelled() {
            Err(Stop::Cancelled)
        } else if progress.bytes.saturating_add(progress.ahead) > self.memory
            || self.is_above_ceiling(progress, elapsed)
        {
            Err(Stop::Memory)
        } else if elapsed + Duration::from_nanos(self.report.load(Ordering::Relaxed)) > self.time {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than the process of the tests takes.
    const MEMORY: usize = 1 << 30;

    #[test]
    fn the_report_takes_a_twentieth_of_the_time_at_most() {
        let day = Duration::from_hours(24);
        let limits = Limits::start(day, MEMORY, CancellationToken::new());
        let Some(started) = limits.started.checked_sub(day * 18 / 20) else { return };
        let limits = Limits { started, ..limits };
        limits.limit_process();
        assert_eq!(limits.poll(&Progress::default()), Ok(()));
        let Some(started) = started.checked_sub(day * 3 / 40) else { return };
        assert_eq!(Limits { started, ..limits }.poll(&Progress::default()), Err(Stop::Time));
    }

    #[test]
    fn the_process_has_a_limit_only_where_it_works_for_nothing_else() {
        let limits = Limits::start(Duration::from_mins(1), MEMORY, CancellationToken::new());
        let stops = |bytes| limits.poll(&Progress { bytes, ..Progress::default() });
        assert_eq!((stops(MEMORY), stops(MEMORY + 1)), (Ok(()), Err(Stop::Memory)));
        limits.limit_process();
        assert_eq!(stops(MEMORY / 2), Ok(()));
        limits.ceiling.store(1, Ordering::Relaxed);
        limits.next.store(0, Ordering::Relaxed);
        assert_eq!(stops(0), Err(Stop::Memory));
        assert_eq!(stops(0), Err(Stop::Memory), "measured again as long as it is too much");
    }

    #[test]
    fn a_table_is_not_made_where_it_has_no_room() {
        let limits = Limits::start(Duration::from_mins(1), MEMORY, CancellationToken::new());
        limits.limit_process();
        let stops = |ahead| limits.poll(&Progress { ahead, ..Progress::default() });
        assert_eq!((stops(MEMORY / 2), stops(MEMORY / 16 * 15)), (Ok(()), Err(Stop::Memory)));
        assert_eq!(stops(0), Ok(()));
    }
}
