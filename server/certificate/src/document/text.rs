//! Checking a certificate against the text of the file that it is about.

use boolprog_base::control::Control;
use boolprog_base::{Diagnostic, Severity};
use boolprog_explore::format::{parse_initial, parse_spec, parse_targets, parse_tts};
use boolprog_explore::tts::Tts;
use boolprog_integer::{NotInstantiated, instantiate};
use boolprog_prover::Prover;

use super::verify::is_of;
use super::{
    CertificateDocument, IntegerSubject, Invalid, NoTheorems, Proved, QuestionDocument, Subject, Theorems, verify,
    verify_integer, verify_system,
};

/// Checks a certificate against the text of its program, which is read as the document's question says, whatever the name of
/// its file. Only proofs about integer programs ask the prover.
pub fn verify_text(
    text: &str,
    document: &CertificateDocument,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Proved, Invalid> {
    is_of(document, text)?;
    match &document.question {
        QuestionDocument::Program { .. } => of_program(text, document, |subject| verify(subject, document, control)),
        QuestionDocument::System { init, target } => {
            let mut tts = system(text, init, target).map_err(Invalid::Unreadable)?;
            verify_system(&mut tts, text, document, control)
        }
        QuestionDocument::Integer { .. } => {
            let instantiation = document.question.instantiation().ok_or(Invalid::OtherQuestion)?;
            let parsed = boolprog_integer::syntax::parse(text);
            if let Some(error) = parsed.diagnostics.first() {
                return Err(Invalid::Unreadable(error.message.clone()));
            }
            let system = instantiate(&parsed.file, &instantiation).map_err(|why| unreadable(&why))?;
            let subject = IntegerSubject { text, file: &parsed.file, instantiation, system: &system };
            verify_integer(&subject, document, prover, control)
        }
    }
}

/// Writes the proofs of a document that [`verify_text`] accepts as theorems.
///
/// Fails if none of them is a set of configurations, or if the system is too large.
pub fn theorems(text: &str, document: &CertificateDocument, control: &dyn Control) -> Result<Theorems, NoTheorems> {
    is_of(document, text)?;
    match &document.question {
        QuestionDocument::Program { .. } => {
            of_program(text, document, |subject| Theorems::of_program(subject, document, control))
        }
        QuestionDocument::System { init, target } => {
            let mut tts = system(text, init, target).map_err(Invalid::Unreadable)?;
            Theorems::of_system(&mut tts, document, control)
        }
        QuestionDocument::Integer { .. } => {
            Err(NoTheorems("theorems are about Boolean programs, thread transition systems and nets".to_owned()))
        }
    }
}

/// Reads a Boolean program as the document's question says.
fn of_program<T, E: From<Invalid>>(
    text: &str,
    document: &CertificateDocument,
    run: impl FnOnce(&Subject<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let options = document.question.reading_options().ok_or(Invalid::OtherQuestion)?;
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &options);
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    if let Some(error) = parsed.diagnostics.iter().chain(analysis.diagnostics()).find(is_error) {
        return Err(Invalid::Unreadable(error.message.clone()).into());
    }
    run(&Subject { text, file: &parsed.file, analysis: &analysis })
}

/// The first error of an integer program, or why it has no system.
fn unreadable(why: &NotInstantiated) -> Invalid {
    Invalid::Unreadable(match why {
        NotInstantiated::Errors(errors) => errors.first().map_or_else(|| why.to_string(), |it| it.message.clone()),
        _ => why.to_string(),
    })
}

/// A system or a net with the start and the targets of a question. No text is both.
fn system(text: &str, init: &str, targets: &str) -> Result<Tts, String> {
    let tts = match parse_spec(text) {
        Ok(net) => net.tts,
        Err(_) => parse_tts(text).map_err(|error| error.to_string())?,
    };
    let initial = parse_initial(init).map_err(|error| format!("initial configuration: {error}"))?;
    let targets = parse_targets(targets).map_err(|error| format!("target: {error}"))?;
    let tts = tts.with_initial(initial).map_err(|error| format!("initial configuration: {error}"))?;
    tts.with_targets(targets).map_err(|error| format!("target: {error}"))
}
