//! The checked program: one program with everything the front end knows of it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boolprog_certificate::document::Subject;
use boolprog_program::Analysis;
use boolprog_syntax::ast::SourceFile;
use rustc_hash::FxHasher;

use crate::options::Options;

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

/// A number that is the same for two units only if a check of both has the same answer, up to places in the text
/// (and hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(unit: &Unit, options: Options) -> u64 {
    let mut hasher = FxHasher::default();
    // The number of engines at a time and the writing of proofs change no answer.
    Options { jobs: 1, certificate: false, ..options }.hash(&mut hasher);
    for info in &unit.analysis.names.variables {
        info.name.hash(&mut hasher);
    }
    match unit.analysis.program() {
        Ok(program) => program.fingerprint().hash(&mut hasher),
        Err(_) => unit.text.hash(&mut hasher),
    }
    hasher.finish()
}
