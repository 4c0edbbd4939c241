//! Time, memory and cancellation: the [`Control`] that every engine polls.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use boolprog_base::control::{Control, Progress, Stop};
use tokio_util::sync::CancellationToken;

/// The number of engines that can work at the same time on this machine.
pub fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

/// Limits of one piece of work. Shared between the worker that polls and the threads that watch or cancel.
#[derive(Debug)]
pub struct Limits {
    started: Instant,
    time: Duration,
    /// Time that is kept for the report, in nanoseconds.
    report: AtomicU64,
    /// Of the engines, in bytes.
    memory: AtomicUsize,
    /// What the process held when the clock was started, in bytes; `None` where the system does not tell.
    resident: Option<usize>,
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
            memory: AtomicUsize::new(memory),
            resident: process().and_then(|_| resident()),
            cancelled,
            latest: Mutex::new(Progress::default()),
            peak: AtomicUsize::new(0),
            iterations: AtomicUsize::new(0),
            rounds: AtomicUsize::new(0),
        }
    }

    /// Leaves the engines less memory by twice what the process took for itself, and since the start for the program and
    /// its text, but at least a quarter of the limit: later it runs more of its code, and holds the lowered program and the
    /// report. Leaves them less time by what it took to read the program, but at most a twentieth of the limit: a report
    /// names what the program has, and takes about as long.
    pub fn count_program(&self) {
        let report = self.elapsed().min(self.time / 20);
        self.report.store(u64::try_from(report.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        if let (Some(before), Some(now)) = (self.resident, resident()) {
            let limit = self.memory.load(Ordering::Relaxed);
            let program = now.saturating_sub(before);
            let left = limit.saturating_sub(2 * (process().unwrap_or(0) + program)).max(limit / 4);
            self.memory.store(left, Ordering::Relaxed);
        }
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

/// Memory of this process before its first piece of work, in bytes; `None` where the system does not tell.
fn process() -> Option<usize> {
    static BEFORE: OnceLock<Option<usize>> = OnceLock::new();
    *BEFORE.get_or_init(resident)
}

/// Memory of this process, in bytes; `None` where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.peak.fetch_max(progress.bytes, Ordering::Relaxed);
        // A watcher that holds the lock this very moment reads a value that is one poll old: no reason to wait.
        if let Ok(mut latest) = self.latest.try_lock() {
            *latest = *progress;
        }
        if self.cancelled.is_cancelled() {
            Err(Stop::Cancelled)
        } else if progress.bytes > self.memory.load(Ordering::Relaxed) {
            Err(Stop::Memory)
        } else if self.elapsed() + Duration::from_nanos(self.report.load(Ordering::Relaxed)) > self.time {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_takes_a_twentieth_of_the_time_at_most() {
        let day = Duration::from_hours(24);
        let limits = Limits::start(day, 1000, CancellationToken::new());
        let Some(started) = limits.started.checked_sub(day * 18 / 20) else { return };
        let limits = Limits { started, ..limits };
        limits.count_program();
        assert_eq!(limits.poll(&Progress::default()), Ok(()));
        let Some(started) = started.checked_sub(day * 3 / 40) else { return };
        assert_eq!(Limits { started, ..limits }.poll(&Progress::default()), Err(Stop::Time));
    }

    #[test]
    fn the_program_takes_three_quarters_of_the_memory_at_most() {
        let limits = Limits::start(Duration::from_mins(1), 1000, CancellationToken::new());
        let stops = |bytes| limits.poll(&Progress { bytes, ..Progress::default() });
        assert_eq!((stops(1000), stops(1001)), (Ok(()), Err(Stop::Memory)));
        let limits = Limits { resident: Some(0), ..limits };
        limits.count_program();
        let stops = |bytes| limits.poll(&Progress { bytes, ..Progress::default() });
        assert_eq!(stops(250), Ok(()));
        assert_eq!(stops(251), if cfg!(target_os = "linux") { Err(Stop::Memory) } else { Ok(()) });
    }
}
