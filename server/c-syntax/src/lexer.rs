//! Preprocessing tokens of C (C11 6.4), each with its place.
//!
//! Line continuations may stand anywhere, also inside of tokens (C11 5.1.1.2); as in GNU C, blanks may follow the backslash.
//! Trigraphs mean nothing.

mod cursor;
mod token;

use std::sync::Arc;

use boolprog_base::Span;
use smol_str::SmolStr;

use crate::source::{FileId, Place};
use cursor::Cursor;
pub(crate) use cursor::universal_name;
pub(crate) use token::digraph;
pub use token::{Token, TokenKind};

/// Punctuators of several characters, the longer ones first.
static PUNCTUATION: &[&str] = &[
    "%:%:", "<<=", ">>=", "...", "##", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "<:", ":>", "<%", "%>", "%:",
];

/// Reads the tokens of a text, one after the other. Reading is linear in the text.
pub(crate) struct Lexer {
    cursor: Cursor,
    file: FileId,
    is_first: bool,
    is_spaced: bool,
    /// Comments so far.
    pub(crate) comments: Vec<Span>,
}

impl Lexer {
    pub(crate) fn new(text: Arc<str>, file: FileId) -> Self {
        Self { cursor: Cursor::new(text), file, is_first: true, is_spaced: false, comments: Vec::new() }
    }

    /// The next token; none at the end of the text.
    pub(crate) fn next(&mut self) -> Option<Token> {
        while self.blanks() {
            self.cursor.bump();
            self.is_first = true;
        }
        self.token()
    }

    /// The next token of this line; none at its end.
    pub(crate) fn next_on_line(&mut self) -> Option<Token> {
        if self.blanks() { None } else { self.token() }
    }

    /// The name of a header in `<>`, if one stands here (C11 6.4.7).
    pub(crate) fn header_name(&mut self) -> Option<(SmolStr, Place)> {
        if self.blanks() || self.cursor.peek() != Some(b'<') {
            return None;
        }
        let line = self.cursor.rest_of_line();
        let length = line.find('>')?;
        let start = self.cursor.at();
        let name = line[1..length].into();
        self.cursor.advance(length + 1);
        Some((name, self.place(start)))
    }

    /// Goes to the next line that begins with `#`, after this `#`. Gives its place; none at the end of the text. Reads at
    /// most some `limit` bytes at once: `Err` means that there is more.
    pub(crate) fn skip_to_directive(&mut self, limit: usize) -> Result<Option<Place>, ()> {
        let end = self.cursor.at().saturating_add(limit);
        while self.cursor.at() < end {
            if !self.blanks() {
                let start = self.cursor.at();
                let hash = matches!(self.cursor.peek(), Some(b'#'));
                let digraph = self.cursor.starts_with("%:") && !self.cursor.starts_with("%:%:");
                if self.is_first && (hash || digraph) {
                    self.cursor.advance(if hash { 1 } else { 2 });
                    self.is_first = false;
                    return Ok(Some(self.place(start)));
                }
                self.is_first = false;
                self.skip_text();
            }
            match self.cursor.bump() {
                Some(b'\n') => self.is_first = true,
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Err(())
    }

    /// Skips what is neither a comment nor the end of a line; stops before these, or at some place before.
    fn skip_text(&mut self) {
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'\n' => return,
                b'/' if self.cursor.starts_with("//") || self.cursor.starts_with("/*") => {
                    self.blanks();
                }
                b'"' | b'\'' => _ = self.quoted(byte),
                _ => {
                    self.cursor.bump();
                    self.cursor.skip_to(b"\n/\"'");
                }
            }
        }
    }

    fn place(&self, start: usize) -> Place {
        Place { file: self.file, span: Span::new(start as u32, self.cursor.at() as u32), of_macro: None }
    }

