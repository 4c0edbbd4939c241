//! Shared parts of the tests.

use std::sync::Arc;

use boolprog_program::names::Names;
use boolprog_program::reading::{Reading, ReadingOptions};
use boolprog_syntax::ast::SourceFile;
use boolprog_trace::interpreter::Interpreter;

/// A program that owns everything an interpreter borrows.
pub(crate) struct Program {
    pub(crate) file: Arc<SourceFile>,
    pub(crate) names: Names,
    pub(crate) reading: Reading,
}

impl Program {
    /// Reads a program, which must have no syntax error and no unknown name.
    pub(crate) fn new(text: &str, options: &ReadingOptions) -> Self {
        let parsed = boolprog_syntax::parse(text);
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        let names = Names::of(&parsed.file);
        assert!(names.unresolved.is_empty(), "{:?}\n{text}", names.unresolved);
        let reading = Reading::new(&parsed.file, options);
        Self { file: parsed.file, names, reading }
    }

    pub(crate) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.file, &self.names, &self.reading)
    }
}
