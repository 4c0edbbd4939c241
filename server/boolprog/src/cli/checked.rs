//! One checked file, and the result of its check.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_certificate::document::CertificateDocument;
use boolprog_export::report::{self, FileDocument};
use boolprog_frontend::Reader;
use boolprog_integer::Origins;
use boolprog_trace::document::program_hash;

use super::input::front_end;
use super::load::Source;

/// The code of an error that says that the reading of a program was stopped.
const STOPPED: &str = "c-stopped";

/// Result of a check, from best to worst: the exit code is that of the worst file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Status {
    Proved,
    Unknown,
    Violated,
    /// A file could not be read or has errors.
    BadInput,
    Internal,
}

impl Status {
    pub(super) fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Violated => 1,
            Self::Unknown => 2,
            Self::BadInput => 3,
            Self::Internal => 4,
        }
    }
}

#[derive(Debug)]
pub(super) struct Checked {
    pub status: Status,
    /// The text, for excerpts; empty if it could not be read.
    pub source: Source,
    pub diagnostics: Vec<Diagnostic>,
    pub document: FileDocument,
    /// The proofs, if they were asked for and there are any.
    pub certificate: Option<Box<CertificateDocument>>,
    /// The text's notation for the names of the program, if the program was made of it.
    pub origins: Option<Arc<Origins>>,
}

impl Checked {
    pub(super) fn add(&mut self, error: Diagnostic) {
        self.status = Status::BadInput;
        self.document.diagnostics.extend(self.source.diagnostics(std::slice::from_ref(&error)));
        self.diagnostics.push(error);
    }

    /// `true` if the properties of the file are known: it has no errors, and its reading was not stopped.
    pub(super) fn is_read(&self) -> bool {
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        self.status < Status::BadInput && !self.diagnostics.iter().any(is_error)
    }

    /// Ids of the properties that are proved, but not by the certificate.
    pub(super) fn unsaved(&self) -> Vec<&str> {
        let saved = self.certificate.as_ref().map(|certificate| certificate.properties()).unwrap_or_default();
        let proved = self.document.properties.iter().filter(|property| property.verdict == report::Verdict::Proved);
        proved.map(|property| property.id.as_str()).filter(|id| !saved.contains(id)).collect()
    }

    /// The reason why the certificate omits a proof, as a clause. For a Boolean program it should omit none.
    pub(super) fn unsaved_why(&self) -> &'static str {
        match front_end(Path::new(&self.document.file)).reader {
            Reader::Boolean(_) | Reader::System(_) => "an error in boolprog, please report it",
            Reader::Integer(_) => "it is the search of all states; `--engine alpha` looks for one that can be saved",
            Reader::Import(_) => "certificates are about the language itself; convert the file to .ip first",
        }
    }
}

pub(super) fn failed(name: &str, code: &'static str, message: String) -> Checked {
    let diagnostic = Diagnostic::new(code, Severity::Error, Span::empty(0), message);
    let mut checked = with_diagnostics(name, Source::default(), vec![diagnostic]);
    (checked.document.program_hash, checked.document.text) = (None, None);
    checked
}

/// A file with diagnostics and, so far, nothing else.
pub(super) fn with_diagnostics(name: &str, source: Source, diagnostics: Vec<Diagnostic>) -> Checked {
    let document = FileDocument {
        file: name.to_owned(),
        program_hash: Some(program_hash(&source.first())),
        text: Some(source.first()),
        diagnostics: source.diagnostics(&diagnostics),
        ..FileDocument::default()
    };
    let status = status(&diagnostics);
    Checked { status, source, diagnostics, document, certificate: None, origins: None }
}

/// The status of a file that is not checked, or not yet: nothing is wrong with one that was not read to its end within the limits.
fn status(diagnostics: &[Diagnostic]) -> Status {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).peekable();
    if errors.peek().is_none() {
        Status::Proved
    } else if errors.all(|error| error.code == STOPPED) {
        Status::Unknown
    } else {
        Status::BadInput
    }
}
