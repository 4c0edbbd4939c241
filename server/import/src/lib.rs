//! Integer programs from the notations of other tools, and for them.
//!
//! A reader makes a [`Program`], which becomes the text of an `.ip` program: [`cfa`] and [`system`] of what Theta reads. Names
//! and order are kept, and comments at the top say what is not the same. What is not supported in `.ip` is refused, with the
//! place. [`horn`] writes a [`System`](boolprog_integer::System) as Horn clauses.
//!
//! **Invariant:** what a reader makes has no errors, and nothing is approximated without a comment that says so.

pub mod horn;
mod program;
mod theta;

use boolprog_base::Span;

pub use program::expression::Expr;
pub use program::{Declaration, Edge, Group, Process, Program, Property};
pub use theta::{cfa, system};

/// What a reader made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The text of an `.ip` program, formatted and without errors.
    pub text: String,
    /// What is not the same as in the file, in sentences; the text has them as comments.
    pub notes: Vec<String>,
    origins: program::origins::Origins,
}

/// Why a text is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Where, in bytes.
    pub span: Span,
    /// The errors, in sentences.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// What the comment at the top says first.
fn origin(file: &str, notation: &str) -> String {
    format!("Made of {}, {notation}.", file.replace(['\n', '\r'], " "))
}
