//! Texts of programs in documents of other kinds.

use std::borrow::Cow;
use std::fmt;

/// A character that every format can hold and every screen shows in its place: no control characters, no separators of
/// lines, no change of the writing direction, and nothing that XML forbids.
pub fn plain(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{fffe}'
        | '\u{ffff}' => '\u{fffd}',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

/// A text inside XML or HTML, between tags or in an attribute with double quotes.
pub(crate) struct Markup<T>(pub(crate) T);

impl<T: AsRef<str>> fmt::Display for Markup<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for character in self.0.as_ref().chars().map(plain) {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// The largest number of columns that a text takes in a font of fixed width: wide characters take two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|character| if character < '\u{1100}' { 1 } else { 2 }).sum()
}

/// The beginning of a text that is too long.
pub(crate) fn shortened(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let mut left = width.saturating_sub(1);
    let kept = text.chars().take_while(|character| {
        let fits = left.checked_sub(columns(character.encode_utf8(&mut [0; 4])));
        left = fits.unwrap_or_default();
        fits.is_some()
    });
    Cow::Owned(kept.chain(['\u{2026}']).collect())
}

/// Breaks a text into lines of at most this number of columns, at blanks if there are any. There is at least one line.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut taken) = (String::new(), 0);
    for word in text.split_inclusive(char::is_whitespace) {
        let length = columns(word.trim_end());
        if taken > 0 && taken + length > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            taken = 0;
        }
        for character in word.chars() {
            let next = columns(character.encode_utf8(&mut [0; 4]));
            if taken > 0 && taken + next > width && !character.is_whitespace() {
                lines.push(std::mem::take(&mut line));
                taken = 0;
            }
            line.push(character);
            taken += next;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}
