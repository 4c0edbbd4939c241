//! How integer programs are written down: in the language itself, or in that of another tool.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::integer::Model;
use boolprog_import::{Imported, Refusal};
use boolprog_integer::Instantiation;

use super::super::load::Source;
use super::refused;

/// A notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Notation {
    /// The language itself.
    Own,
    /// Control-flow automata of Theta.
    Automaton,
    /// Symbolic transition systems of Theta.
    Symbolic,
}

impl Notation {
    /// The program that a text of another tool stands for; `wanted` names a property, which chooses a system where a text has
    /// several. `None` if the text is in the language itself.
    pub(in crate::cli) fn import(
        self,
        text: &str,
        path: &Path,
        wanted: Option<&str>,
    ) -> Option<Result<Imported, Refusal>> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        match self {
            Self::Own => None,
            Self::Automaton => Some(boolprog_import::cfa(text, &file)),
            Self::Symbolic => Some(boolprog_import::system(text, &file, wanted)),
        }
    }
}

/// The model of a program of another tool, whose places are those of its file, and what is not the same in it; or what is
/// wrong.
pub(super) fn foreign(
    name: &str,
    source: &Source,
    made: Result<Imported, Refusal>,
    instantiation: Instantiation,
) -> Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>> {
    let made = made.map_err(|why| vec![Diagnostic::new("not-converted", Severity::Error, why.span, why.message)])?;
    let system = made.system(&instantiation).map_err(refused)?;
    let note = |note| Diagnostic::new("not-the-same", Severity::Information, Span::empty(0), note);
    let notes = made.notes.into_iter().map(note).collect();
    let (path, text, file) = (name.to_owned(), Arc::from(source.text()), Arc::default());
    Ok((Model { path, text, file, instantiation, system: Arc::new(system) }, notes))
}
