//! Everything about a file in one call.

use std::sync::{Arc, OnceLock};

use boolprog_base::{Diagnostic, Severity};
use boolprog_syntax::ast::SourceFile;

use crate::checks;
use crate::lower::{self, MAX_LOCATIONS, NotLowered, lower_checked, lower_modular_checked};
use crate::names::Names;
use crate::program::{Program, Property, Threads};
use crate::reading::{Reading, ReadingOptions};

/// Knowledge about a file beyond its syntax.
///
/// Names and reading are computed immediately. The rest, which takes several times as long, is computed on the first
/// request for it: completions must be faster than verdicts.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Meanings of its names.
    pub names: Arc<Names>,
    /// Options of its reading.
    pub reading: Reading,
    file: Arc<SourceFile>,
    diagnostics: OnceLock<Vec<Diagnostic>>,
    properties: OnceLock<Vec<Property>>,
    program: OnceLock<Result<Program, NotLowered>>,
    modular: OnceLock<Option<Program>>,
}

/// A program of one thread with more activations than this, once its calls are inlined, is better left as it is.
const MANY_ACTIVATIONS: u64 = 500;

/// The same for one with more than [`MANY_VARIABLES`]: once its calls are inlined, a proof needs bits of each activation.
const MANY_WIDE_ACTIVATIONS: u64 = 50;
const MANY_VARIABLES: usize = 10;

impl Analysis {
    /// The findings of the checks, in textual order; those of the parser are not among them.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| checks::check(&self.file, &self.names, &self.reading))
    }

    /// The properties of the program, in textual order; also where there is no lowered program.
    pub fn properties(&self) -> &[Property] {
        self.properties.get_or_init(|| lower::properties(&self.file, &self.reading))
    }

    /// The lowered program, or why there is none. A caller that has syntax errors must not use it.
    pub fn program(&self) -> Result<&Program, &NotLowered> {
        let lower = || match self.with_many_calls().and_then(Program::locations_inlined) {
            _ if self.has_errors() => Err(NotLowered::Errors),
            // There is no need to make them all to see it.
            Some(locations) if locations > MAX_LOCATIONS as u64 => Err(NotLowered::TooLarge),
            _ => self.lower(lower_checked),
        };
        self.program.get_or_init(lower).as_ref()
    }

    /// `true` if the program has a statement that creates a thread, and control may reach it.
    pub fn creates_threads(&self) -> bool {
        // Every check asks this, and makes no other form of the program because of it.
        let form = self.with_many_calls().or_else(|| self.any_form());
        form.is_some_and(|program| program.creates_threads)
    }

    /// The modular form of the program; `None` if there are errors.
    pub fn modular(&self) -> Option<&Program> {
        let lower = || if self.has_errors() { None } else { self.lower(lower_modular_checked).ok() };
        self.modular.get_or_init(lower).as_ref()
    }

    /// The modular form of a program whose only thread makes too many calls for inlining to be worthwhile.
    pub fn with_many_calls(&self) -> Option<&Program> {
        if self.reading.threads != Threads::Exactly(1) {
            return None;
        }
        let is_wide = self.names.variables.len() > MANY_VARIABLES;
        let many = if is_wide { MANY_WIDE_ACTIVATIONS } else { MANY_ACTIVATIONS };
        self.modular().filter(|program| {
            !program.creates_threads && program.activations_inlined().is_some_and(|count| count > many)
        })
    }

    /// The inlined program, or else the modular one: for questions about its sites. `None` if there are errors.
    pub fn any_form(&self) -> Option<&Program> {
        self.program().ok().or_else(|| self.modular())
    }

    fn has_errors(&self) -> bool {
        self.diagnostics().iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    fn lower(
        &self,
        lower: fn(&SourceFile, &Names, &Reading) -> Result<Program, NotLowered>,
    ) -> Result<Program, NotLowered> {
        lower(&self.file, &self.names, &self.reading)
    }
}

/// Resolves the names of a file; checks and lowering follow on demand.
pub fn analyse(file: &Arc<SourceFile>, options: &ReadingOptions) -> Analysis {
    let names = Arc::new(Names::of(file));
    let reading = Reading::new(file, options);
    Analysis {
        names,
        reading,
        file: Arc::clone(file),
        diagnostics: OnceLock::new(),
        properties: OnceLock::new(),
        program: OnceLock::new(),
        modular: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use boolprog_syntax::parse;

    use super::*;

    #[test]
    fn a_program_that_is_inlined_needs_no_other_form() {
        let text = "void f() begin skip; end\nvoid main() begin f(); start_thread f(); end\n";
        let options = ReadingOptions { threads: Some(Threads::Any), ..ReadingOptions::default() };
        let analysis = analyse(&parse(text).file, &options);
        assert!(analysis.creates_threads());
        assert!(analysis.modular.get().is_none());
    }
}
