//! Renaming, so that the program means the same afterwards.

use boolprog_base::{Edit, Span};
use boolprog_integer::model::{Names, SymbolId, SymbolKind, names};
use boolprog_integer::syntax::lexer::{Kind, tokens};
use boolprog_integer::syntax::parse;

use super::Snapshot;
use crate::rename::Refusal;

/// The name at an offset that can be renamed; `None` if there is no name.
///
/// Fails with the reason if the thing that is named there keeps its name.
pub fn prepare(snapshot: &Snapshot, offset: u32) -> Result<Option<Span>, Refusal> {
    let Some(found) = snapshot.names.use_at(offset) else { return Ok(None) };
    if !snapshot.syntax.is_empty() {
        return Err(Refusal::new("The program has syntax errors, so a name could be overlooked. Correct them first."));
    }
    Ok(Some(found.span))
}

/// The edits that rename the symbol at an offset, in textual order; `None` if there is no name. Parses the new text, so
/// linear in it.
///
/// Fails with the reason if the name is invalid, or if the program would change its meaning.
pub fn rename(snapshot: &Snapshot, offset: u32, new_name: &str) -> Result<Option<Vec<Edit>>, Refusal> {
    let Some(span) = prepare(snapshot, offset)? else { return Ok(None) };
    let Some(symbol) = snapshot.names.use_at(span.start).map(|found| found.symbol) else { return Ok(None) };
    let new_name = new_name.trim();
    if snapshot.names.symbol(symbol).is_some_and(|it| it.name == new_name) {
        return Ok(Some(Vec::new()));
    }
    spelling(new_name)?;
    clash(&snapshot.names, symbol, new_name)?;
    let uses = snapshot.names.uses_of(symbol);
    let edits: Vec<Edit> = uses.map(|found| Edit { span: found.span, text: new_name.to_owned() }).collect();
    unchanged(snapshot, &edits)?;
    Ok(Some(edits))
}

fn spelling(name: &str) -> Result<(), Refusal> {
    match tokens(name).all.first() {
        Some(token) if token.span.len() as usize != name.len() || name.is_empty() => {}
        Some(token) if token.kind == Kind::Name => return Ok(()),
        Some(token) if token.kind.is_word() => {
            return Err(Refusal::new(format!("`{name}` is a keyword; it cannot be a name.")));
        }
        _ => {}
    }
    Err(Refusal::new(format!(
        "`{name}` cannot be a name. Write a letter, `_` or `$` and then letters, digits, `_`, `$` and `#`."
    )))
}

/// Refuses a name that something else has already where both would be known.
fn clash(names: &Names, symbol: SymbolId, new_name: &str) -> Result<(), Refusal> {
    let Some(own) = names.symbol(symbol) else { return Ok(()) };
    let is_value = |kind| matches!(kind, SymbolKind::Constant(_) | SymbolKind::Variable { .. });
    let clashes = names.symbols.iter().find(|other| {
        other.name == new_name
            && match own.kind {
                SymbolKind::Constant(_) | SymbolKind::Variable { .. } => {
                    let are_apart = own.process.is_some() && other.process.is_some() && own.process != other.process;
                    is_value(other.kind) && !are_apart
                }
                SymbolKind::Location => other.kind == SymbolKind::Location && own.process == other.process,
                SymbolKind::Process { .. } => matches!(other.kind, SymbolKind::Process { .. }),
                SymbolKind::Property => other.kind == SymbolKind::Property,
            }
    });
    let Some(other) = clashes else { return Ok(()) };
    let what = match other.kind {
        SymbolKind::Constant(_) => "constant",
        SymbolKind::Variable { .. } => "variable",
        SymbolKind::Process { .. } => "process",
        SymbolKind::Location => "location",
        SymbolKind::Property => "property",
    };
    let owner = other.process.and_then(|process| names.symbol(process));
    let owner = owner.map_or(String::new(), |process| format!(" in `{}`", process.name));
    Err(Refusal::new(format!("There is a {what} `{new_name}`{owner} already.")))
}

/// Refuses edits after which a name would have another meaning. The meaning of a word can depend on its context, so the
/// new text is parsed.
fn unchanged(snapshot: &Snapshot, edits: &[Edit]) -> Result<(), Refusal> {
    let parsed = parse(&Edit::apply(&snapshot.text, edits));
    let (before, behind) = (&snapshot.names, names(&parsed.file));
    let meanings = |names: &Names| names.uses.iter().map(|found| (found.symbol, found.role)).collect::<Vec<_>>();
    let is_same = parsed.diagnostics.is_empty()
        && meanings(before) == meanings(&behind)
        && before.unresolved.len() == behind.unresolved.len();
    if is_same { Ok(()) } else { Err(Refusal::new("This name would change the meaning of the program.")) }
}
