//! Checking a certificate against the text of the file that it is about.

use boolprog_base::control::Control;
use boolprog_base::{Diagnostic, Severity};
use boolprog_explore::format::{parse_initial, parse_spec, parse_target, parse_tts, standard};
use boolprog_explore::tts::Tts;
use boolprog_integer::{NotInstantiated, instantiate};
use boolprog_prover::Prover;

use super::{
    CertificateDocument, IntegerSubject, Invalid, Proved, QuestionDocument, Subject, verify, verify_integer,
    verify_system,
};

/// Notation of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A Boolean program.
    Program,
    /// A thread transition system.
    System,
    /// A Petri net.
    Net,
    /// An integer program.
    Integer,
}

impl Notation {
    /// The notation of a file, by its name: `.tts`, `.spec`, `.ip`, and everything else is a Boolean program.
    pub fn of(name: &str) -> Self {
        match name.rsplit_once('.') {
            Some((_, "tts")) => Self::System,
            Some((_, "spec")) => Self::Net,
            Some((_, "ip")) => Self::Integer,
            _ => Self::Program,
        }
    }
}

/// Checks a certificate against the text of its program, which is read as the document's question says. Only proofs about
/// integer programs ask the prover.
pub fn verify_text(
    notation: Notation,
    text: &str,
    document: &CertificateDocument,
    prover: &mut dyn Prover,
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
        (QuestionDocument::Integer { .. }, Notation::Integer) => {
            let instantiation = document.question.instantiation().ok_or(Invalid::OtherQuestion)?;
            let parsed = boolprog_integer::syntax::parse(text);
            if let Some(error) = parsed.diagnostics.first() {
                return Err(Invalid::Unreadable(error.message.clone()));
            }
            let system = instantiate(&parsed.file, &instantiation).map_err(|why| unreadable(&why))?;
            let subject = IntegerSubject { text, file: &parsed.file, instantiation, system: &system };
            verify_integer(&subject, document, prover, control)
        }
        _ => Err(Invalid::OtherQuestion),
    }
}

/// The first error of an integer program, or why it has no system.
fn unreadable(why: &NotInstantiated) -> Invalid {
    Invalid::Unreadable(match why {
        NotInstantiated::Errors(errors) => errors.first().map_or_else(|| why.to_string(), |it| it.message.clone()),
        _ => why.to_string(),
    })
}

/// A system with the start and the target of a question.
fn system(notation: Notation, text: &str, init: &str, target: &str) -> Result<Tts, String> {
    let tts = match notation {
        Notation::Net => parse_spec(text)
            .map_err(|error| error.to_string())
            .and_then(|net| standard(&net).map_err(|error| error.to_string()))?,
        Notation::Program | Notation::System | Notation::Integer => {
            parse_tts(text).map_err(|error| error.to_string())?
        }
    };
    let initial = parse_initial(init).map_err(|error| format!("initial configuration: {error}"))?;
    let target = parse_target(target).map_err(|error| format!("target: {error}"))?;
    let tts = tts.with_initial(initial).map_err(|error| format!("initial configuration: {error}"))?;
    tts.with_targets(vec![target]).map_err(|error| format!("target: {error}"))
}
