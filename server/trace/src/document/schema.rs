//! The versions of the format.

use serde::{Deserialize, Deserializer};

use super::{DocumentError, ProgramKind, TraceDocument};

/// The schema that this version writes, and reads.
pub const SCHEMA: &str = "boolprog-trace/4";

/// The older schemas that it reads, too: what is new in [`SCHEMA`] can be left out. Steps of the oldest one write all
/// activations of the threads that they change, which is also right in [`SCHEMA`].
pub(super) const OLDER: [&str; 2] = ["boolprog-trace/3", "boolprog-trace/2"];

/// The schema of a document, whatever else is in it.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a document with a schema")]
pub struct Head {
    /// As it is written.
    pub schema: String,
}

/// Returns `true` if this is the schema of a trace that can be read.
pub fn can_be_read(schema: &str) -> bool {
    schema == SCHEMA || OLDER.contains(&schema)
}

/// The schema of a trace that was read: all that can be read have become one in [`SCHEMA`].
pub(super) fn current<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let schema = String::deserialize(deserializer)?;
    Ok(if can_be_read(&schema) { SCHEMA.to_owned() } else { schema })
}

impl TraceDocument {
    /// Reads a saved trace, in [`SCHEMA`] or one of the versions before, as one in [`SCHEMA`]. One of another version is rejected
    /// because of its schema, whatever else is different in it; one of a C program in a version before, too.
    pub fn read(json: &str) -> Result<Self, DocumentError> {
        Self::after(serde_json::from_str(json), || serde_json::from_str(json))
    }

    /// The same from a value.
    pub fn read_value(json: &serde_json::Value) -> Result<Self, DocumentError> {
        Self::after(Head::deserialize(json), || Self::deserialize(json))
    }

    fn after(
        head: serde_json::Result<Head>,
        read: impl FnOnce() -> serde_json::Result<Self>,
    ) -> Result<Self, DocumentError> {
        let unreadable = |error: serde_json::Error| DocumentError::Unreadable(error.to_string());
        let Head { schema } = head.map_err(unreadable)?;
        if !can_be_read(&schema) {
            return Err(DocumentError::Schema(schema));
        }
        let document = read().map_err(unreadable)?;
        let is_old = document.kind == ProgramKind::C && schema != SCHEMA;
        if is_old { Err(DocumentError::OldProgram) } else { Ok(document) }
    }
}
