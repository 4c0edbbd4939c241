//! The part of SARIF's object model that is written. Names and meanings are those of the specification, section 3.

use std::collections::BTreeMap;

use boolprog_trace::document::RangeDocument;
use serde::Serialize;

use crate::report::Verdict;

#[derive(Debug, Serialize)]
pub(super) struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<R>; 1],
}

impl<R> Log<R> {
    pub(super) fn new(run: Run<R>) -> Self {
        let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
        Self { schema, version: "2.1.0", runs: [run] }
    }
}

/// A run with its results, `R`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run<R> {
    pub tool: Tool,
    pub invocations: [Invocation; 1],
    pub artifacts: Vec<Artifact>,
    pub column_kind: &'static str,
    pub results: R,
}

#[derive(Debug, Serialize)]
pub(super) struct Tool {
    pub driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    name: &'static str,
    version: String,
    semantic_version: String,
    information_uri: &'static str,
    rules: Vec<Descriptor>,
}

impl Driver {
    pub(super) fn new(version: &str, rules: Vec<Descriptor>) -> Self {
        let information_uri = env!("CARGO_PKG_REPOSITORY");
        let version = version.to_owned();
        Self { name: "boolprog", semantic_version: version.clone(), version, information_uri, rules }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub id: String,
    pub name: String,
    pub short_description: Message,
    pub full_description: Message,
    pub help: Message,
    pub help_uri: String,
    pub default_configuration: Configuration,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Configuration {
    pub level: Level,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub execution_successful: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct Artifact {
    pub location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hashes: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct ArtifactLocation {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// The finding about one property, or one diagnostic.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Result {
    pub rule_id: String,
    pub rule_index: usize,
    pub kind: Kind,
    pub level: Level,
    pub message: Message,
    pub locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<PropertyBag>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Fail,
    Open,
    Pass,
    Informational,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Note,
    None,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Message {
    text: String,
}

impl Message {
    /// A literal text. Braces would be placeholders, so they are doubled (section 3.11.5); an apparent link is escaped
    /// by a backslash (3.11.6).
    pub(super) fn literal(text: &str) -> Self {
        Self { text: text.replace('{', "{{").replace('}', "}}").replace("](", "\\](") }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    pub region: Region,
}

/// Lines and columns count from 1; the end column is after the last character.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub start_line: u32,
    pub start_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

impl From<RangeDocument> for Region {
    fn from(range: RangeDocument) -> Self {
        let RangeDocument { line, column, end_line, end_column, file: _ } = range;
        Self { start_line: line, start_column: column, end_line: Some(end_line), end_column: Some(end_column) }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeFlow {
    pub message: Message,
    pub thread_flows: Vec<ThreadFlow>,
}

pub(super) type State = BTreeMap<String, Message>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadFlow {
    pub id: String,
    pub message: Message,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub initial_state: State,
    /// The values that are the same in all states.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub immutable_state: State,
    pub locations: Vec<FlowLocation>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlowLocation {
    pub location: Location,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub state: State,
    pub nesting_level: u32,
    pub execution_order: usize,
    pub importance: Importance,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Importance {
    /// Changes shared variables, or another thread takes over.
    Essential,
    Important,
}

/// Data without a place in SARIF.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PropertyBag {
    pub property: String,
    pub verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    pub evidence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads_needed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Commands that may say more.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub next: Vec<String>,
}
