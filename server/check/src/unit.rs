//! The checked program: one program with everything the front end knows of it.

use std::sync::Arc;

use boolprog_certificate::document::Subject;
use boolprog_program::Analysis;
use boolprog_syntax::ast::SourceFile;

/// One program, read and analysed. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Path or name of the program, as it appears in traces.
    pub path: String,
    /// Text of the program.
    pub text: Arc<str>,
    /// Syntax tree of the text.
    pub file: Arc<SourceFile>,
    /// Names, reading, checks and the lowered program.
    pub analysis: Arc<Analysis>,
}

impl Unit {
    /// The program as the checker of certificates sees it.
    pub fn subject(&self) -> Subject<'_> {
        Subject { text: &self.text, file: &self.file, analysis: &self.analysis }
    }
}
