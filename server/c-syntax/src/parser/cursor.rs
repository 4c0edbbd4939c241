//! Looking at tokens, taking them, and going on after a mistake.

use boolprog_base::control::Progress;
use smol_str::SmolStr;

use super::{Parsed, Parser, words};
use crate::lexer::{Token, TokenKind};
use crate::source::Place;
use crate::tree::{Expr, Part, Stmt};

/// Number of tokens that are read between two polls.
const POLL: usize = 1024;

/// Bytes that the name of a member takes in their table.
const MEMBER: usize = 64;

/// The token after the last one.
pub(super) fn end(tokens: &[Token]) -> Token {
    Token {
        text: SmolStr::default(),
        place: tokens.last().map(|last| last.place).unwrap_or_default(),
        kind: TokenKind::Punctuation,
        is_first: true,
        is_spaced: true,
        pack: None,
        is_painted: false,
    }
}

impl Place {
    /// The span from this place to another one.
    pub(super) fn to(self, end: Self) -> Self {
        if self.file != end.file || self.span.start > end.span.start {
            return self;
        }
        let of_macro = if self.of_macro == end.of_macro { self.of_macro } else { None };
        Self { file: self.file, span: self.span.cover(end.span), of_macro }
    }
}

impl Parser<'_> {
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token at this distance after the next one.
    pub(super) fn ahead(&self, count: usize) -> &Token {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    pub(super) fn place(&self) -> Place {
        self.token().place
    }

    /// From a place to the last token that was taken.
    pub(super) fn since(&self, start: Place) -> Place {
        start.to(self.tokens[self.at.saturating_sub(1)].place)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at + 1 >= self.tokens.len()
    }

    pub(super) fn at(&self, text: &str) -> bool {
        self.token().is(text)
    }

    pub(super) fn at_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.at(text))
    }

    /// Takes a token.
    pub(super) fn take(&mut self) -> Place {
        let place = self.place();
        if !self.at_end() {
            self.at += 1;
            self.watch(place);
            if self.at.is_multiple_of(POLL) {
                self.poll();
            }
        }
        place
    }

    fn poll(&mut self) {
        let bytes = self.tokens.len() * size_of::<Token>()
            + self.unit.exprs.len() * (size_of::<Expr>() + size_of::<super::Facts>())
            + self.unit.stmts.len() * size_of::<Stmt>()
            + self.parts * size_of::<Part>()
            + self.members.len() * MEMBER;
        let progress = Progress { phase: "parsing", bytes, ..Progress::default() };
        if let Err(stop) = self.control.poll(&progress) {
            self.stop = Some(stop);
            self.halt();
        }
    }

    pub(super) fn take_two(&mut self) {
        self.take();
        self.take();
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_there = self.at(text);
        if is_there {
            self.take();
        }
        is_there
    }

    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed<Place> {
        if self.at(text) { Ok(self.take()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Reports what should stand here instead of the next token.
    pub(super) fn expected(&mut self, what: &str) -> super::Reported {
        let message = if self.at_end() {
            format!("The text ends where {what} is expected.")
        } else {
            format!("Expected {what} before `{}`.", self.token().text)
        };
        self.mistake(self.place(), message)
    }

    /// `true` before an identifier.
    pub(super) fn at_name(&self) -> bool {
        is_name(self.token())
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<(SmolStr, Place)> {
        if !self.at_name() {
            return Err(self.expected(what));
        }
        let name = self.token().text.clone();
        Ok((name, self.take()))
    }

    /// Skips what stands in parentheses, brackets or braces, from the opening one to the closing one.
    pub(super) fn skip_group(&mut self) {
        let mut depth = 0;
        while !self.at_end() {
            if self.at_any(&["(", "[", "{"]) {
                depth += 1;
            } else if self.at_any(&[")", "]", "}"]) {
                depth -= 1;
            }
            self.take();
            if depth <= 0 {
                return;
            }
        }
    }

    /// Skips the rest of a statement: to its `;`, after its block, or before the `}` around.
    pub(super) fn skip_statement(&mut self) {
        while !self.at_end() && !self.at("}") {
            let is_block = self.at("{");
            if self.eat(";") {
                return;
            }
            self.skip_one();
            if is_block {
                return;
            }
        }
    }

    /// Skips the rest of a declaration outside of functions, and takes at least one token of what began at `start`.
    pub(super) fn skip_declaration(&mut self, start: usize) {
        while !self.at_end() {
            let is_block = self.at("{");
            if self.eat(";") {
                return;
            }
            self.skip_one();
            let goes_on = self.at_any(&[";", ",", "=", "[", "("]) || self.token().kind != TokenKind::Word;
            if is_block && (!goes_on || self.at_end()) {
                return;
            }
        }
        self.at = self.at.max(start + 1).min(self.tokens.len() - 1);
    }

    fn skip_one(&mut self) {
        if self.at_any(&["(", "[", "{"]) {
            self.skip_group();
        } else {
            self.take();
        }
    }
}

/// `true` for an identifier.
pub(super) fn is_name(token: &Token) -> bool {
    token.is_word() && !words::is_keyword(&token.text)
}
