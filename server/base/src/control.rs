//! Long work is watched and stopped from outside: library crates read no clock.

use std::fmt;
use std::sync::Arc;

/// Why work stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// Its result is no longer wanted.
    Cancelled,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The table of decision diagrams is full. Its size does not depend on the memory limit: an operation on diagrams
    /// cannot be interrupted, and takes longer on larger ones.
    Full,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cancelled => "cancelled",
            Self::Time => "time limit reached",
            Self::Memory => "memory limit reached",
            Self::Full => "decision diagrams too large",
        })
    }
}

/// The [phase](Progress::phase) of work that waits for a prover. It is polled once before each question that is not answered from
/// memory, and then about every ten milliseconds.
pub const PROVER: &str = "prover";

/// Progress of the work: plain counters, never an estimate of the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Running phase, such as `saturation` or `mcs`.
    pub phase: &'static str,
    /// Number of states (thread states, labels, configurations) visited so far.
    pub states: u64,
    /// Number of states waiting.
    pub frontier: u64,
    /// Threads, for a search that increases their number.
    pub threads: u32,
    /// Memory in use by this piece of work, in bytes.
    pub bytes: usize,
    /// Memory that it takes before it polls again, for a table that is made at once; in bytes.
    pub ahead: usize,
}

/// Watches work. Implementations compare with budgets and forward progress; they must be cheap.
pub trait Control: Sync {
    /// Called by every engine at least once per millisecond of work. An error means: stop now, and say why.
    fn poll(&self, progress: &Progress) -> Result<(), Stop>;
}

/// A control that never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl<C: Control + Send> Control for Arc<C> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.as_ref().poll(progress)
    }
}

impl Control for Unlimited {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }
}
