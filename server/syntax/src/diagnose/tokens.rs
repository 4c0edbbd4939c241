//! The tokens of a broken text, in textual order.

use boolprog_base::Span;

use crate::kinds::Kind;
use crate::lexer::{self, TokenKind};

/// A token that is no comment.
pub(super) struct Token {
    /// [`Kind::Error`] for characters that no token begins with.
    pub(super) kind: Kind,
    pub(super) span: Span,
}

pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<Token>,
    /// Whether a comment reaches the end, and perhaps beyond it.
    pub(super) end_in_comment: bool,
}

impl<'t> Tokens<'t> {
    /// Those of a part of a text, which begins between two of them.
    pub(super) fn of(text: &'t str, part: Span) -> Self {
        let mut tokens = Self { text, all: Vec::new(), end_in_comment: false };
        for token in lexer::tokens(text, part) {
            let spelling = text.get(token.span.range()).unwrap_or_default();
            match token.kind {
                TokenKind::Comment => tokens.end_in_comment = token.span.end == part.end,
                // The start of a name in braces that are not closed.
                TokenKind::Word if tokens.ends_with_brace(token.span.start) => tokens.push(Kind::Error, token.span),
                TokenKind::Word => tokens.push(Kind::of_token(spelling).unwrap_or(Kind::Identifier), token.span),
                TokenKind::Number => tokens.push(Kind::Number, token.span),
                TokenKind::Symbol => tokens.push(Kind::of_token(spelling).unwrap_or(Kind::Error), token.span),
                TokenKind::Other => tokens.push(Kind::Error, token.span),
            }
        }
        tokens
    }

    fn ends_with_brace(&self, offset: u32) -> bool {
        let last = self.all.last().filter(|last| last.kind == Kind::Error && last.span.end == offset);
        last.is_some_and(|last| self.text.get(last.span.range()).is_some_and(|text| text.ends_with('{')))
    }

    fn push(&mut self, kind: Kind, span: Span) {
        match self.all.last_mut() {
            // What makes no sense together is shown together.
            Some(last) if kind == Kind::Error && last.kind == kind && last.span.end == span.start => {
                last.span.end = span.end;
            }
            _ => self.all.push(Token { kind, span }),
        }
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
        match self.all.get(index).or(self.all.last()) {
            Some(token) => token.span,
            None => Span::empty(self.text.len() as u32),
        }
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
