//! Occurrences of a name.

use boolprog_base::Span;
use boolprog_integer::model::{Role, SymbolKind, Use};

use super::{Snapshot, symbols};
use crate::occurrences::{Access, Declared, Occurrence};
use crate::symbols::visit;

/// All occurrences of the name at an offset, in textual order; `None` if there is no name. Linear in the names of the
/// file.
pub fn occurrences(snapshot: &Snapshot, offset: u32) -> Option<Vec<Occurrence>> {
    let symbol = snapshot.names.use_at(offset)?.symbol;
    Some(snapshot.names.uses_of(symbol).map(|found| occurrence(snapshot, found)).collect())
}

/// The name at an offset, and where it is declared. Linear in the file.
pub fn declarations(snapshot: &Snapshot, offset: u32) -> Option<(Span, Vec<Declared>)> {
    let found = snapshot.names.use_at(offset)?;
    let declares = snapshot.names.uses_of(found.symbol).filter(|it| it.role == Role::Declaration);
    // The contents of a process without a name are in no outline.
    let mut declared: Vec<Declared> = declares.map(|it| Declared { span: it.span, name_span: it.span }).collect();
    visit(&symbols::symbols(&snapshot.text, &snapshot.file), &mut |symbol, _| {
        if let Ok(index) = declared.binary_search_by_key(&symbol.name_span, |it| it.name_span) {
            declared[index].span = symbol.span;
        }
    });
    Some((found.span, declared))
}

/// Every variable and constant has a value where it is declared.
fn occurrence(snapshot: &Snapshot, found: &Use) -> Occurrence {
    let is_value = || {
        let kind = snapshot.names.symbol(found.symbol).map(|symbol| symbol.kind);
        matches!(kind, Some(SymbolKind::Constant(_) | SymbolKind::Variable { .. }))
    };
    let access = match found.role {
        Role::Read => Access::Read,
        Role::Write => Access::Write,
        Role::Declaration if is_value() => Access::Write,
        Role::Declaration | Role::Leave | Role::Enter | Role::Mention => Access::Other,
    };
    Occurrence { span: found.span, access, is_declaration: found.role == Role::Declaration }
}
