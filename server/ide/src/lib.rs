//! Editor features as functions from a snapshot to plain data.
//!
//! The language server converts the results to its protocol; the command line uses some of them, such as formatting.
//!
//! Every feature is one module with one function from a [`Snapshot`] to byte ranges and text. No type of any
//! protocol occurs here; positions are byte offsets. Those for integer programs are in [`integer`], those for programs in
//! languages of other tools in [`imported`]; [`Source`] is a program in any of them.
//!
//! **Invariant:** nothing from a stale or partial result is shown as current. Features ask [`Results`] and never
//! guess from the text.

pub mod abstraction;
pub mod actions;
mod barrier;
pub mod blueprint;
pub mod calls;
pub mod changes;
mod checkable;
pub mod completion;
mod conditions;
mod constants;
pub mod coverage;
pub mod cubes;
pub mod diagnostics;
mod flow;
pub mod format;
pub mod hover;
pub mod imported;
pub mod inlay_hints;
pub mod inline_values;
pub mod integer;
mod keywords;
pub mod layout;
pub mod lenses;
pub mod line_states;
mod lines;
pub mod links;
pub mod listing;
pub mod markdown;
mod needed;
pub mod occurrences;
mod outcomes;
mod preferences;
pub mod properties;
pub mod questions;
pub mod rename;
mod results;
mod retries;
pub mod semantic_tokens;
pub mod shape;
pub mod signature_help;
mod snapshot;
mod source;
pub mod status;
pub mod story;
pub mod symbols;
pub mod trace;
mod typing;
pub mod unreachable;
pub mod verdicts;
mod walk;

pub use checkable::{Checkable, Context, Stated};
pub use preferences::{DeadCode, Lenses, Limits, Preferences};
pub use results::{Answer, Findings, Results};
pub use snapshot::Snapshot;
pub use source::Source;
