//! Everything about a file in one call.

use std::sync::{Arc, OnceLock};

use boolprog_base::{Diagnostic, Severity};
use boolprog_syntax::ast::SourceFile;

use crate::checks;
use crate::lower::{self, NotLowered, lower_checked, lower_modular};
use crate::names::Names;
use crate::program::{Program, Property};
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
    meaning: OnceLock<Meaning>,
}

#[derive(Clone, Debug)]
struct Meaning {
    program: Result<Program, NotLowered>,
    modular: Option<Program>,
}

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
        self.meaning().program.as_ref()
    }

    /// The modular form of a program that cannot be inlined.
    pub fn modular(&self) -> Option<&Program> {
        self.meaning().modular.as_ref()
    }

    /// The inlined program, or else the modular one: for questions about its sites. `None` if there are errors.
    pub fn any_form(&self) -> Option<&Program> {
        self.program().ok().or(self.modular())
    }

    fn meaning(&self) -> &Meaning {
        self.meaning.get_or_init(|| {
            let (file, names, reading) = (&*self.file, &self.names, &self.reading);
            let has_errors = self.diagnostics().iter().any(|diagnostic| diagnostic.severity == Severity::Error);
            let program = if has_errors { Err(NotLowered::Errors) } else { lower_checked(file, names, reading) };
            let modular = match program {
                Err(NotLowered::Recursion { .. } | NotLowered::TooLarge) => lower_modular(file, names, reading).ok(),
                Ok(_) | Err(NotLowered::Errors) => None,
            };
            Meaning { program, modular }
        })
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
        meaning: OnceLock::new(),
    }
}
