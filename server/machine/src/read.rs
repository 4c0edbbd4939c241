//! From texts to a program.

use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::{Failure, Mistake, Options, library};

use crate::program::{LinkMistake, Program};

/// Why a text is not a program.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// It has mistakes, at least one; the files are those in which they are.
    #[error("{}", Failure::Mistakes { mistakes: mistakes.clone(), sources: sources.clone() })]
    Mistakes {
        /// The mistakes.
        mistakes: Vec<Mistake>,
        /// The files.
        sources: boolprog_c_syntax::source::Sources,
    },
    /// Its parts do not fit together.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Link(Vec<LinkMistake>),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stop),
}

impl From<Failure> for NotRead {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Mistakes { mistakes, sources } => Self::Mistakes { mistakes, sources },
            Failure::Stopped(stop) => Self::Stopped(stop),
        }
    }
}

/// The program of one text, which begins with the function `entry`, with the parts of the library that it needs. Takes time linear in
/// their size.
pub fn read(path: &str, text: &str, options: &Options, entry: &str, control: &dyn Control) -> Result<Program, NotRead> {
    let units = vec![Arc::new(boolprog_c_syntax::parse(path, text, options, control)?)];
    let library = library::units(&units, options.target, control)?;
    Program::new(units, library, entry).map_err(NotRead::Link)
}
