//! A place among the tokens, for parsers by recursive descent.

use boolprog_base::Span;
use smol_str::SmolStr;

use super::lexer::{Kind, Token, tokens};
use crate::Refusal;

const MAX_BYTES: usize = 4 << 20;

#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: SmolStr,
    pub(crate) span: Span,
}

/// The tokens that are not read yet.
pub(crate) struct Cursor<'t> {
    tokens: Vec<Token<'t>>,
    next: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, Refusal> {
        if text.len() > MAX_BYTES {
            let message = format!("This file is longer than {} MiB and is not read.", MAX_BYTES >> 20);
            return Err(Refusal::new(Span::empty(0), message));
        }
        Ok(Self { tokens: tokens(text)?, next: 0 })
    }

    pub(crate) fn peek(&self) -> Token<'t> {
        self.tokens[self.next]
    }

    /// The text of the token after the next.
    pub(crate) fn peek_second(&self) -> &'t str {
        self.tokens.get(self.next + 1).map_or("", |token| token.text)
    }

    /// Reads the next token. The end can be read any number of times.
    pub(crate) fn advance(&mut self) -> Token<'t> {
        let token = self.peek();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn is_at(&self, text: &str) -> bool {
        self.peek().text == text
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Reads the next token if it is this one.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = self.is_at(text);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, text: &str) -> Result<Span, Refusal> {
        if self.is_at(text) { Ok(self.advance().span) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Reads a name, which is not a keyword.
    pub(crate) fn name(&mut self, keywords: &[&str]) -> Result<Name, Refusal> {
        let token = self.peek();
        if token.kind != Kind::Word || keywords.contains(&token.text) {
            return Err(self.expected("a name"));
        }
        self.advance();
        Ok(Name { text: token.text.into(), span: token.span })
    }

    pub(crate) fn number(&mut self) -> Result<i64, Refusal> {
        let token = self.peek();
        if token.kind != Kind::Number {
            return Err(self.expected("a number"));
        }
        self.advance();
        token.text.parse().map_err(|_| Refusal::new(token.span, format!("The largest number is {}.", i64::MAX)))
    }

    pub(crate) fn expected(&self, what: &str) -> Refusal {
        let token = self.peek();
        let found = if token.kind == Kind::End { "the file ends".into() } else { format!("found `{}`", token.text) };
        Refusal::new(token.span, format!("Expected {what}, but {found}."))
    }

    /// A refusal of the next token that says why.
    pub(crate) fn refuse(&self, why: impl Into<String>) -> Refusal {
        Refusal::new(self.peek().span, why)
    }
}
