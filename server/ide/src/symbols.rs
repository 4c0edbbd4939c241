//! The outline of a file: global variables, and procedures with their parameters, locals and labels.

use boolprog_syntax::Span;
use boolprog_syntax::ast::{Declaration, Name, Procedure};

use crate::{Snapshot, walk};

/// What an entry of the outline is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A procedure.
    Procedure,
    /// A variable or parameter.
    Variable,
    /// A label.
    Label,
}

/// An entry of the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// `shared`, `thread_local`, `local`, `parameter`, or empty.
    pub detail: &'static str,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name; inside `span`.
    pub name_span: Span,
    /// What is inside.
    pub children: Vec<Symbol>,
}

/// The outline of a file, in textual order. Names that are holes are left out.
pub fn symbols(snapshot: &Snapshot) -> Vec<Symbol> {
    let file = &snapshot.file;
    let mut symbols: Vec<Symbol> = file.declarations.iter().flat_map(|it| declared(it, "shared")).collect();
    symbols.extend(file.procedures.iter().filter_map(procedure));
    symbols.sort_by_key(|symbol| symbol.span);
    symbols
}

fn declared<'a>(declaration: &'a Declaration, shared: &'static str) -> impl Iterator<Item = Symbol> + 'a {
    let detail = if declaration.thread_local.is_some() { "thread_local" } else { shared };
    let leaf = move |name, span| leaf(name, span, detail, SymbolKind::Variable);
    declaration.variables.iter().filter_map(move |variable| leaf(&variable.name, variable.span))
}

fn procedure(procedure: &Procedure) -> Option<Symbol> {
    let parameter = |name: &Name| leaf(name, name.span, "parameter", SymbolKind::Variable);
    let mut children: Vec<Symbol> = procedure.parameters.iter().filter_map(parameter).collect();
    children.extend(procedure.declarations.iter().flat_map(|it| declared(it, "local")));
    walk::statements(&procedure.body, &mut |statement| {
        let label = |name: &Name| leaf(name, name.span.cover(statement.span), "", SymbolKind::Label);
        children.extend(statement.labels.iter().filter_map(label));
    });
    children.sort_by_key(|child| child.span);
    let symbol = leaf(&procedure.name, procedure.span.cover(procedure.name.span), "", SymbolKind::Procedure)?;
    Some(Symbol { children, ..symbol })
}

fn leaf(name: &Name, span: Span, detail: &'static str, kind: SymbolKind) -> Option<Symbol> {
    let symbol = Symbol { name: name.text.to_string(), detail, kind, span, name_span: name.span, children: Vec::new() };
    (!name.text.is_empty()).then_some(symbol)
}
