//! A text as a list of pieces, tokens and comments, with nothing but blanks between them.
//!
//! The syntax tree would give the same list, but walking it takes several times as long, and an editor formats with
//! every `;`.

use boolprog_base::Span;
use boolprog_syntax::lexer::{self, Token, TokenKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name, a word of the language or a number.
    Word,
    /// An operator or a punctuation mark.
    Symbol,
    /// From `//` to the end of the line.
    LineComment,
    /// From `/*` to `*/`.
    BlockComment,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) start: u32,
    /// The number of line breaks in the gap before it; 2 stands for more.
    pub(crate) breaks: u8,
}

impl Piece<'_> {
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len() as u32)
    }

    pub(crate) const fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::LineComment | Kind::BlockComment)
    }

    /// Returns `true` if it has more than one line.
    pub(crate) fn has_breaks(&self) -> bool {
        self.kind == Kind::BlockComment && self.text.contains(['\n', '\r'])
    }

    /// Its width in columns; of a comment with several lines, the last one.
    pub(crate) fn columns(&self) -> u32 {
        let last = self.text.rfind(['\n', '\r']).map_or(self.text, |at| &self.text[at + 1..]);
        if last.is_ascii() { last.len() as u32 } else { last.chars().count() as u32 }
    }

    /// The column where it ends if it begins at this one.
    pub(crate) fn end_column(&self, start: u32) -> u32 {
        if self.has_breaks() { self.columns() } else { start + self.columns() }
    }
}

/// The pieces of a text; `None` if there is something in it that is neither a piece nor blank.
pub(crate) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut end = 0;
    let piece = |token: Token| {
        let gap = text.get(end..token.span.start as usize).filter(|gap| gap.trim().is_empty())?;
        let piece = &text[token.span.range()];
        let kind = match token.kind {
            TokenKind::Word | TokenKind::Number => Kind::Word,
            TokenKind::Symbol => Kind::Symbol,
            TokenKind::Comment if piece.starts_with("//") => Kind::LineComment,
            TokenKind::Comment if piece.len() >= 4 && piece.ends_with("*/") => Kind::BlockComment,
            TokenKind::Comment | TokenKind::Other => return None,
        };
        end = token.span.end as usize;
        Some(Piece { kind, text: piece, start: token.span.start, breaks: breaks(gap) })
    };
    lexer::tokens(text, Span::new(0, text.len() as u32)).map(piece).collect()
}

/// The number of line breaks in a gap; 2 stands for more.
fn breaks(gap: &str) -> u8 {
    let ends = gap.bytes().zip(gap.bytes().skip(1).chain([0]));
    ends.filter(|pair| pair.0 == b'\n' || pair.0 == b'\r' && pair.1 != b'\n').take(2).count() as u8
}
