//! Everything about a file in one call.

use boolprog_syntax::ast::SourceFile;
use boolprog_syntax::{Diagnostic, Severity};

use crate::checks;
use crate::lower::{NotLowered, lower_checked};
use crate::names::Names;
use crate::program::Program;
use crate::reading::{Reading, ReadingOptions};

/// What is known about a file beyond its syntax.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What its names stand for.
    pub names: Names,
    /// How it is read.
    pub reading: Reading,
    /// The findings of the checks, in textual order; those of the parser are not among them.
    pub diagnostics: Vec<Diagnostic>,
    /// The lowered program, or why there is none. A caller that has syntax errors must not use it.
    pub program: Result<Program, NotLowered>,
}

/// Resolves, checks and lowers a file.
pub fn analyse(file: &SourceFile, options: &ReadingOptions) -> Analysis {
    let names = Names::of(file);
    let reading = Reading::new(file, options);
    let diagnostics = checks::check(file, &names, &reading);
    let has_errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let program = if has_errors { Err(NotLowered::Errors) } else { lower_checked(file, &names, &reading) };
    Analysis { names, reading, diagnostics, program }
}
