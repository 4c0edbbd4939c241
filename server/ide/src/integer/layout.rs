//! Where the parts of a program stand in one text, so that findings survive a change of layout.
//!
//! Two texts with the same meaning have the same edges, locations and properties in the same order, at different places.

use boolprog_base::Span;
use boolprog_integer::syntax::ast::{Item, ProcessItem, SourceFile};
use boolprog_trace::document::RangeDocument;
use rustc_hash::FxHashMap;

use super::Snapshot;
use crate::layout::ranges;

/// What a trace can point at, by its ranges in one text: the number of the part in its order in the file.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    parts: FxHashMap<RangeDocument, usize>,
}

impl Layout {
    /// The layout of a text. One pass over the text.
    pub fn new(snapshot: &Snapshot) -> Self {
        let ranges = ranges(&snapshot.text, &parts(&snapshot.file));
        Self { parts: ranges.into_iter().zip(0..).collect() }
    }

    /// The number of the part that stands in this range of the text that was checked.
    pub(super) fn part(&self, range: &RangeDocument) -> Option<usize> {
        self.parts.get(range).copied()
    }
}

/// Where the parts of a program stand: its properties, locations and edges, each in textual order. How they stand among one
/// another says nothing about the program.
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
