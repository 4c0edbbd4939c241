//! A place in a text that does not see line continuations.

use std::sync::Arc;

use smol_str::SmolStr;

/// Reads a text byte by byte. Line continuations are skipped, before any byte.
pub(super) struct Cursor {
    text: Arc<str>,
    at: usize,
    /// The beginning of the token that is read now.
    start: usize,
    /// `true` if this token has a line continuation inside.
    is_spliced: bool,
}

impl Cursor {
    pub(super) fn new(text: Arc<str>) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, start: at, is_spliced: false }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Offset of the byte that is seen at an offset, after line continuations.
    fn behind_splices(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        while bytes.get(at) == Some(&b'\\') {
            let blanks = bytes[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
            if bytes.get(at + 1 + blanks) != Some(&b'\n') {
                break;
            }
            at += blanks + 2;
        }
        at
    }

    /// The next byte; none at the end.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        if byte != b'\\' {
            return Some(byte);
        }
        let behind = self.behind_splices(self.at);
        self.is_spliced |= behind > self.at;
        self.at = behind;
        self.text.as_bytes().get(behind).copied()
    }

    /// The byte after the next one.
    pub(super) fn second(&mut self) -> Option<u8> {
        self.peek()?;
        self.text.as_bytes().get(self.behind_splices(self.at + 1)).copied()
    }

    /// Skips the next byte, which is not in the middle of a character of several bytes.
    pub(super) fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Skips bytes up to one of these, or a line continuation.
    pub(super) fn skip_to(&mut self, special: &[u8]) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_special = |byte: &u8| *byte == b'\\' || special.contains(byte);
        self.at += rest.iter().position(is_special).unwrap_or(rest.len());
    }

    /// Skips the next character.
    pub(super) fn bump_character(&mut self) -> Option<char> {
        self.peek()?;
        let it = self.text[self.at..].chars().next()?;
        self.at += it.len_utf8();
        Some(it)
    }

    /// Returns `true` if this text follows.
    pub(super) fn starts_with(&mut self, text: &str) -> bool {
        self.end_of(text).is_some()
    }

    /// Skips a text, if it follows.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let Some(end) = self.end_of(text) else { return false };
        self.is_spliced |= end - self.at > text.len();
        self.at = end;
        true
    }

    fn end_of(&mut self, text: &str) -> Option<usize> {
        self.peek()?;
        let mut at = self.at;
        for byte in text.bytes() {
            at = self.behind_splices(at);
            if self.text.as_bytes().get(at) != Some(&byte) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// The text as it is written up to the end of the line.
    pub(super) fn rest_of_line(&self) -> &str {
        let rest = &self.text[self.at..];
        &rest[..rest.find('\n').unwrap_or(rest.len())]
    }

    /// Skips bytes of [`rest_of_line`](Self::rest_of_line).
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// A token begins at the next byte.
    pub(super) fn begin(&mut self) -> usize {
        self.peek();
        self.start = self.at;
        self.is_spliced = false;
        self.at
    }

    /// The text from an offset, where a token began, without line continuations.
    pub(super) fn text_from(&self, start: usize) -> SmolStr {
        if !self.is_spliced {
            return self.text[start..self.at].into();
        }
        let mut text = String::new();
        let mut at = self.behind_splices(start);
        while at < self.at {
            let end = self.text[at..self.at].find('\\').map_or(self.at, |found| at + found);
            text.push_str(&self.text[at..end]);
            at = self.behind_splices(end);
            if at == end && end < self.at {
                text.push('\\');
                at += 1;
            }
        }
        text.into()
    }

    /// Skips an identifier. Returns `false` if none stands here.
    pub(super) fn skip_word(&mut self) -> bool {
        let is_number = self.peek().is_some_and(|byte| byte.is_ascii_digit());
        if is_number || !self.skip_character_of_word() {
            return false;
        }
        while self.skip_character_of_word() {}
        true
    }

    /// Skips a character that identifiers may have (C11 6.4.2.1, with `$`). Returns `false` if another one stands here.
    pub(super) fn skip_character_of_word(&mut self) -> bool {
        match self.peek() {
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' => self.at += 1,
            Some(b'\\') => return self.skip_universal_name(),
            Some(byte) if !byte.is_ascii() => {
                let next = self.text[self.at..].chars().next();
                let Some(next) = next.filter(|it| it.is_alphanumeric() || is_mark(*it)) else { return false };
                self.at += next.len_utf8();
            }
            _ => return false,
        }
        true
    }

    fn skip_universal_name(&mut self) -> bool {
        let Some((_, length)) = universal_name(&self.text[self.at..]) else { return false };
        self.at += length;
        true
    }

    /// Returns `true` if the token so far is a prefix of literals.
    pub(super) fn is_prefix(&self) -> bool {
        matches!(self.text_from(self.start).as_str(), "L" | "u" | "U" | "u8")
    }
}

/// Characters of names that are neither letters nor digits: combining marks, and symbols such as emoji. Blanks, marks of the
/// direction of writing, and the character that stands for bytes that are not text are not.
fn is_mark(it: char) -> bool {
    !it.is_whitespace()
        && !it.is_control()
        && it >= '\u{a8}'
        && !('\u{2000}'..='\u{206f}').contains(&it)
        && it != '\u{fffd}'
}

/// The character that `\uXXXX` or `\UXXXXXXXX` at the beginning of a text names, and the length of its name
/// (C11 6.4.3).
pub(crate) fn universal_name(text: &str) -> Option<(char, usize)> {
    let length = match text.as_bytes().get(..2)? {
        b"\\u" => 6,
        b"\\U" => 10,
        _ => return None,
    };
    let digits = text.get(2..length).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    let it = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
    Some((it, length))
}

/// A word with the characters that its universal character names mean.
pub(super) fn with_universal_names(word: SmolStr) -> SmolStr {
    if !word.contains('\\') {
        return word;
    }
    let mut text = String::new();
    let mut rest = word.as_str();
    while let Some(first) = rest.chars().next() {
        let (it, length) = universal_name(rest).unwrap_or((first, first.len_utf8()));
        text.push(it);
        rest = &rest[length..];
    }
    text.into()
}
