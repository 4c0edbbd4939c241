//! `#pragma` and `_Pragma` (C11 6.10.6, 6.10.9): `once`, `pack`, `push_macro` and `pop_macro`; `weak` is refused. All others mean nothing here.

use std::num::NonZeroU8;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{Preprocessor, Step};
use crate::lexer::{Lexer, Token, TokenKind};
use crate::literals;

const PACK: &str = "`#pragma pack` takes `(n)`, `(push, n)` or `(pop)`, where `n` is 1, 2, 4, 8 or 16.";

/// Number of tokens of a `_Pragma` that are read: those with a meaning have fewer.
const MAX_TOKENS: usize = 64;

/// The state that `#pragma pack(push)` keeps.
pub(super) struct Pushed {
    /// Its name, if it has one.
    name: Option<SmolStr>,
    pack: Option<NonZeroU8>,
}

impl Preprocessor<'_> {
    /// `_Pragma("..")`: the word was read.
    pub(super) fn pragma_operator(&mut self, word: &Token) -> Step {
        let open = self.next_expanded()?.is_some_and(|token| token.is("("));
        let text = self.next_expanded()?.filter(|token| token.kind == TokenKind::String);
        let close = self.next_expanded()?.is_some_and(|token| token.is(")"));
        let Some(text) = text.filter(|_| open && close) else {
            return self.mistake(word.place, "After `_Pragma` stands a string in parentheses.");
        };
        let text: Arc<str> = literals::unquoted(&text.text).into();
        let mut lexer = Lexer::new(text, word.place.file);
        let tokens = std::iter::from_fn(|| lexer.next_on_line()).take(MAX_TOKENS);
        let line: Vec<Token> = tokens.map(|token| Token { place: word.place, ..token }).collect();
        self.pragma(&line)
    }

    /// The line after `#pragma`.
    pub(super) fn pragma(&mut self, line: &[Token]) -> Step {
        let Some(name) = line.first() else { return Ok(()) };
        match (name.text.as_str(), line) {
            ("once", _) => self.files.once(),
            ("push_macro", [_, _, text, ..]) => self.macros.push(&literals::unquoted(&text.text)),
            ("pop_macro", [_, _, text, ..]) => self.macros.pop(&literals::unquoted(&text.text)),
            ("pack", [_, operands @ ..]) => {
                let operands = self.expand_line(operands.to_vec())?;
                if !self.pack(&operands) {
                    self.mistake(name.place, PACK)?;
                }
            }
            ("weak", _) => self.mistake(name.place, "`#pragma weak` is not read: use the attribute `weak`.")?,
            _ => {}
        }
        Ok(())
    }

    /// `(n)`, `()`, `(push)`, `(push, name, n)`, `(pop)`, `(pop, name)`. Gives `false` for anything else.
    fn pack(&mut self, operands: &[Token]) -> bool {
        let operands: Vec<&str> = operands.iter().map(|token| token.text.as_str()).collect();
        let ["(", operands @ .., ")"] = &operands[..] else { return false };
        let (name, size) = match operands {
            ["push" | "pop", ",", one] if !is_number(one) => (Some(*one), None),
            ["push" | "pop", ",", one] => (None, Some(*one)),
            ["push" | "pop", ",", name, ",", size] => (Some(*name), Some(*size)),
            ["push" | "pop"] => (None, None),
            [] => (None, Some("0")),
            [size] => (None, Some(*size)),
            _ => return false,
        };
        let size = match size.map(str::parse::<u8>) {
            None => None,
            Some(Ok(size @ (0 | 1 | 2 | 4 | 8 | 16))) => Some(size),
            Some(_) => return false,
        };
        match operands.first() {
            Some(&"push") => self.packs.push(Pushed { name: name.map(SmolStr::new), pack: self.pack }),
            Some(&"pop") => self.pop_pack(name),
            _ => {}
        }
        if let Some(size) = size {
            self.pack = NonZeroU8::new(size);
        }
        true
    }

    /// Without a pushed one, or one of that name, nothing changes.
    fn pop_pack(&mut self, name: Option<&str>) {
        let last = match name {
            Some(_) => self.packs.iter().rposition(|pushed| pushed.name.as_deref() == name),
            None => self.packs.len().checked_sub(1),
        };
        if let Some(pushed) = last.and_then(|last| self.packs.drain(last..).next()) {
            self.pack = pushed.pack;
        }
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit())
}
