//! Findings of the engines of both kinds.

use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_certificate::sets::Certificate;

/// A property that cannot be violated.
#[derive(Clone, Debug)]
pub struct Proven<T = Certificate> {
    /// Number of the property.
    pub property: u32,
    /// The engine that proved it.
    pub engine: EngineId,
    /// The evidence, which the independent checker accepted. It may be that of several properties.
    pub certificate: Arc<T>,
}
