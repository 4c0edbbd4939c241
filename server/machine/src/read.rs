//! From texts to a program.

use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::program::{self, Input};
use boolprog_c_syntax::{Failure, Mistake, Options};

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
    read_all(&[Input { path, text, options: options.clone() }], entry, control)
}

/// The program of these files, at least one, in the same way.
pub fn read_all(inputs: &[Input<'_>], entry: &str, control: &dyn Control) -> Result<Program, NotRead> {
    let mut units = program::units(inputs, control)?;
    let library = units.split_off(inputs.len());
    Program::new(units, library, entry).map_err(NotRead::Link)
}
