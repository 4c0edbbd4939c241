//! The outline of a file: global variables, and procedures with their parameters, locals and labels.

use boolprog_base::Span;
use boolprog_program::walk::statements;
use boolprog_syntax::ast::{Declaration, Name, Procedure, SourceFile};

/// Kind of an entry of the outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A procedure of the program.
    Procedure,
    /// A variable or parameter.
    Variable,
    /// A label of a statement.
    Label,
    /// A constant of an integer program.
    Constant,
    /// A process of an integer program.
    Process,
    /// A location of a process.
    Location,
    /// A property that has a name.
    Property,
}

/// An entry of the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Name of the entry.
    pub name: String,
    /// Detail in a word or two, such as `shared` or the type; may be empty.
    pub detail: String,
    /// Kind of the entry.
    pub kind: SymbolKind,
    /// Span of the whole declaration.
    pub span: Span,
    /// Its name; inside `span`.
    pub name_span: Span,
    /// Entries inside it.
    pub children: Vec<Symbol>,
}

/// The outline of a file, in textual order. Names that are holes are left out.
pub fn symbols(file: &SourceFile) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = file.declarations.iter().flat_map(|it| declared(it, "shared")).collect();
    symbols.extend(file.procedures.iter().filter_map(procedure));
    symbols.sort_by_key(|symbol| symbol.span);
    symbols
}

/// Calls `visit` on every entry and the name of the procedure that it is in, an outer entry before those inside it.
pub fn visit<'a>(symbols: &'a [Symbol], visit: &mut dyn FnMut(&'a Symbol, Option<&'a str>)) {
    for symbol in symbols {
        visit(symbol, None);
        symbol.children.iter().for_each(|child| visit(child, Some(&symbol.name)));
    }
}

/// Returns `true` if a name has the letters of a query in their order, ignoring case.
pub fn is_match(query: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
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
    statements(&procedure.body, |statement| {
        let label = |name: &Name| leaf(name, name.span.cover(statement.span), "", SymbolKind::Label);
        children.extend(statement.labels.iter().filter_map(label));
    });
    children.sort_by_key(|child| child.span);
    let symbol = leaf(&procedure.name, procedure.span.cover(procedure.name.span), "", SymbolKind::Procedure)?;
    Some(Symbol { children, ..symbol })
}

/// An entry without anything inside; none if the name is a hole.
pub(crate) fn leaf(name: &Name, span: Span, detail: &str, kind: SymbolKind) -> Option<Symbol> {
    let (detail, children) = (detail.to_owned(), Vec::new());
    let symbol = Symbol { name: name.text.to_string(), detail, kind, span, name_span: name.span, children };
    (!name.text.is_empty()).then_some(symbol)
}
