//! Requests that set breakpoints.

use serde::{Deserialize, Serialize};

use super::Source;

#[derive(Debug, Deserialize)]
pub(crate) struct SetBreakpointsArguments {
    pub(crate) source: Source,
    #[serde(default)]
    pub(crate) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceBreakpoint {
    pub(crate) line: u32,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
    pub(crate) log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetFunctionBreakpointsArguments {
    pub(crate) breakpoints: Vec<FunctionBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FunctionBreakpoint {
    pub(crate) name: String,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpointInfoArguments {
    pub(crate) variables_reference: Option<i64>,
    pub(crate) name: String,
    pub(crate) frame_id: Option<i64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpointInfo {
    /// Nothing if there is no such breakpoint.
    pub(crate) data_id: Option<String>,
    pub(crate) description: String,
    pub(crate) access_types: [&'static str; 1],
    pub(crate) can_persist: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetDataBreakpointsArguments {
    pub(crate) breakpoints: Vec<DataBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpoint {
    pub(crate) data_id: String,
    pub(crate) access_type: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Breakpoint {
    pub(crate) id: u32,
    pub(crate) verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointLocationsArguments {
    pub(crate) source: Source,
    pub(crate) line: u32,
    pub(crate) end_line: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetExceptionBreakpointsArguments {
    pub(crate) filters: Vec<String>,
}
