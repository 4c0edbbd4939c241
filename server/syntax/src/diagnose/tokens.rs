//! The tokens of a tree in textual order.

use tree_sitter::{Node, Tree};

use crate::Span;
use crate::build::span_of;
use crate::kinds::Kind;

/// A leaf of the tree that is no comment.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether the parser put it in.
    pub(super) missing: bool,
}

pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<Token>,
    /// Where the parser made the first repair.
    first_repair: Option<Span>,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(tree: &Tree, text: &'t str) -> Self {
        let mut tokens = Self { text, all: Vec::new(), first_repair: None };
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if tokens.first_repair.is_none() && (node.is_error() || node.is_missing()) {
                tokens.first_repair = Some(span_of(node));
            }
            if cursor.goto_first_child() {
                continue;
            }
            tokens.push(node);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return tokens;
                }
            }
        }
    }

    fn push(&mut self, leaf: Node<'_>) {
        let kind = Kind::of(leaf);
        // A node without children need not be a token: an empty file is none.
        if matches!(kind, Kind::Comment | Kind::SourceFile) {
            return;
        }
        self.all.push(Token { kind, span: span_of(leaf), missing: leaf.is_missing() });
    }

    /// The text of a token as a message shows it.
    pub(super) fn show(&self, index: usize) -> String {
        const LONGEST: usize = 30;
        let Some(token) = self.all.get(index) else { return "the end of the file".into() };
        let text = self.text.get(token.span.range()).unwrap_or_default();
        let mut characters = text.chars();
        let mut shown: String = characters.by_ref().take(LONGEST).flat_map(printable).collect();
        if characters.next().is_some() {
            shown.push('…');
        }
        format!("`{shown}`")
    }

    /// What is underlined for the token at `index`; for the end of the text the last token.
    pub(super) fn span(&self, index: usize) -> Span {
        let last = || self.all.iter().rfind(|token| !token.missing);
        match self.all.get(index).or_else(last) {
            Some(token) => token.span,
            None => Span::empty(self.text.len() as u32),
        }
    }

    /// Where the parser made the first repair.
    pub(super) fn first_repair(&self) -> Span {
        self.first_repair.unwrap_or(self.span(self.all.len()))
    }
}

/// The character, or its number if it cannot be seen.
fn printable(character: char) -> Vec<char> {
    if character.is_control() || character == char::REPLACEMENT_CHARACTER {
        format!("\\u{{{:x}}}", u32::from(character)).chars().collect()
    } else {
        vec![character]
    }
}
