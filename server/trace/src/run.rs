//! The run of a thread transition system as a document (`boolprog-run/1`, described in `docs/report-format.md`).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The schema that this version writes.
pub const RUN_SCHEMA: &str = "boolprog-run/1";

/// A run that reaches the target in its last step. Threads count from 1, in order of creation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunDocument {
    /// Schema of the document, [`RUN_SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The shared state at the start.
    pub shared: u32,
    /// The local state of each thread at the start.
    pub threads: Vec<u32>,
    /// Steps, in their order.
    pub steps: Vec<RunStep>,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunStep {
    /// Number of the acting thread.
    pub thread: u32,
    /// The line of the transition.
    pub line: u32,
    /// The shared state after the step.
    pub shared: u32,
    /// Threads with another local state after the step; `None` for one that ended.
    pub threads: Vec<(u32, Option<u32>)>,
}

impl RunDocument {
    /// A run that starts here.
    pub fn new(shared: u32, threads: Vec<u32>) -> Self {
        Self { schema: Cow::Borrowed(RUN_SCHEMA), shared, threads, steps: Vec::new() }
    }

    /// The largest number of threads that are alive at the same time.
    pub fn threads_needed(&self) -> u32 {
        let (mut created, mut ended) = (self.threads.len() as u32, 0);
        let mut most = created;
        for (thread, local) in self.steps.iter().flat_map(|step| &step.threads) {
            created = created.max(*thread);
            ended += u32::from(local.is_none());
            most = most.max(created - ended);
        }
        most
    }
}
