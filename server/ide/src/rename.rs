//! Renaming variables, procedures and labels, so that the program means the same afterwards.

mod clash;
mod spelling;

use boolprog_base::{Edit, Severity, Span};
use boolprog_program::names::{Names, Role, Symbol, Use};

use crate::Snapshot;
use crate::occurrences::{name_at, same};
use boolprog_syntax::lexer::belongs_to_name;

/// Why something cannot be renamed: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl Refusal {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// The name at an offset that can be renamed; `None` if there is no name.
///
/// Fails with the reason if the thing that is named there keeps its name.
pub fn prepare(snapshot: &Snapshot, offset: u32) -> Result<Option<Span>, Refusal> {
    let Some(found) = name_at(snapshot, offset) else { return Ok(None) };
    if snapshot.syntax.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(Refusal::new("The program has syntax errors, so a name could be overlooked. Correct them first."));
    }
    let name = name_of(&snapshot.analysis.names, found.symbol);
    match found.symbol {
        Symbol::Procedure(_) if name == "main" => {
            Err(Refusal::new("`main` is where threads start: with another name there would be no program."))
        }
        Symbol::Label(_) => clash::error_label(snapshot, name).map(|()| Some(found.span)),
        Symbol::Procedure(_) | Symbol::Variable(_) => Ok(Some(found.span)),
    }
}

/// The edits that give the thing at an offset another name, in textual order; `None` if there is no name. Linear in the
/// names of the file.
///
/// Fails with the reason if the name is none, or if the program would not mean the same.
pub fn rename(snapshot: &Snapshot, offset: u32, new_name: &str) -> Result<Option<Vec<Edit>>, Refusal> {
    let Some(span) = prepare(snapshot, offset)? else { return Ok(None) };
    let names = &snapshot.analysis.names;
    let Some(symbol) = names.use_at(span.start).map(|found| found.symbol) else { return Ok(None) };
    let new_name = new_name.trim();
    if new_name == name_of(names, symbol) {
        return Ok(Some(Vec::new()));
    }
    spelling::check(new_name, symbol)?;
    clash::check(snapshot, symbol, new_name)?;
    Ok(Some(same(names, symbol).map(|found| edit(&snapshot.text, found, new_name)).collect()))
}

/// The name of a symbol, as it is declared.
fn name_of(names: &Names, symbol: Symbol) -> &str {
    match symbol {
        Symbol::Variable(id) => &names.info(id).name,
        Symbol::Procedure(id) => names.procedures.get(id.0 as usize).map_or("", |procedure| &procedure.name),
        Symbol::Label(id) => names.labels.get(id.0 as usize).map_or("", |label| &label.name),
    }
}

/// The `$` directly follows the name of a passive copy.
fn edit(text: &str, found: &Use, new_name: &str) -> Edit {
    let edit = spelt(text, found.span, new_name);
    let is_copy = matches!(found.role, Role::PassiveRead | Role::PassiveWrite);
    if is_copy { Edit { text: edit.text.trim_end().to_owned(), ..edit } } else { edit }
}

/// The edit that puts a name in the place of something. Names in braces and numbers need no blank between them and a
/// word; other names do.
pub(crate) fn spelt(text: &str, span: Span, name: &str) -> Edit {
    let before = text.as_bytes().get(..span.start as usize).and_then(|before| before.last());
    let behind = text.as_bytes().get(span.end as usize);
    let glues =
        |a: Option<&u8>, b: Option<&u8>| a.zip(b).is_some_and(|(&a, &b)| belongs_to_name(a) && belongs_to_name(b));
    let blank_if = |wanted: bool| if wanted { " " } else { "" };
    let (first, last) = (name.as_bytes().first(), name.as_bytes().last());
    let replacement = format!("{}{name}{}", blank_if(glues(before, first)), blank_if(glues(last, behind)));
    Edit { span, text: replacement }
}
