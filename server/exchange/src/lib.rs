//! Integer programs in the notations of other tools.
//!
//! Readers make the text of an `.ip` program: [`cfa`] and [`system`] of what Theta reads, [`dve`] of what DiVinE reads. Names
//! and order are kept, and comments at the top say what is not the same. What `.ip` cannot say is refused, with the place.
//! Writers make of a [`System`](boolprog_integer::System) what other tools read: [`horn`] for provers, [`promela`] for spin.
//!
//! **Invariant:** what a reader makes has no errors, and nothing is approximated without a comment that says so.

mod cursor;
mod definedness;
mod dve;
mod expression;
pub mod horn;
mod lexer;
mod names;
mod origins;
mod program;
pub mod promela;
mod question;
mod ranges;
mod source;
mod theta;

use boolprog_base::Span;

pub use dve::read as dve;
pub use question::Question;
pub use theta::cfa::read as cfa;
pub use theta::system::read as system;

/// What a reader made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The text of an `.ip` program, formatted and without errors.
    pub text: String,
    /// What is not the same as in the file, in sentences; the text has them as comments.
    pub notes: Vec<String>,
    origins: origins::Origins,
}

/// Why a text is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Where, in bytes.
    pub span: Span,
    /// What is wrong, in sentences.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// What the comment at the top says first.
fn origin(file: &str, notation: &str) -> String {
    format!("Made of {}, {notation}.", file.replace(['\n', '\r'], " "))
}
