//! Requests of our own.

use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};

use super::Location;

/// The argument of `boolprog/gotoStep`, a request of our own: the number of steps that were taken.
#[derive(Debug, Deserialize)]
pub(crate) struct GotoStepArguments {
    pub(crate) step: i64,
}

/// Possible next steps: the answer to `boolprog/alternatives`, a request of our own.
#[derive(Debug, Serialize)]
pub(crate) struct Offered {
    /// The number of steps taken.
    pub(crate) step: usize,
    pub(crate) alternatives: Vec<Alternative>,
    /// `true` if there are more than those listed.
    pub(crate) more: bool,
    pub(crate) blocked: Vec<Blocked>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Alternative {
    /// Number for `boolprog/whatIf`, from 1.
    pub(crate) id: usize,
    pub(crate) thread_id: u32,
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) location: Location,
    /// Changes by the step, such as `lock F -> T`.
    pub(crate) changes: Vec<String>,
    pub(crate) fails: bool,
    /// `true` if it is the step that is recorded.
    pub(crate) recorded: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Blocked {
    pub(crate) thread_id: u32,
    /// Reason, as a clause.
    pub(crate) reason: String,
}

/// The argument of `boolprog/whatIf`, a request of our own.
#[derive(Debug, Deserialize)]
pub(crate) struct WhatIfArguments {
    pub(crate) alternative: i64,
}

/// The replayed trace: the answer to `boolprog/trace`, a request of our own.
#[derive(Debug, Serialize)]
pub(crate) struct Traced<'a> {
    pub(crate) program: &'a str,
    /// The number of steps taken.
    pub(crate) step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) simulated: Option<Simulated>,
    pub(crate) trace: &'a TraceDocument,
}

#[derive(Debug, Serialize)]
pub(crate) struct Simulated {
    pub(crate) from: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'static str>,
}
