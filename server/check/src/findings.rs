//! What engines find, whichever they are.

use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_certificate::sets::Certificate;

/// A property that cannot be violated.
#[derive(Clone, Debug)]
pub struct Proven<T = Certificate> {
    /// The property.
    pub property: u32,
    /// The engine that proved it.
    pub engine: EngineId,
    /// The evidence, which the independent checker accepted. It may be that of several properties.
    pub certificate: Arc<T>,
}
