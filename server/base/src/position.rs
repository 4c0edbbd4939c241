//! Lines and columns, as editors count them, to and from byte offsets.
//!
//! Lines end with LF, CRLF or CR and with nothing else. Columns count the units of an [`Encoding`]. No position
//! and no offset is an error: what lies outside the text, inside a line break or inside a character is moved back
//! to the nearest place that does exist. All conversions are logarithmic in the length of the text.

use ropey::Rope;

/// The unit of columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Columns count bytes of UTF-8.
    Utf8,
    /// Columns count UTF-16 code units.
    Utf16,
    /// Columns count characters (code points).
    Utf32,
}

/// A place in a text; both numbers start from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Number of the line, from 0.
    pub line: u32,
    /// Units of an [`Encoding`] before the place in its line.
    pub column: u32,
}

/// The position of a byte offset.
pub fn position(rope: &Rope, offset: usize, encoding: Encoding) -> Position {
    let line = rope.byte_to_line(floor_to_char(rope, offset));
    let start = rope.line_to_char(line);
    let character = rope.byte_to_char(floor_to_char(rope, offset)).min(line_end(rope, line));
    let column = match encoding {
        Encoding::Utf8 => rope.char_to_byte(character) - rope.char_to_byte(start),
        Encoding::Utf16 => rope.char_to_utf16_cu(character) - rope.char_to_utf16_cu(start),
        Encoding::Utf32 => character - start,
    };
    Position { line: line as u32, column: column as u32 }
}

/// The byte offset of a position.
pub fn offset(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return rope.len_bytes();
    }
    let column = position.column as usize;
    let (start, end) = (rope.line_to_char(line), line_end(rope, line));
    let character = match encoding {
        Encoding::Utf8 => rope.byte_to_char((rope.char_to_byte(start) + column).min(rope.char_to_byte(end))),
        Encoding::Utf16 => {
            rope.utf16_cu_to_char((rope.char_to_utf16_cu(start) + column).min(rope.char_to_utf16_cu(end)))
        }
        Encoding::Utf32 => (start + column).min(end),
    };
    rope.char_to_byte(character)
}

/// Positions of ascending offsets, in one pass over a text however many there are.
#[derive(Clone, Debug)]
pub struct Ascending<'a> {
    text: &'a [u8],
    encoding: Encoding,
    at: usize,
    position: Position,
}

impl<'a> Ascending<'a> {
    /// Positions in `text` of offsets from `at` on, which has this position.
    pub fn new(text: &'a str, encoding: Encoding, at: usize, position: Position) -> Self {
        Self { text: text.as_bytes(), encoding, at, position }
    }

    /// The position of an offset that is not before the last one; of the last one, if it is.
    pub fn position(&mut self, offset: usize) -> Position {
        while self.at < offset.min(self.text.len()) {
            let Position { line, column } = self.position;
            self.position = if self.ends_line() {
                Position { line: line + 1, column: 0 }
            } else {
                Position { line, column: column + self.units() }
            };
            self.at += 1;
        }
        self.position
    }

    /// `true` if a line break ends with the byte: LF, CR LF or CR.
    fn ends_line(&self) -> bool {
        match self.text[self.at] {
            b'\n' => true,
            b'\r' => self.text.get(self.at + 1) != Some(&b'\n'),
            _ => false,
        }
    }

    /// Number of units of a character, at its first byte; none at its other bytes, and none at the CR of CR LF.
    fn units(&self) -> u32 {
        let byte = self.text[self.at];
        let begins = byte & 0xC0 != 0x80 && byte != b'\r';
        match self.encoding {
            Encoding::Utf8 => u32::from(byte != b'\r'),
            Encoding::Utf16 => u32::from(begins) + u32::from(byte >= 0xF0),
            Encoding::Utf32 => u32::from(begins),
        }
    }
}

/// The last character boundary at or before `offset`.
pub fn floor_to_char(rope: &Rope, offset: usize) -> usize {
    rope.char_to_byte(rope.byte_to_char(offset.min(rope.len_bytes())))
}

/// The end of a line, in characters: before its line break.
fn line_end(rope: &Rope, line: usize) -> usize {
    let start = rope.line_to_char(line);
    let mut end = start + rope.line(line).len_chars();
    while end > start && matches!(rope.char(end - 1), '\n' | '\r') {
        end -= 1;
    }
    end
}
