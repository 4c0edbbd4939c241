//! The handshake, and the arguments of a launch.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::yes;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeArguments {
    #[serde(default = "yes")]
    pub(crate) lines_start_at1: bool,
    #[serde(default = "yes")]
    pub(crate) columns_start_at1: bool,
    pub(crate) path_format: Option<String>,
}

/// Selection of the execution to replay.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LaunchArguments {
    /// The program: checked, unless a trace is given.
    pub(crate) program: Option<String>,
    /// Id of the property whose counterexample is replayed.
    pub(crate) property: Option<String>,
    pub(crate) trace: Option<String>,
    pub(crate) trace_document: Option<Value>,
    /// The text of the program, if it may not be the one on disk.
    pub(crate) program_text: Option<String>,
    /// The number of threads that start in `main`.
    pub(crate) threads: Option<ThreadCount>,
    /// `true` to stop before the first step rather than run.
    #[serde(default = "yes")]
    pub(crate) stop_on_entry: bool,
}

/// A number of threads as users write it: `3`, `"3"` or `"*"`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected `threads` to be a number or \"*\"")]
pub(crate) enum ThreadCount {
    Number(u32),
    Text(String),
}

impl ThreadCount {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Number(count) => count.to_string(),
            Self::Text(text) => text,
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the protocol's own type")]
pub(crate) struct Capabilities {
    pub(crate) supports_configuration_done_request: bool,
    pub(crate) supports_step_back: bool,
    pub(crate) supports_restart_request: bool,
    pub(crate) supports_terminate_request: bool,
    pub(crate) supports_exception_info_request: bool,
    pub(crate) supports_breakpoint_locations_request: bool,
    pub(crate) supports_loaded_sources_request: bool,
    pub(crate) supports_evaluate_for_hovers: bool,
    pub(crate) supports_conditional_breakpoints: bool,
    pub(crate) supports_hit_conditional_breakpoints: bool,
    pub(crate) supports_log_points: bool,
    pub(crate) supports_function_breakpoints: bool,
    pub(crate) supports_data_breakpoints: bool,
    pub(crate) supports_goto_targets_request: bool,
    pub(crate) supports_restart_frame: bool,
    pub(crate) supports_completions_request: bool,
    pub(crate) completion_trigger_characters: [&'static str; 3],
    pub(crate) supports_single_thread_execution_requests: bool,
    pub(crate) supports_stepping_granularity: bool,
    pub(crate) exception_breakpoint_filters: Vec<ExceptionFilter>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExceptionFilter {
    pub(crate) filter: &'static str,
    pub(crate) label: &'static str,
    pub(crate) description: &'static str,
    pub(crate) default: bool,
}
