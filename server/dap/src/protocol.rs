//! The part of the debug adapter protocol that a replay uses, as serde types.
//!
//! Names and meaning are those of the protocol's specification. Lines and columns in these types are already in
//! the client's counting.

use std::num::NonZeroU32;

use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// A request of the client.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) seq: i64,
    pub(super) command: String,
    pub(super) arguments: Value,
}

impl Request {
    /// A message as a request, if it is one; its arguments are taken out, since a trace among them can be long.
    pub(super) fn take(message: &mut Value) -> Option<Self> {
        let is_request = message["type"] == "request";
        let (seq, command) = (message["seq"].as_i64()?, message["command"].as_str()?.to_owned());
        is_request.then(|| Self { seq, command, arguments: message["arguments"].take() })
    }
}

/// A message of the adapter.
#[derive(Debug, Serialize)]
pub(super) struct Outgoing {
    pub(super) seq: i64,
    #[serde(flatten)]
    pub(super) message: Message,
}

/// What a message of the adapter says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message {
    Response(Response),
    Event(Event),
}

/// The answer to one request.
#[derive(Debug, Serialize)]
pub(super) struct Response {
    pub(super) request_seq: i64,
    pub(super) success: bool,
    pub(super) command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) body: Body,
}

/// The body of an answer, if it has one. It is text already: a long trace must not become a tree of values first.
pub(super) type Body = Option<Box<RawValue>>;

