//! The outline of a file: constants, shared variables, processes with their variables and locations, properties.

use boolprog_base::Span;
use boolprog_integer::PropertyKind;
use boolprog_integer::syntax::ast::{Copies, Declaration, Item, Process, ProcessItem, SourceFile};

use crate::symbols::{Symbol, SymbolKind, leaf};

/// The outline of a file, in textual order. Names that are holes are left out.
pub fn symbols(text: &str, file: &SourceFile) -> Vec<Symbol> {
    let outline = Outline { text };
    file.items.iter().flat_map(|item| outline.item(item)).collect()
}

struct Outline<'a> {
    text: &'a str,
}

impl<'a> Outline<'a> {
    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn item(&self, item: &Item) -> Vec<Symbol> {
        let symbol = match item {
            Item::Constant(it) => leaf(&it.name, it.span, self.slice(it.value.span), SymbolKind::Constant),
            Item::Declaration(declaration) => return self.declared(declaration),
            Item::Process(process) => self.process(process),
            Item::Property(it) => {
                let detail = match it.kind {
                    PropertyKind::Error => "error",
                    PropertyKind::Invariant => "invariant",
                };
                leaf(&it.name, it.span, detail, SymbolKind::Property)
            }
            Item::Initial(_) | Item::Predicate(_) => None,
        };
        symbol.into_iter().collect()
    }

    fn declared(&self, declaration: &Declaration) -> Vec<Symbol> {
        let variables = declaration.variables.iter();
        variables.filter_map(|it| leaf(&it.name, it.span, self.slice(it.ty.span()), SymbolKind::Variable)).collect()
    }

    fn process(&self, process: &Process) -> Option<Symbol> {
        let copies = match &process.copies {
            None => String::new(),
            Some(Copies::Any(_)) => "[*]".to_owned(),
            Some(Copies::Number(number)) => format!("[{}]", self.slice(number.span)),
        };
        let symbol = leaf(&process.name, process.span, &copies, SymbolKind::Process)?;
        let mut children = Vec::new();
        let mut start = Some("start");
        for item in &process.items {
            match item {
                ProcessItem::Declaration(declaration) => children.extend(self.declared(declaration)),
                ProcessItem::Locations(locations) => {
                    children.extend(locations.names.iter().filter_map(|name| {
                        leaf(name, name.span, start.take().unwrap_or_default(), SymbolKind::Location)
                    }));
                }
                ProcessItem::Edge(_) => {}
            }
        }
        Some(Symbol { children, ..symbol })
    }
}
