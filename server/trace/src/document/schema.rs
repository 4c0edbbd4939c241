//! The versions of the format.

use serde::{Deserialize, Deserializer};

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
