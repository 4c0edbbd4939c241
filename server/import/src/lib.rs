//! Integer programs from the notations of other tools.
//!
//! A reader makes a [`Program`], which becomes the text of an `.ip` program: [`cfa`] and [`system`] from the formats of
//! Theta. Names and order are kept, and comments at the top list the differences. Constructs that `.ip` lacks are
//! refused, with their span.
//!
//! **Invariant:** a program made by a reader has no errors, and nothing is approximated without a comment that says so.

mod program;
mod theta;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_integer::{Instantiation, NotInstantiated, System, instantiate, syntax};

pub use program::expression::Expr;
pub use program::{Declaration, Edge, Group, Process, Program, Property};
pub use theta::{cfa, system};

/// The result of a reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The text of an `.ip` program, formatted and without errors.
    pub text: String,
    /// Differences from the file; the text has them as comments.
    pub notes: Vec<Note>,
    /// Spans in the file.
    pub origins: boolprog_integer::Origins,
    /// Comments of the file, where the reader tells them.
    pub comments: Vec<Span>,
    /// The text in which its spans are, if that of the file is a part of it.
    pub files: Option<boolprog_base::Joined>,
    /// The same program in another form, if there is one: what cannot happen in it cannot happen in this one, but it may have
    /// executions that this one has not.
    pub rolled: Option<Box<Self>>,
}

impl Imported {
    /// The system of the program, with [spans of the file that was read](boolprog_integer::Origins::place).
    pub fn system(&self, options: &Instantiation) -> Result<System, NotInstantiated> {
        let mut system = instantiate(&syntax::parse(&self.text).file, options)?;
        self.origins.place(&mut system);
        Ok(system)
    }
}

/// A difference of a program from the file that was read: something that is left out, or taken for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Place in the file; empty at its beginning if it is about all of it.
    pub span: Span,
    /// The difference, in words.
    pub text: String,
}

impl Note {
    /// A difference that is about the whole file.
    pub fn on_all(text: impl Into<String>) -> Self {
        Self { span: Span::empty(0), text: text.into() }
    }
}

/// Why a text is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Place in the text, in bytes.
    pub span: Span,
    /// The errors, in sentences.
    pub message: String,
}

impl Refusal {
    /// Creates a refusal of the text at this span.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

impl From<Refusal> for Vec<Diagnostic> {
    fn from(why: Refusal) -> Self {
        vec![Diagnostic::new("not-converted", Severity::Error, why.span, why.message)]
    }
}

/// The first sentence of the comment at the top.
fn origin(file: &str, notation: &str) -> String {
    format!("Made of {}, {notation}.", file.replace(['\n', '\r'], " "))
}
