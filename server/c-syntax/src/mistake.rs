//! A mistake in a text.

use std::fmt;

use boolprog_base::control::Stop;

use crate::source::{Place, Sources};

/// A mistake in a C text: it is not a C program, or has what is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Its place.
    pub place: Place,
    /// One sentence: what is wrong, and what to do.
    pub message: String,
    /// `true` for what is C, or an extension that compilers know.
    pub is_unsupported: bool,
}

impl Mistake {
    /// A mistake at a place.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), is_unsupported: false }
    }

    /// A part of C that is not read.
    pub fn unsupported(place: Place, message: impl Into<String>) -> Self {
        Self { is_unsupported: true, ..Self::new(place, message) }
    }

    /// The mistake in one line: `path:line:column: message`.
    pub fn line(&self, sources: &Sources) -> String {
        let position = sources.position(self.place);
        format!("{}:{}:{}: {}", position.path, position.line, position.column, self.message)
    }
}

/// Why a text was not read.
#[derive(Clone, Debug)]
pub enum Failure {
    /// It has mistakes, at least one.
    Mistakes {
        /// The mistakes, in the order in which they were found.
        mistakes: Vec<Mistake>,
        /// The files in which their places are.
        sources: Sources,
    },
    /// The work was stopped.
    Stopped(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistakes { mistakes, sources } => {
                let lines: Vec<String> = mistakes.iter().map(|mistake| mistake.line(sources)).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}
