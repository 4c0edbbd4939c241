//! What can be folded: procedures, blocks, runs of comments and runs of declarations.
//!
//! Found in the tokens, not in the tree, so that half a program folds as far as it is there.

use boolprog_base::Span;
use boolprog_syntax::lexer::{self, TokenKind};

/// What a fold hides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldKind {
    /// A piece of program.
    Code,
    /// Comments.
    Comment,
}

/// A range of several lines that can be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// From the end of the first line that stays to the end of the last one that is hidden. The word that ends a block
    /// stays if it begins its line.
    pub span: Span,
    /// What it hides.
    pub kind: FoldKind,
}

/// The folds of a Boolean program, by where they begin, outer ones first. Linear in the text, but for the sorting.
pub fn folds(text: &str) -> Vec<Fold> {
    let tokens = lexer::tokens(text, Span::new(0, text.len() as u32));
    in_tokens(text, &BOOLEAN, tokens.map(|token| (token.span, token.kind == TokenKind::Comment)))
}

/// The words that make blocks in a language.
pub(crate) struct Blocks {
    /// What stands outside of all blocks, or opens the outermost one.
    pub(crate) outermost: &'static str,
    /// What opens a block.
    pub(crate) open: &'static [&'static str],
    /// What closes a block, and what that was opened by.
    pub(crate) close: &'static [(&'static str, &'static [&'static str])],
}

const BOOLEAN: Blocks = Blocks {
    outermost: "begin",
    open: &["begin", "then", "else", "do"],
    close: &[
        ("elsif", &["then", "else"]),
        ("elif", &["then", "else"]),
        ("else", &["then", "else"]),
        ("fi", &["then", "else"]),
        ("od", &["do"]),
        ("end", &["begin"]),
    ],
};

/// The folds of a text of these tokens; the flag marks comments.
pub(crate) fn in_tokens(text: &str, words: &Blocks, tokens: impl IntoIterator<Item = (Span, bool)>) -> Vec<Fold> {
    let mut folder = Folder {
        text,
        words,
        line: 0,
        end: 0,
        blocks: Vec::new(),
        comments: None,
        declarations: None,
        folds: Vec::new(),
    };
    for (span, is_comment) in tokens {
        folder.token(span, is_comment);
    }
    folder.finish_comments(None);
    folder.finish_declarations(None);
    folder.folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    folder.folds
}

/// Something that may become a fold.
#[derive(Clone, Copy)]
struct Begun {
    /// Where it begins, and on which line.
    start: u32,
    line: usize,
    /// Where it ends as far as it was read, and on which line.
    end: u32,
    last_line: usize,
}

/// A block whose end was not read yet.
struct Block<'a> {
    opened_by: &'a str,
    start: u32,
    line: usize,
}

struct Folder<'a> {
    text: &'a str,
    words: &'a Blocks,
    /// The line of the end of the last token.
    line: usize,
    /// The end of the last token.
    end: u32,
    blocks: Vec<Block<'a>>,
    /// The run of comments that is being read.
    comments: Option<Begun>,
    /// The run of declarations that is being read, and whether its last one still lacks its `;`.
    declarations: Option<(Begun, bool)>,
    folds: Vec<Fold>,
}

impl<'a> Folder<'a> {
    fn token(&mut self, span: Span, is_comment: bool) {
        let spelling = self.text.get(span.range()).unwrap_or_default();
        let newlines =
            |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or_default().matches('\n').count();
        let gap = newlines(self.end, span.start);
        let line = self.line + gap;
        let last_line = line + newlines(span.start, span.end);
        let begun = Begun { start: span.start, line, end: span.end, last_line };
        if is_comment {
            self.comment(begun, gap, spelling.starts_with("//"));
        } else {
            self.finish_comments(None);
            self.declaration(begun, spelling);
            self.block(begun, spelling);
        }
        (self.line, self.end) = (last_line, span.end);
    }

    /// Lines of `//` that follow one another are one run.
    fn comment(&mut self, begun: Begun, gap: usize, is_line: bool) {
        match &mut self.comments {
            Some(run) if is_line && gap == 1 => (run.end, run.last_line) = (begun.end, begun.last_line),
            // A comment after code on its line begins no fold.
            _ if is_line && gap == 0 && self.end > 0 => self.finish_comments(None),
            _ => self.finish_comments(is_line.then_some(begun)),
        }
        if !is_line {
            self.fold(begun, FoldKind::Comment);
        }
    }

    fn finish_comments(&mut self, next: Option<Begun>) {
        if let Some(run) = std::mem::replace(&mut self.comments, next) {
            self.fold(run, FoldKind::Comment);
        }
    }

    fn declaration(&mut self, begun: Begun, spelling: &str) {
        match &mut self.declarations {
            Some((run, is_open)) if *is_open || spelling == "decl" => {
                (run.end, run.last_line) = (begun.end, begun.last_line);
                *is_open = spelling != ";";
            }
            _ => self.finish_declarations((spelling == "decl").then_some((begun, true))),
        }
    }

    fn finish_declarations(&mut self, next: Option<(Begun, bool)>) {
        if let Some((run, _)) = std::mem::replace(&mut self.declarations, next) {
            self.fold(run, FoldKind::Code);
        }
    }

    fn block(&mut self, begun: Begun, spelling: &'a str) {
        if spelling == self.words.outermost {
            // Procedures do not nest, nor do processes: what is still open lacks its end.
            self.blocks.clear();
        }
        if let Some((_, openers)) = self.words.close.iter().find(|(closer, _)| *closer == spelling) {
            self.close(openers);
        }
        if self.words.open.contains(&spelling) {
            self.blocks.push(Block { opened_by: spelling, start: begun.end, line: begun.last_line });
        }
    }

    /// Ends the innermost block that was opened by one of these words; those inside it lack their ends.
    fn close(&mut self, openers: &[&str]) {
        let Some(index) = self.blocks.iter().rposition(|block| openers.contains(&block.opened_by)) else { return };
        let Block { start, line, .. } = self.blocks.swap_remove(index);
        self.blocks.truncate(index);
        self.fold(Begun { start, line, end: self.end, last_line: self.line }, FoldKind::Code);
    }

    fn fold(&mut self, begun: Begun, kind: FoldKind) {
        if begun.last_line > begun.line {
            self.folds.push(Fold { span: Span::new(begun.start, begun.end), kind });
        }
    }
}
