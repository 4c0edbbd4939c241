//! The grammars of the languages, and where their texts can be read apart.

use std::sync::LazyLock;

use boolprog_base::Span;
use boolprog_syntax::MAX_BYTES;
use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator};

/// Grammar of a language, with its folds and top-level items.
#[derive(Debug)]
pub struct Grammar {
    language: Language,
    folds: Query,
    tokens: fn(&str) -> Vec<Span>,
    /// Words that begin a top-level item, and nothing else.
    opening: &'static [&'static str],
    /// Word that ends a top-level item, and nothing else.
    closing: &'static str,
}

/// The grammar of Boolean programs.
pub static BOOLEAN: LazyLock<Grammar> = LazyLock::new(|| Grammar {
    tokens: |text| {
        use boolprog_syntax::lexer::{TokenKind, tokens};
        let all = tokens(text, Span::new(0, text.len() as u32));
        all.filter(|token| token.kind == TokenKind::Word).map(|token| token.span).collect()
    },
    opening: &["dfs", "void", "bool"],
    closing: "end",
    ..Grammar::new(tree_sitter_boolprog::LANGUAGE.into(), tree_sitter_boolprog::FOLDS_QUERY)
});

/// The grammar of integer programs.
pub static INTEGER: LazyLock<Grammar> = LazyLock::new(|| Grammar {
    tokens: |text| boolprog_integer::syntax::lexer::tokens(text).all.iter().map(|token| token.span).collect(),
    opening: &["process"],
    closing: "}",
    ..Grammar::new(tree_sitter_boolprog::integer::LANGUAGE.into(), tree_sitter_boolprog::integer::FOLDS_QUERY)
});

/// Folding of a node according to `folds.scm`.
#[derive(Clone, Copy, Default)]
pub(super) struct Folding {
    pub(super) alone: bool,
    /// It folds together with the neighbours for which this is true as well.
    pub(super) in_runs: bool,
}

impl Grammar {
    fn new(language: Language, folds: &str) -> Self {
        let folds = Query::new(&language, folds).expect("a test compiles all queries");
        Self { language, folds, tokens: |_| Vec::new(), opening: &[], closing: "" }
    }

    pub(super) fn parser(&self) -> Parser {
        let mut parser = Parser::new();
        parser.set_language(&self.language).expect("the grammar was generated for this library");
        parser
    }

    /// The top-level items of a text, without gaps. Too long a text has none.
    pub(super) fn items(&self, text: &str) -> Vec<Span> {
        if text.len() > MAX_BYTES {
            return Vec::new();
        }
        let (mut items, mut start, mut was_opening) = (Vec::new(), 0, false);
        let mut cut = |at: u32| {
            if at > start {
                items.push(Span::new(start, at));
                start = at;
            }
        };
        for token in (self.tokens)(text) {
            let spelling = &text[token.range()];
            let is_opening = self.opening.contains(&spelling);
            if is_opening && !was_opening {
                cut(token.start);
            } else if spelling == self.closing {
                cut(token.end);
            }
            was_opening = is_opening;
        }
        cut(text.len() as u32);
        items
    }

    pub(super) fn folding(&self, node: Node<'_>, cursor: &mut QueryCursor) -> Folding {
        let mut folding = Folding::default();
        let mut matches = cursor.set_max_start_depth(Some(0)).matches(&self.folds, node, &[][..]);
        while let Some(found) = matches.next() {
            for capture in found.captures() {
                match self.folds.capture_names()[capture.index as usize] {
                    "run" => folding.in_runs = true,
                    _ => folding.alone = true,
                }
            }
        }
        folding
    }
}
