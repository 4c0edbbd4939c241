//! The parts of an integer program at which traces can point.

use boolprog_base::Span;
use boolprog_integer::syntax::ast::{Item, ProcessItem, SourceFile};

/// Spans of the parts of a program: its properties, locations and edges, each in textual order. Their order among one
/// another does not matter.
pub(super) fn parts(file: &SourceFile) -> Vec<Span> {
    let (mut properties, mut locations, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for item in &file.items {
        match item {
            Item::Property(property) => properties.push(property.span),
            Item::Process(process) => {
                for item in &process.items {
                    match item {
                        ProcessItem::Locations(it) => locations.extend(it.names.iter().map(|name| name.span)),
                        ProcessItem::Edge(edge) => edges.push(edge.span),
                        ProcessItem::Declaration(_) => {}
                    }
                }
            }
            Item::Constant(_) | Item::Declaration(_) | Item::Initial(_) | Item::Predicate(_) => {}
        }
    }
    [properties, locations, edges].concat()
}
