//! Integer programs: in the language itself (`.ip`), and those that readers write in it.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Joined, Severity, Span};
use boolprog_check::integer::Model;
use boolprog_check::report::ASSUMPTION;
use boolprog_import::{Imported, Note};
use boolprog_integer::{Instantiation, NotInstantiated, syntax};
use boolprog_program::program::Threads;

use crate::{Options, Reading, Text};

impl Options {
    /// The instantiation of an integer program under these options.
    pub fn instantiation(&self) -> Instantiation {
        let threads = match self.threads {
            Some(Threads::Exactly(threads)) => u16::try_from(threads).ok(),
            Some(Threads::Any) | None => None,
        };
        let representatives = self.any_instances && threads.is_none();
        Instantiation { threads, representatives, absent: self.absent_instances, on_range: self.on_range }
    }
}

pub(crate) fn read(text: &Text, options: &Options) -> Reading<Model> {
    let parsed = syntax::parse(&text.text);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.is_empty() {
        diagnostics = boolprog_integer::check(&parsed.file);
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let (file, instantiation) = (Arc::new(parsed.file), options.instantiation());
    let model = Model::new(text.path.as_str(), Arc::clone(&text.text), file, instantiation);
    model.map(|model| (model, diagnostics)).map_err(refused)
}

/// The model of a program that a reader made, with the spans of the original text and notes on the differences.
pub(crate) fn model(text: &Text, options: &Options, made: Result<Imported, Vec<Diagnostic>>) -> Reading<Model> {
    let mut program = made?;
    let (rolled, notes) = (program.rolled.take(), std::mem::take(&mut program.notes));
    // Assumptions belong to the verdicts.
    let code = if program.origins.of_c.is_some() { ASSUMPTION } else { "not-the-same" };
    let note = |note: Note| Diagnostic::new(code, Severity::Information, note.span, note.text);
    let joined = program.files.take().unwrap_or_else(|| Joined::new(Arc::clone(&text.text), []));
    let model = made_model(text, &joined, program, options.instantiation()).map_err(refused)?;
    let any_number = Instantiation { threads: None, representatives: true, ..options.instantiation() };
    let rolled = rolled.and_then(|rolled| made_model(text, &joined, *rolled, any_number).ok()).map(Arc::new);
    Ok((Model { rolled, ..model }, notes.into_iter().map(note).collect()))
}

fn made_model(
    text: &Text,
    joined: &Joined,
    program: Imported,
    instantiation: Instantiation,
) -> Result<Model, NotInstantiated> {
    let mut file = syntax::parse(&program.text).file;
    file.comments = program.comments;
    let model = Model::made(
        text.path.as_str(),
        Arc::clone(&joined.text),
        Arc::new(file),
        Some(Arc::new(program.origins)),
        instantiation,
    )?;
    Ok(Model { others: Arc::clone(&joined.others), ..model })
}

fn refused(why: NotInstantiated) -> Vec<Diagnostic> {
    let message = match why {
        NotInstantiated::Errors(diagnostics) => return diagnostics,
        NotInstantiated::ThreadsNeeded(ref process) => {
            format!("Process `{process}` has any number of instances. Set their number, such as --threads 2.")
        }
        NotInstantiated::TooManyInstances | NotInstantiated::TooManyTransitions => {
            format!("This is too large: {why}.")
        }
    };
    vec![Diagnostic::new("arguments", Severity::Error, Span::empty(0), message)]
}
