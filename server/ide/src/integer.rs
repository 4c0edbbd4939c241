//! The same features for integer programs.
//!
//! One module per feature, with the name that it has for Boolean programs; each goes from a [`Snapshot`] to the types
//! of that feature. [`Source`](crate::Source) joins the two.

pub mod actions;
pub mod completion;
pub mod coverage;
pub mod diagnostics;
pub mod format;
pub mod hover;
pub mod inlay_hints;
pub mod inline_values;
pub mod lenses;
pub mod links;
pub mod occurrences;
mod parts;
mod predicate_offers;
pub mod predicates;
pub mod rename;
pub mod semantic_tokens;
mod snapshot;
pub mod symbols;

pub use snapshot::{Property, Snapshot};

// The presentation of verdicts is the same in both languages.
pub use crate::{properties, status, trace};
