//! Checking a certificate against the text of the file that it is about.

use boolprog_base::control::Control;
use boolprog_base::{Diagnostic, Severity};
use boolprog_explore::format::{parse_initial, parse_spec, parse_target, parse_tts, standard};
use boolprog_explore::tts::Tts;

use super::{CertificateDocument, Invalid, Proved, QuestionDocument, Subject, verify, verify_system};

/// How a program is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// As a Boolean program.
    Program,
    /// As a thread transition system.
    System,
    /// As a Petri net.
    Net,
}

impl Notation {
    /// The notation of a file, by its name: `.tts`, `.spec`, and everything else is a Boolean program.
    pub fn of(name: &str) -> Self {
        match name.rsplit_once('.') {
            Some((_, "tts")) => Self::System,
            Some((_, "spec")) => Self::Net,
            _ => Self::Program,
        }
    }
}

/// Checks a certificate against the text of its program, which is read as the document's question says.
pub fn verify_text(
    notation: Notation,
    text: &str,
    document: &CertificateDocument,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    match (&document.question, notation) {
        (QuestionDocument::Program { .. }, Notation::Program) => {
            let options = document.question.reading_options().ok_or(Invalid::OtherQuestion)?;
            let parsed = boolprog_syntax::parse(text);
            let analysis = boolprog_program::analyse(&parsed.file, &options);
            let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
            if let Some(error) = parsed.diagnostics.iter().chain(analysis.diagnostics()).find(is_error) {
                return Err(Invalid::Unreadable(error.message.clone()));
            }
            verify(&Subject { text, file: &parsed.file, analysis: &analysis }, document, control)
        }
        (QuestionDocument::System { init, target }, Notation::System | Notation::Net) => {
            let mut tts = system(notation, text, init, target).map_err(Invalid::Unreadable)?;
            verify_system(&mut tts, text, document, control)
        }
        _ => Err(Invalid::OtherQuestion),
    }
}

/// A system with the start and the target of a question.
fn system(notation: Notation, text: &str, init: &str, target: &str) -> Result<Tts, String> {
    let tts = match notation {
        Notation::Net => parse_spec(text)
            .map_err(|error| error.to_string())
            .and_then(|net| standard(&net).map_err(|error| error.to_string()))?,
        Notation::Program | Notation::System => parse_tts(text).map_err(|error| error.to_string())?,
    };
    let initial = parse_initial(init).map_err(|error| format!("initial configuration: {error}"))?;
    let target = parse_target(target).map_err(|error| format!("target: {error}"))?;
    let tts = tts.with_initial(initial).map_err(|error| format!("initial configuration: {error}"))?;
    tts.with_targets(vec![target]).map_err(|error| format!("target: {error}"))
}
