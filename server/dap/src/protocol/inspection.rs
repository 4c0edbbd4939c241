//! Looking at a moment: threads, frames, variables, expressions.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Location, Source};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionsArguments {
    pub(crate) frame_id: Option<i64>,
    pub(crate) text: String,
    pub(crate) column: u32,
    /// Line of the text; the first by default.
    pub(crate) line: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct CompletionItem {
    pub(crate) label: String,
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// Start of the replaced text, in UTF-16 units.
    pub(crate) start: u32,
    pub(crate) length: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct Thread {
    pub(crate) id: u32,
    pub(crate) name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTraceArguments {
    pub(crate) thread_id: i64,
    #[serde(default)]
    pub(crate) start_frame: usize,
    #[serde(default)]
    pub(crate) levels: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct StackFrame {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) source: Source,
    #[serde(flatten)]
    pub(crate) location: Location,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scope {
    pub(crate) name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
    pub(crate) variables_reference: u32,
    pub(crate) named_variables: usize,
    pub(crate) expensive: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VariablesArguments {
    pub(crate) variables_reference: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<&'static str>,
    pub(crate) presentation_hint: PresentationHint,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluate_name: Option<String>,
    pub(crate) variables_reference: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PresentationHint {
    pub(crate) attributes: [&'static str; 1],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluateArguments {
    pub(crate) expression: String,
    pub(crate) frame_id: Option<i64>,
    /// Place of the input; the console by default.
    pub(crate) context: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluated {
    pub(crate) result: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<Cow<'static, str>>,
    pub(crate) variables_reference: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionInfo {
    pub(crate) exception_id: String,
    pub(crate) description: String,
    pub(crate) break_mode: &'static str,
}
