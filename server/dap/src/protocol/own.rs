//! Requests of our own.

use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};

use super::Location;

/// The argument of `boolprog/gotoStep`, a request of our own: the number of steps that were taken.
#[derive(Debug, Deserialize)]
pub(crate) struct GotoStepArguments {
    pub(crate) step: i64,
}

/// What can happen next: the answer to `boolprog/alternatives`, a request of our own.
#[derive(Debug, Serialize)]
pub(crate) struct Offered {
    /// The number of steps taken.
    pub(crate) step: usize,
    pub(crate) alternatives: Vec<Alternative>,
    /// Whether there are more than are listed.
    pub(crate) more: bool,
    pub(crate) blocked: Vec<Blocked>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Alternative {
    /// What `boolprog/whatIf` takes: 1, 2 and so on.
    pub(crate) id: usize,
    pub(crate) thread_id: u32,
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) location: Location,
    /// What it changes, such as `lock F -> T`.
    pub(crate) changes: Vec<String>,
    /// Whether it is an assertion that fails.
    pub(crate) fails: bool,
    /// Whether it is the step that is recorded.
    pub(crate) recorded: bool,
}

/// A thread that cannot move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Blocked {
    pub(crate) thread_id: u32,
    /// Why, as a clause.
    pub(crate) reason: String,
}

/// The argument of `boolprog/whatIf`, a request of our own.
#[derive(Debug, Deserialize)]
pub(crate) struct WhatIfArguments {
    pub(crate) alternative: i64,
}

/// What is replayed: the answer to `boolprog/trace`, a request of our own.
#[derive(Debug, Serialize)]
pub(crate) struct Traced<'a> {
    /// The path of the program.
    pub(crate) program: &'a str,
    /// The number of steps taken.
    pub(crate) step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) simulated: Option<Simulated>,
    pub(crate) trace: &'a TraceDocument,
}

/// That something else is tried.
#[derive(Debug, Serialize)]
pub(crate) struct Simulated {
    /// The number of recorded steps.
    pub(crate) from: usize,
}
