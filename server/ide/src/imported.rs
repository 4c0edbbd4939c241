//! Features of programs in languages of other tools, such as C, of which an integer program is made.
//!
//! One module per feature, with the name that it has for Boolean programs. Only features that show verdicts are here: names,
//! colours, completion and layout belong to the other tools, beside which these programs are shown.

pub mod actions;
pub mod coverage;
pub mod diagnostics;
pub mod hover;
pub mod inlay_hints;
pub mod inline_values;
pub mod lenses;
pub mod line_states;
mod property;
mod protected;
mod requested;
mod snapshot;
mod statement;
mod tokens;

pub use property::Property;
pub use snapshot::Snapshot;

// The presentation of verdicts is the same in all languages.
pub use crate::{properties, status, trace};
