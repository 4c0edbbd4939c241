//! Everything about a file in one call.

use boolprog_syntax::ast::SourceFile;
use boolprog_syntax::{Diagnostic, Severity};

use crate::checks;
use crate::lower::{NotLowered, lower_checked, lower_modular};
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
    /// The modular form of a program that cannot be inlined.
    pub modular: Option<Program>,
}

impl Analysis {
    /// The inlined program, or else the modular one: for questions about its sites. `None` if there are errors.
    pub fn any_form(&self) -> Option<&Program> {
        self.program.as_ref().ok().or(self.modular.as_ref())
    }
}

/// Resolves, checks and lowers a file.
pub fn analyse(file: &SourceFile, options: &ReadingOptions) -> Analysis {
    let names = Names::of(file);
    let reading = Reading::new(file, options);
    let diagnostics = checks::check(file, &names, &reading);
    let has_errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let program = if has_errors { Err(NotLowered::Errors) } else { lower_checked(file, &names, &reading) };
    let modular = match program {
        Err(NotLowered::Recursion { .. } | NotLowered::TooLarge) => lower_modular(file, &names, &reading).ok(),
        Ok(_) | Err(NotLowered::Errors) => None,
    };
    Analysis { names, reading, diagnostics, program, modular }
}
