//! Reading a saved trace of any version.

use serde::Deserialize;

use super::schema::{Head, SCHEMA, can_be_read};
use super::states::DocumentError;
use super::{ProgramKind, TraceDocument};

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
