//! Preprocessing tokens.

use std::num::NonZeroU8;

use smol_str::SmolStr;

use crate::source::Place;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// A preprocessing number: see [`literals::number`](crate::literals::number).
    Number,
    /// A character constant, with its prefix and quotes.
    Character,
    /// A string literal, with its prefix and quotes.
    String,
    /// An operator or a punctuator. Digraphs have the text of what they stand for, once a text is preprocessed.
    Punctuation,
    /// A character with which no token of C begins, or a literal without its closing quote. The preprocessor lets none through.
    Other,
}

/// A token, before or after preprocessing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The text, without line continuations; universal character names of words are the characters themselves.
    pub text: SmolStr,
    /// Its place. The replacement of a macro has the place of the outermost use, from its name to its closing parenthesis; an
    /// argument of a macro has the place where it is written.
    pub place: Place,
    /// Its kind.
    pub kind: TokenKind,
    /// `true` for the first token of a line.
    pub is_first: bool,
    /// `true` if a blank or a comment stands before it.
    pub is_spaced: bool,
    /// The largest alignment of members of structures here, in bytes, if `#pragma pack` says one.
    pub pack: Option<NonZeroU8>,
    /// `true` for the name of a macro that was met inside of what this macro stands for: it is never replaced again
    /// (C11 6.10.3.4).
    pub(crate) is_painted: bool,
}

impl Token {
    /// Returns `true` for the word or the punctuator `text`.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Punctuation) && self.text == text
    }

    /// Returns `true` for an identifier or a keyword.
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    /// Returns `true` for `#`, also as a digraph.
    pub(crate) fn is_hash(&self) -> bool {
        self.is("#") || self.is("%:")
    }

    /// Returns `true` for `##`, also as a digraph.
    pub(crate) fn is_paste(&self) -> bool {
        self.is("##") || self.is("%:%:")
    }
}

/// The tokens for which digraphs stand (C11 6.4.6).
pub(crate) fn digraph(text: &str) -> Option<&'static str> {
    Some(match text {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        "%>" => "}",
        "%:" => "#",
        "%:%:" => "##",
        _ => return None,
    })
}
