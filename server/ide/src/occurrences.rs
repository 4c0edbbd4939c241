//! Occurrences of a name: declarations, references and highlights.

use boolprog_base::Span;
use boolprog_program::names::{Names, Role, Symbol, Use};

use crate::{Snapshot, symbols};

/// Access to a name by an occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The value of a variable is read, here or in another thread.
    Read,
    /// A variable gets a value, here or in another thread.
    Write,
    /// Neither: a declaration without a value, a jump, a call.
    Other,
}

/// One occurrence of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name itself, without `'` and without the `$` of a passive copy.
    pub span: Span,
    /// Access to the name.
    pub access: Access,
    /// `true` if it declares the name.
    pub is_declaration: bool,
}

/// Declaration of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// All of the declaration: a variable with its initial value, a procedure, a labelled statement.
    pub span: Span,
    /// The name; inside `span`.
    pub name_span: Span,
}

/// All occurrences of the name at an offset, in textual order; `None` if there is no name. Linear in the names of the
/// file.
pub fn occurrences(snapshot: &Snapshot, offset: u32) -> Option<Vec<Occurrence>> {
    let names = &snapshot.analysis.names;
    let found = name_at(snapshot, offset)?;
    Some(same(names, found.symbol).map(|it| occurrence(names, it)).collect())
}

/// The name at an offset, and where it is declared: once, unless the file declares it several times. Linear in the
/// names of the file.
pub fn declarations(snapshot: &Snapshot, offset: u32) -> Option<(Span, Vec<Declared>)> {
    let found = name_at(snapshot, offset)?;
    let declaring = same(&snapshot.analysis.names, found.symbol).filter(|it| it.role == Role::Declaration);
    let mut spans: Vec<Span> = declaring.map(|it| it.span).collect();
    spans.sort_unstable();
    let mut declared = Vec::new();
    symbols::visit(&symbols::symbols(&snapshot.file), &mut |symbol, _| {
        if spans.binary_search(&symbol.name_span).is_ok() {
            declared.push(Declared { span: symbol.span, name_span: symbol.name_span });
        }
    });
    Some((found.span, declared))
}

/// The name that a cursor touches, with the `'` before it and the `$` of a passive copy after it.
pub(crate) fn name_at(snapshot: &Snapshot, offset: u32) -> Option<&Use> {
    let names = &snapshot.analysis.names;
    let bytes = snapshot.text.as_bytes();
    let in_front = || (bytes.get(offset as usize) == Some(&b'\'')).then(|| names.use_at(offset + 1)).flatten();
    let behind = || {
        let before = offset.checked_sub(1)?;
        let is_copy = |found: &&Use| matches!(found.role, Role::PassiveRead | Role::PassiveWrite);
        names.use_at(before).filter(|found| found.span.end == before).filter(is_copy)
    };
    names.use_at(offset).or_else(in_front).or_else(behind)
}

/// All occurrences of a symbol, in textual order. Equal labels of one procedure count as one.
pub(crate) fn same(names: &Names, symbol: Symbol) -> impl Iterator<Item = &Use> {
    names.uses.iter().filter(move |found| match (symbol, found.symbol) {
        (Symbol::Label(a), Symbol::Label(b)) => {
            let label = |id: boolprog_program::names::LabelId| names.labels.get(id.0 as usize);
            label(a).map(|it| (it.procedure, &it.name)) == label(b).map(|it| (it.procedure, &it.name))
        }
        (a, b) => a == b,
    })
}

fn occurrence(names: &Names, found: &Use) -> Occurrence {
    let access = match found.role {
        Role::Read | Role::NewRead | Role::PassiveRead => Access::Read,
        Role::Write | Role::PassiveWrite => Access::Write,
        Role::Declaration if has_value(names, found) => Access::Write,
        Role::Declaration | Role::Mention | Role::Jump | Role::Call | Role::ThreadStart => Access::Other,
    };
    Occurrence { span: found.span, access, is_declaration: found.role == Role::Declaration }
}

/// Returns `true` if a declaration gives the variable an initial value.
fn has_value(names: &Names, declaration: &Use) -> bool {
    let Symbol::Variable(id) = declaration.symbol else { return false };
    let info = names.info(id);
    info.span == declaration.span && info.initial.is_some()
}