    /// Skips blanks and comments of this line. Returns `true` before the end of the line.
    fn blanks(&mut self) -> bool {
        loop {
            match self.cursor.peek() {
                Some(b'\n') => return true,
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => _ = self.cursor.bump(),
                Some(b'/') if self.cursor.starts_with("//") || self.cursor.starts_with("/*") => self.comment(),
                _ => return false,
            }
            self.is_spaced = true;
        }
    }

    fn comment(&mut self) {
        let start = self.cursor.at();
        if self.cursor.starts_with("//") {
            self.cursor.skip_to(b"\n");
            while self.cursor.peek().is_some_and(|byte| byte != b'\n') {
                self.cursor.bump();
                self.cursor.skip_to(b"\n");
            }
        } else {
            self.cursor.advance(1);
            self.cursor.bump();
            self.cursor.skip_to(b"*");
            while self.cursor.peek().is_some() && !self.cursor.take("*/") {
                self.cursor.bump();
                self.cursor.skip_to(b"*");
            }
        }
        self.comments.push(Span::new(start as u32, self.cursor.at() as u32));
    }

    fn token(&mut self) -> Option<Token> {
        let first = self.cursor.peek()?;
        let start = self.cursor.begin();
        let kind = self.kind(first);
        let text = self.cursor.text_from(start);
        let text = if kind == TokenKind::Word { cursor::with_universal_names(text) } else { text };
        let token = Token {
            text,
            place: self.place(start),
            kind,
            is_first: self.is_first,
            is_spaced: self.is_spaced,
            pack: None,
            is_painted: false,
        };
        (self.is_first, self.is_spaced) = (false, false);
        Some(token)
    }

    /// Reads a token that begins with a byte.
    fn kind(&mut self, first: u8) -> TokenKind {
        match first {
            b'"' | b'\'' => self.quoted(first),
            b'0'..=b'9' => self.number(),
            b'.' if self.cursor.second().is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            _ if self.cursor.skip_word() => self.word_or_literal(),
            _ => self.punctuation(),
        }
    }

    /// A word was read: it may be the prefix of a literal.
    fn word_or_literal(&mut self) -> TokenKind {
        match self.cursor.peek() {
            Some(quote @ (b'"' | b'\'')) if self.cursor.is_prefix() => self.quoted(quote),
            _ => TokenKind::Word,
        }
    }

    /// A preprocessing number (C11 6.4.8).
    fn number(&mut self) -> TokenKind {
        while let Some(byte) = self.cursor.peek() {
            if matches!(byte, b'e' | b'E' | b'p' | b'P') {
                self.cursor.bump();
                if matches!(self.cursor.peek(), Some(b'+' | b'-')) {
                    self.cursor.bump();
                }
            } else if byte == b'.' {
                self.cursor.bump();
            } else if !self.cursor.skip_character_of_word() {
                break;
            }
        }
        TokenKind::Number
    }

    /// A string or a character constant, which ends with the line at the latest.
    fn quoted(&mut self, quote: u8) -> TokenKind {
        self.cursor.bump();
        while let Some(byte) = self.cursor.peek() {
            if byte == b'\n' {
                break;
            }
            self.cursor.bump();
            if byte == b'\\' && self.cursor.peek().is_some_and(|escaped| escaped != b'\n') {
                self.cursor.bump();
            } else if byte == quote {
                return if quote == b'"' { TokenKind::String } else { TokenKind::Character };
            }
        }
        TokenKind::Other
    }

    fn punctuation(&mut self) -> TokenKind {
        let may_be_long = self.cursor.second().is_some_and(|byte| b"=+-<>&|#.:%".contains(&byte));
        if may_be_long && PUNCTUATION.iter().any(|long| self.cursor.take(long)) {
            return TokenKind::Punctuation;
        }
        match self.cursor.bump_character() {
            Some(it) if "+-*/%<>=!&|^~?:;,.(){}[]#".contains(it) => TokenKind::Punctuation,
            _ => TokenKind::Other,
        }
    }
}
