//! The same features for integer programs.
//!
//! One module per feature, with the name that it has for Boolean programs; each goes from a [`Snapshot`] to the types of
//! that feature. [`Source`](crate::Source) is where both meet.

pub mod actions;
pub mod completion;
pub mod coverage;
pub mod diagnostics;
pub mod folding;
pub mod format;
pub mod hover;
pub mod inlay_hints;
mod keywords;
mod layout;
pub mod lenses;
pub mod links;
pub mod occurrences;
pub mod predicates;
pub mod properties;
pub mod rename;
mod results;
pub mod selection;
pub mod semantic_tokens;
mod snapshot;
pub mod status;
pub mod symbols;
pub mod trace;
mod verdicts;

pub use layout::Layout;
pub use results::Findings;
pub use snapshot::{Property, Snapshot};
pub use verdicts::CODES;