/// An event, with its body.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", content = "body", rename_all = "camelCase")]
pub(super) enum Event {
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
pub(super) struct Continued {
    pub(super) thread_id: u32,
    pub(super) all_threads_continued: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the protocol's own name")]
pub(super) struct Stopped {
    pub(super) reason: &'static str,
    pub(super) description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thread_id: Option<u32>,
    pub(super) preserve_focus_hint: bool,
    pub(super) all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) hit_breakpoint_ids: Vec<u32>,
    /// How many steps were taken. Not of the protocol: for clients that show the whole counterexample.
    pub(super) step: usize,
    /// Counts how often it has become another one; left out while it is the first. Not of the protocol either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) revision: Option<NonZeroU32>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadEvent {
    pub(super) reason: &'static str,
    pub(super) thread_id: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct BreakpointEvent {
    pub(super) reason: &'static str,
    pub(super) breakpoint: Breakpoint,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Output {
    pub(super) category: &'static str,
    pub(super) output: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exited {
    pub(super) exit_code: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InitializeArguments {
    #[serde(default = "yes")]
    pub(super) lines_start_at1: bool,
    #[serde(default = "yes")]
    pub(super) columns_start_at1: bool,
    pub(super) path_format: Option<String>,
}

/// What a client may ask to be replayed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LaunchArguments {
    /// The program: checked, unless a trace is given.
    pub(super) program: Option<String>,
    /// Id of the property whose counterexample is wanted.
    pub(super) property: Option<String>,
    /// Path of a saved counterexample.
    pub(super) trace: Option<String>,
    /// A counterexample itself.
    pub(super) trace_document: Option<Value>,
    /// The text of the program, if it may not be the one on disk.
    pub(super) program_text: Option<String>,
    /// How many threads start in `main`.
    pub(super) threads: Option<ThreadCount>,
    /// Whether to stop in front of the first step rather than run.
    #[serde(default = "yes")]
    pub(super) stop_on_entry: bool,
}

/// A number of threads as people write it: `3`, `"3"` or `"*"`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected `threads` to be a number or \"*\"")]
pub(super) enum ThreadCount {
    Number(u32),
    Text(String),
}

impl ThreadCount {
    pub(super) fn text(self) -> String {
        match self {
            Self::Number(count) => count.to_string(),
            Self::Text(text) => text,
        }
    }
}

fn yes() -> bool {
    true
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the protocol's own type")]
pub(super) struct Capabilities {
    pub(super) supports_configuration_done_request: bool,
    pub(super) supports_step_back: bool,
    pub(super) supports_restart_request: bool,
    pub(super) supports_terminate_request: bool,
    pub(super) supports_exception_info_request: bool,
    pub(super) supports_breakpoint_locations_request: bool,
    pub(super) supports_delayed_stack_trace_loading: bool,
    pub(super) supports_loaded_sources_request: bool,
    pub(super) supports_evaluate_for_hovers: bool,
    pub(super) supports_conditional_breakpoints: bool,
    pub(super) supports_hit_conditional_breakpoints: bool,
    pub(super) supports_log_points: bool,
    pub(super) supports_function_breakpoints: bool,
    pub(super) supports_data_breakpoints: bool,
    pub(super) supports_goto_targets_request: bool,
    pub(super) supports_restart_frame: bool,
    pub(super) supports_completions_request: bool,
    pub(super) completion_trigger_characters: [&'static str; 3],
    pub(super) supports_single_thread_execution_requests: bool,
    pub(super) exception_breakpoint_filters: Vec<ExceptionFilter>,
}

#[derive(Debug, Serialize)]
pub(super) struct ExceptionFilter {
    pub(super) filter: &'static str,
    pub(super) label: &'static str,
    pub(super) description: &'static str,
    pub(super) default: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) path: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SetBreakpointsArguments {
    pub(super) source: Source,
    #[serde(default)]
    pub(super) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SourceBreakpoint {
    pub(super) line: u32,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
    pub(super) log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SetFunctionBreakpointsArguments {
    pub(super) breakpoints: Vec<FunctionBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FunctionBreakpoint {
    pub(super) name: String,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataBreakpointInfoArguments {
    pub(super) variables_reference: Option<i64>,
    pub(super) name: String,
    pub(super) frame_id: Option<i64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataBreakpointInfo {
    /// Nothing if there is no such breakpoint.
    pub(super) data_id: Option<String>,
    pub(super) description: String,
    pub(super) access_types: [&'static str; 1],
    pub(super) can_persist: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct SetDataBreakpointsArguments {
    pub(super) breakpoints: Vec<DataBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataBreakpoint {
    pub(super) data_id: String,
    pub(super) access_type: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Breakpoint {
    pub(super) id: u32,
    pub(super) verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BreakpointLocationsArguments {
    pub(super) source: Source,
    pub(super) line: u32,
    pub(super) end_line: Option<u32>,
}

/// A range of the source, in the client's counting. Also the body of a breakpoint location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct SetExceptionBreakpointsArguments {
    pub(super) filters: Vec<String>,
}

/// The argument of the requests that are about one thread.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadArguments {
    pub(super) thread_id: i64,
}

/// The argument of the requests that move.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MotionArguments {
    pub(super) thread_id: i64,
    /// Whether only steps of this thread are meant.
    #[serde(default)]
    pub(super) single_thread: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct GotoTargetsArguments {
    pub(super) source: Source,
    pub(super) line: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct GotoTarget {
    pub(super) id: usize,
    pub(super) label: String,
    #[serde(flatten)]
    pub(super) location: Location,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GotoArguments {
    pub(super) target_id: i64,
}

/// The argument of the requests that are about one activation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameArguments {
    pub(super) frame_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CompletionsArguments {
    pub(super) frame_id: Option<i64>,
    pub(super) text: String,
    pub(super) column: u32,
    /// The line of the text; its first if nothing is said.
    pub(super) line: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct CompletionItem {
    pub(super) label: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    /// Where what it replaces begins in the text, in UTF-16 units.
    pub(super) start: u32,
    /// How long that is.
    pub(super) length: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct Thread {
    pub(super) id: u32,
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StackTraceArguments {
    pub(super) thread_id: i64,
    #[serde(default)]
    pub(super) start_frame: usize,
    #[serde(default)]
    pub(super) levels: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct StackFrame {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) source: Source,
    #[serde(flatten)]
    pub(super) location: Location,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Scope {
    pub(super) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) presentation_hint: Option<&'static str>,
    pub(super) variables_reference: u32,
    pub(super) named_variables: usize,
    pub(super) expensive: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VariablesArguments {
    pub(super) variables_reference: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    pub(super) presentation_hint: PresentationHint,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evaluate_name: Option<String>,
    pub(super) variables_reference: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct PresentationHint {
    pub(super) attributes: [&'static str; 1],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EvaluateArguments {
    pub(super) expression: String,
    pub(super) frame_id: Option<i64>,
    /// Where it was typed; the console if nothing is said.
    pub(super) context: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evaluated {
    pub(super) result: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    pub(super) variables_reference: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExceptionInfo {
    pub(super) exception_id: String,
    pub(super) description: String,
    pub(super) break_mode: &'static str,
}

/// The argument of `boolprog/gotoStep`, a request of our own: the number of steps that were taken.
#[derive(Debug, Deserialize)]
pub(super) struct GotoStepArguments {
    pub(super) step: i64,
}

/// What can happen next: the answer to `boolprog/alternatives`, a request of our own.
#[derive(Debug, Serialize)]
pub(super) struct Offered {
    /// How many steps were taken.
    pub(super) step: usize,
    pub(super) alternatives: Vec<Alternative>,
    /// Whether there are more than are listed.
    pub(super) more: bool,
    pub(super) blocked: Vec<Blocked>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Alternative {
    /// What `boolprog/whatIf` takes: 1, 2 and so on.
    pub(super) id: usize,
    pub(super) thread_id: u32,
    pub(super) text: String,
    #[serde(flatten)]
    pub(super) location: Location,
    /// What it changes, such as `lock F -> T`.
    pub(super) changes: Vec<String>,
    /// Whether it is an assertion that fails.
    pub(super) fails: bool,
    /// Whether it is the step that is recorded.
    pub(super) recorded: bool,
}

/// A thread that cannot move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Blocked {
    pub(super) thread_id: u32,
    /// Why, as a clause.
    pub(super) reason: String,
}

/// The argument of `boolprog/whatIf`, a request of our own.
#[derive(Debug, Deserialize)]
pub(super) struct WhatIfArguments {
    pub(super) alternative: i64,
}

/// What is replayed: the answer to `boolprog/trace`, a request of our own.
#[derive(Debug, Serialize)]
pub(super) struct Traced<'a> {
    /// The path of the program.
    pub(super) program: &'a str,
    /// How many steps were taken.
    pub(super) step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) simulated: Option<Simulated>,
    pub(super) trace: &'a TraceDocument,
}

/// That something else is tried.
#[derive(Debug, Serialize)]
pub(super) struct Simulated {
    /// How many steps are recorded.
    pub(super) from: usize,
}
