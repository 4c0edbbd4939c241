//! Macros that depend on where they are used (C11 6.10.8.1, and those of GNU C).

use super::files::{NotFound, Open};
use super::paste::token;
use super::{Preprocessor, Step};
use crate::headers;
use crate::lexer::{Token, TokenKind};
use crate::source::Place;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dynamic {
    File,
    FileName,
    BaseFile,
    Line,
    Level,
    Counter,
    Date,
    Time,
    Timestamp,
    HasInclude,
    HasIncludeNext,
    HasAttribute,
    HasBuiltin,
}

impl Dynamic {
    pub(super) const NAMES: [(&str, Self); 14] = [
        ("__FILE__", Self::File),
        ("__FILE_NAME__", Self::FileName),
        ("__BASE_FILE__", Self::BaseFile),
        ("__LINE__", Self::Line),
        ("__INCLUDE_LEVEL__", Self::Level),
        ("__COUNTER__", Self::Counter),
        ("__DATE__", Self::Date),
        ("__TIME__", Self::Time),
        ("__TIMESTAMP__", Self::Timestamp),
        ("__has_include", Self::HasInclude),
        ("__has_include_next", Self::HasIncludeNext),
        ("__has_attribute", Self::HasAttribute),
        ("__has_c_attribute", Self::HasAttribute),
        ("__has_builtin", Self::HasBuiltin),
    ];
}

impl Preprocessor<'_> {
    /// The token that such a macro stands for. Date and time are those at which time begins, so that a text always
    /// means the same.
    pub(super) fn dynamic(&mut self, dynamic: Dynamic, name: &Token) -> Step<Token> {
        let (kind, text) = match dynamic {
            Dynamic::File => quoted(&self.shown_file()),
            Dynamic::FileName => quoted(self.shown_file().rsplit('/').next().unwrap_or_default()),
            Dynamic::BaseFile => quoted(&self.files.sources.files[0].path),
            Dynamic::Line => number(self.shown_line(name.place)),
            Dynamic::Level => number(self.files.level()),
            Dynamic::Counter => {
                self.counter += 1;
                number(self.counter - 1)
            }
            Dynamic::Date => quoted("Jan  1 1970"),
            Dynamic::Time => quoted("00:00:00"),
            Dynamic::Timestamp => quoted("Thu Jan  1 00:00:00 1970"),
            Dynamic::HasInclude => number(u8::from(self.has_include(name, false)?)),
            Dynamic::HasIncludeNext => number(u8::from(self.has_include(name, true)?)),
            Dynamic::HasAttribute => number(u8::from(self.has(name, &[headers::ATTRIBUTES])?)),
            Dynamic::HasBuiltin => number(u8::from(self.has(name, &[headers::BUILTINS, headers::PRELUDE])?)),
        };
        let made = token(text.into(), kind, name.place);
        Ok(Token { is_spaced: name.is_spaced, is_first: name.is_first, ..made })
    }

    /// `defined NAME` or `defined(NAME)` (C11 6.10.1).
    pub(super) fn defined(&mut self, word: &Token) -> Step<Token> {
        let mut operand = self.next_token()?;
        let is_in_parentheses = operand.as_ref().is_some_and(|token| token.is("("));
        if is_in_parentheses {
            operand = self.next_token()?;
        }
        let is_closed = !is_in_parentheses || self.next_token()?.is_some_and(|token| token.is(")"));
        let name = operand.filter(|token| token.is_word() && is_closed);
        if name.is_none() {
            self.mistake(word.place, "After `defined` stands the name of a macro, which may be in parentheses.")?;
        }
        let is_defined = name.is_some_and(|name| self.macros.is_defined(&name.text));
        Ok(token(if is_defined { "1" } else { "0" }.into(), TokenKind::Number, word.place))
    }

    /// The tokens between the parentheses after a name. An error in them is a mistake.
    fn operand(&mut self, name: &Token) -> Step<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut depth = 0_usize;
        while let Some(token) = self.next_token()? {
            match token.text.as_str() {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                // The first token is the parenthesis that opens.
                let is_closed = token.is(")") && tokens.len() > 1;
                return if is_closed { Ok(tokens.split_off(1)) } else { self.no_operand(name) };
            }
            tokens.push(token);
        }
        self.no_operand(name)
    }

    fn no_operand(&mut self, name: &Token) -> Step<Vec<Token>> {
        self.mistake(name.place, format!("After `{}` stands what is asked, in parentheses.", name.text))?;
        Ok(Vec::new())
    }

    fn has_include(&mut self, name: &Token, is_next: bool) -> Step<bool> {
        let operand = self.operand(name)?;
        let named = match super::include::name_of(&operand) {
            Some(named) => Some(named),
            None => super::include::name_of(&self.expand_line(operand)?),
        };
        let Some((file, is_quoted)) = named else { return Ok(false) };
        let found = self.files.find(&file, is_quoted, is_next, name.place);
        Ok(!matches!(found, Err(NotFound::Missing)))
    }

    /// Returns `true` if the name in parentheses is a word of these texts, if underscores around it do not count.
    fn has(&mut self, name: &Token, texts: &[&str]) -> Step<bool> {
        let operand = self.operand(name)?;
        let asked = operand.last().map_or("", |token| token.text.trim_matches('_'));
        let mut words = texts.iter().flat_map(|text| text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_'));
        Ok(!asked.is_empty() && words.any(|word| word.trim_matches('_') == asked))
    }

    fn shown_file(&self) -> String {
        let Open { id, name, .. } = &self.files.current;
        name.clone().unwrap_or_else(|| self.files.file(*id).path.clone()).to_string()
    }

    fn shown_line(&self, place: Place) -> i64 {
        let shift = if place.file == self.files.current.id { self.files.current.shift } else { 0 };
        i64::from(self.files.file(place.file).line(place.span.start)) + shift
    }
}

fn quoted(text: &str) -> (TokenKind, String) {
    (TokenKind::String, format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn number(value: impl std::fmt::Display) -> (TokenKind, String) {
    (TokenKind::Number, value.to_string())
}
