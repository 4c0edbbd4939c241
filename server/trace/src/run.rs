//! The run of a thread transition system (`boolprog-run/1`) or of a net (`boolprog-firings/1`) as a document, described
//! in `docs/report-format.md`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The schema that this version writes.
pub const RUN_SCHEMA: &str = "boolprog-run/1";

/// The schema of runs of nets that this version writes.
pub const FIRINGS_SCHEMA: &str = "boolprog-firings/1";

/// A run that reaches a target in its last step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SystemRun {
    /// Of a thread transition system: steps of threads.
    Threads(RunDocument),
    /// Of a net: firings of its rules.
    Net(FiringsDocument),
}

impl SystemRun {
    /// Number of steps.
    pub fn length(&self) -> usize {
        match self {
            Self::Threads(run) => run.steps.len(),
            Self::Net(run) => run.steps.len(),
        }
    }

    /// The largest number of threads that are alive at the same time, if it has threads.
    pub fn threads_needed(&self) -> Option<u32> {
        match self {
            Self::Threads(run) => Some(run.threads_needed()),
            Self::Net(_) => None,
        }
    }
}

/// A run of a net.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FiringsDocument {
    /// Schema of the document, [`FIRINGS_SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The places with tokens at the start, with their numbers of tokens.
    pub start: Vec<(String, u64)>,
    /// The rules that fire, in their order.
    pub steps: Vec<FiringStep>,
}

/// A rule that fires.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FiringStep {
    /// Line of the rule.
    pub line: u32,
    /// Places with another number of tokens after the step, with that number.
    pub tokens: Vec<(String, u64)>,
}

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
