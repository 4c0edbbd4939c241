//! The shape of a text: its concrete syntax, as the tree-sitter grammar of its language reads it.
//!
//! Features that depend on the nesting of a text alone are computed here, once for all languages. There is one tree for
//! each top-level item, parsed from the text of the item: an item whose text is unchanged is not parsed again, and an
//! error in one leaves the others intact. The trees of a text without errors are the same as if it were parsed as a
//! whole. Trees are not edited, since an incremental parser repairs a broken text depending on the parts of the previous
//! text that it reuses.

mod folding;
mod grammar;
mod selection;

use std::sync::Arc;

use boolprog_base::Span;
use rustc_hash::FxHashMap;
use tree_sitter::Tree;

pub use folding::{Fold, FoldKind};
pub use grammar::{BOOLEAN, Grammar, INTEGER};

/// The concrete syntax of a text. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shape {
    grammar: &'static Grammar,
    text: Arc<str>,
    /// Items in textual order, without gaps.
    items: Arc<[Item]>,
}

/// A top-level item with the text before it.
#[derive(Debug)]
struct Item {
    span: Span,
    tree: Tree,
}

impl Shape {
    /// Parses a text. Unchanged items of an earlier shape are not parsed again.
    pub fn new(grammar: &'static Grammar, text: &Arc<str>, earlier: Option<&Self>) -> Self {
        Self::of_items(grammar, text, grammar.items(text), earlier)
    }

    fn of_items(grammar: &'static Grammar, text: &Arc<str>, spans: Vec<Span>, earlier: Option<&Self>) -> Self {
        let earlier = earlier.filter(|earlier| std::ptr::eq(earlier.grammar, grammar));
        let read: FxHashMap<&str, &Tree> = earlier
            .into_iter()
            .flat_map(|shape| shape.items.iter().map(|item| (&shape.text[item.span.range()], &item.tree)))
            .collect();
        let mut parser = grammar.parser();
        let item = |span: Span| {
            let part = &text[span.range()];
            let tree = read.get(part).map(|tree| (*tree).clone()).or_else(|| parser.parse(part, None))?;
            Some(Item { span, tree })
        };
        let items = spans.into_iter().filter_map(item).collect();
        Self { grammar, text: Arc::clone(text), items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = include_str!("../tests/folding/everything.bp");
    const MODEL: &str = include_str!("../tests/folding/model.ip");

    fn everything(shape: &Shape) -> (Vec<Fold>, Vec<Vec<Span>>) {
        (shape.folds(), (0..=shape.text.len() as u32).map(|offset| shape.enclosing(offset)).collect())
    }

    #[test]
    fn items_make_the_tree_of_the_whole_text() {
        for (grammar, text) in [
            (&*BOOLEAN, PROGRAM),
            (
                &INTEGER,
                MODEL.strip_suffix("process Q {\n  loc m;\nprocess R { loc n;\n}\n").expect("broken at the end"),
            ),
        ] {
            let text = Arc::from(text);
            let (items, whole) = (grammar.items(&text), vec![Span::new(0, text.len() as u32)]);
            assert!(items.len() > 1);
            let apart = Shape::of_items(grammar, &text, items, None);
            assert!(apart.items.iter().all(|item| !item.tree.root_node().has_error()));
            assert_eq!(everything(&apart), everything(&Shape::of_items(grammar, &text, whole, None)));
        }
    }

    #[test]
    fn what_was_read_before_changes_nothing() {
        for (grammar, text) in [(&*BOOLEAN, PROGRAM), (&INTEGER, MODEL)] {
            let mut earlier = Shape::new(grammar, &text.into(), None);
            for (at, _) in text.char_indices() {
                let typed = [&text[..at], "end } if {", &text[at..]].concat().into();
                let shape = Shape::new(grammar, &typed, Some(&earlier));
                assert_eq!(everything(&shape), everything(&Shape::new(grammar, &typed, None)));
                earlier = shape;
            }
        }
    }
}
