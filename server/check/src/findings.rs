//! What engines find, whichever they are: runs to violations, and proofs.

use std::sync::Arc;

use boolprog_certificate::run::Run;
use boolprog_certificate::sets::Certificate;
use boolprog_explore::engine::EngineId;
use boolprog_reach::bounded;

/// A run to a violation.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// It executes, and the violation is in its last configuration.
    pub run: Run,
    /// The largest number of threads that are alive in it at the same moment.
    pub threads: u32,
    /// How short it is known to be; nothing is known of a run that no bounded search has found.
    pub guarantee: Option<bounded::Guarantee>,
}

impl From<bounded::Violation> for Counterexample {
    fn from(bounded::Violation { run, threads, guarantee, .. }: bounded::Violation) -> Self {
        Self { run, threads, guarantee: Some(guarantee) }
    }
}

/// A property that cannot be violated.
#[derive(Clone, Debug)]
pub struct Proven<T = Certificate> {
    /// The property.
    pub property: u32,
    /// The engine that proved it.
    pub engine: EngineId,
    /// The evidence, which the independent checker accepted. It may be that of several properties.
    pub certificate: Arc<T>,
}
