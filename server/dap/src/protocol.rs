//! The part of the debug adapter protocol that a replay uses, as serde types.
//!
//! Names and meaning are those of the protocol's specification. Lines and columns in these types are already in
//! the client's counting.

mod breakpoints;
mod inspection;
mod launch;
mod motion;
mod own;

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

pub(crate) use breakpoints::{
    Breakpoint, BreakpointLocationsArguments, DataBreakpointInfo, DataBreakpointInfoArguments, SetBreakpointsArguments,
    SetDataBreakpointsArguments, SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments,
};
pub(crate) use inspection::{
    CompletionItem, CompletionsArguments, EvaluateArguments, Evaluated, ExceptionInfo, PresentationHint, Scope,
    StackFrame, StackTraceArguments, Thread, Variable, VariablesArguments,
};
pub(crate) use launch::{Capabilities, ExceptionFilter, InitializeArguments, LaunchArguments, ThreadCount};
pub(crate) use motion::{
    FrameArguments, GotoArguments, GotoTarget, GotoTargetsArguments, MotionArguments, ThreadArguments,
};
pub(crate) use own::{Alternative, Blocked, GotoStepArguments, Offered, Simulated, Traced, WhatIfArguments};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) seq: i64,
    pub(crate) command: String,
    pub(crate) arguments: Value,
}

impl Request {
    /// A message as a request, if it is one; its arguments are taken out, since a trace among them can be long.
    pub(crate) fn take(message: &mut Value) -> Option<Self> {
        let is_request = message["type"] == "request";
        let (seq, command) = (message["seq"].as_i64()?, message["command"].as_str()?.to_owned());
        is_request.then(|| Self { seq, command, arguments: message["arguments"].take() })
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Outgoing {
    pub(crate) seq: i64,
    #[serde(flatten)]
    pub(crate) message: Message,
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Message {
    Response(Response),
    Event(Event),
}

#[derive(Debug, Serialize)]
pub(crate) struct Response {
    pub(crate) request_seq: i64,
    pub(crate) success: bool,
    pub(crate) command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Body,
}

/// The body of an answer, if it has one. It is text already: a long trace must not become a tree of values first.
pub(crate) type Body = Option<Box<RawValue>>;

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", content = "body", rename_all = "camelCase")]
pub(crate) enum Event {
    Initialized,
    Continued(Continued),
    Stopped(Stopped),
    Thread(ThreadEvent),
    Breakpoint(BreakpointEvent),
    Output(Output),
    Exited(Exited),
    Terminated,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Continued {
    pub(crate) thread_id: u32,
    pub(crate) all_threads_continued: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the protocol's own name")]
pub(crate) struct Stopped {
    pub(crate) reason: &'static str,
    pub(crate) description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thread_id: Option<u32>,
    pub(crate) preserve_focus_hint: bool,
    pub(crate) all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hit_breakpoint_ids: Vec<u32>,
    /// The number of steps taken. Not of the protocol: for clients that show the whole counterexample.
    pub(crate) step: usize,
    /// Counts how often it has become another one; left out while it is the first. Not of the protocol either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) revision: Option<NonZeroU32>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThreadEvent {
    pub(crate) reason: &'static str,
    pub(crate) thread_id: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct BreakpointEvent {
    pub(crate) reason: &'static str,
    pub(crate) breakpoint: Breakpoint,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Output {
    pub(crate) category: &'static str,
    pub(crate) output: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exited {
    pub(crate) exit_code: u8,
}

fn yes() -> bool {
    true
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) path: Option<String>,
}

/// A range of the source, in the client's counting. Also the body of a breakpoint location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
}
