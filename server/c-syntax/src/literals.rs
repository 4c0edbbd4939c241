//! The meaning of constants and string literals (C11 6.4.4, 6.4.5).

mod escapes;
mod hexadecimal;
mod numbers;

use crate::lexer::Token;
use crate::mistake::Mistake;
use crate::target::Target;
use crate::tree::Text;
use crate::types::{Integer, Kind, Length, Type};
pub use numbers::{Number, number};

/// The prefix of a character constant or a string literal: what its elements are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prefix {
    /// None: bytes of UTF-8.
    None,
    /// `u8`: the same.
    Utf8,
    /// `u`: UTF-16.
    Utf16,
    /// `U`: UTF-32.
    Utf32,
    /// `L`: UTF-32.
    Wide,
}

impl Prefix {
    /// The prefix of a literal, and the text between its quotes.
    fn of(text: &str) -> Option<(Self, &str)> {
        let quote = text.find(['"', '\''])?;
        let prefix = match &text[..quote] {
            "" => Self::None,
            "u8" => Self::Utf8,
            "u" => Self::Utf16,
            "U" => Self::Utf32,
            "L" => Self::Wide,
            _ => return None,
        };
        Some((prefix, text.get(quote + 1..text.len() - 1)?))
    }

    /// The type of an element of a string.
    fn element(self, target: Target) -> Integer {
        match (self, target) {
            (Self::None | Self::Utf8, _) => Integer::Char,
            (Self::Utf16, _) => Integer::UnsignedShort,
            (Self::Utf32, _) => Integer::UnsignedInt,
            (Self::Wide, Target::X86_64) => Integer::Int,
            (Self::Wide, Target::I386) => Integer::Long,
        }
    }

    /// Number of bytes of an element.
    fn bytes(self) -> usize {
        match self {
            Self::None | Self::Utf8 => 1,
            Self::Utf16 => 2,
            Self::Utf32 | Self::Wide => 4,
        }
    }
}

/// Value and type of a character constant, given with its quotes. Several characters have the value that GNU C gives them:
/// the last four bytes of an `int`. Fails with what is wrong, a sentence.
pub fn character(text: &str, target: Target) -> Result<(i128, Integer), String> {
    let (prefix, body) = Prefix::of(text).ok_or("This is not a character constant.")?;
    let elements = escapes::elements(body, prefix.bytes())?;
    let last = *elements.last().ok_or("A character constant has at least one character between its quotes.")?;
    Ok(match prefix {
        Prefix::None => (plain(&elements), Integer::Int),
        Prefix::Utf8 => (i128::from(last), Integer::UnsignedChar),
        Prefix::Utf16 | Prefix::Utf32 => (i128::from(last), prefix.element(target)),
        Prefix::Wide => (i128::from(last.cast_signed()), prefix.element(target)),
    })
}

/// The value of a character constant without prefix, of bytes; `char` is signed.
fn plain(bytes: &[u32]) -> i128 {
    match bytes {
        [byte] => i128::from((*byte as u8).cast_signed()),
        bytes => i128::from(bytes.iter().fold(0_u32, |value, byte| value << 8 | byte).cast_signed()),
    }
}

/// The text between the quotes of a string literal, where backslashes stand before quotes and backslashes only, as in
/// directives (C11 6.10.9).
pub(crate) fn unquoted(text: &str) -> String {
    let body = Prefix::of(text).map_or("", |(_, body)| body);
    let mut unquoted = String::new();
    let mut rest = body.chars().peekable();
    while let Some(it) = rest.next() {
        let is_escape = it == '\\' && matches!(rest.peek(), Some('"' | '\\'));
        unquoted.extend(if is_escape { rest.next() } else { Some(it) });
    }
    unquoted
}

/// The text of adjacent string literals, at least one (C11 6.4.5). Fails at the literal that is wrong.
pub fn string(tokens: &[Token], target: Target) -> Result<Text, Mistake> {
    let mut common = Prefix::None;
    for token in tokens {
        let prefix = Prefix::of(&token.text).map_or(Prefix::None, |(prefix, _)| prefix);
        match (common, prefix) {
            (_, Prefix::None) => {}
            (Prefix::None, _) => common = prefix,
            _ if common == prefix => {}
            _ => return Err(Mistake::new(token.place, "Adjacent string literals have the same prefix, or none.")),
        }
    }
    let size = common.bytes();
    let mut bytes: Vec<u8> = Vec::new();
    for token in tokens {
        let body = Prefix::of(&token.text).map_or("", |(_, body)| body);
        let elements = escapes::elements(body, size).map_err(|why| Mistake::new(token.place, why))?;
        bytes.extend(elements.iter().flat_map(|element| element.to_le_bytes().into_iter().take(size)));
    }
    bytes.extend(std::iter::repeat_n(0, size));
    let length = Length::Known((bytes.len() / size) as u64);
    let ty = Type::new(Kind::Integer(common.element(target))).array(length);
    Ok(Text { bytes: bytes.into(), ty })
}
