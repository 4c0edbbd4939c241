//! A text as a list of pieces, tokens and comments, with nothing but blanks between them.
//!
//! The syntax tree would give the same list, but walking it takes several times as long, and an editor formats with
//! every `;`. A test compares the two.

use boolprog_base::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name, a word of the language or a number.
    Word,
    /// An operator or a punctuation mark.
    Symbol,
    /// From `//` to the end of the line.
    LineComment,
    /// From `/*` to `*/`.
    BlockComment,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) start: u32,
    /// The number of line breaks in the gap before it; 2 stands for more.
    pub(crate) breaks: u8,
}

impl Piece<'_> {
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len() as u32)
    }

    pub(crate) const fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::LineComment | Kind::BlockComment)
    }

    /// Returns `true` if it has more than one line.
    pub(crate) fn has_breaks(&self) -> bool {
        self.kind == Kind::BlockComment && self.text.contains(['\n', '\r'])
    }

    /// Its width in columns; of a comment with several lines, the last one.
    pub(crate) fn columns(&self) -> u32 {
        let last = self.text.rfind(['\n', '\r']).map_or(self.text, |at| &self.text[at + 1..]);
        if last.is_ascii() { last.len() as u32 } else { last.chars().count() as u32 }
    }

    /// The column where it ends if it begins at this one.
    pub(crate) fn end_column(&self, start: u32) -> u32 {
        if self.has_breaks() { self.columns() } else { start + self.columns() }
    }
}

/// The pieces of a text; `None` if there is something in it that is neither a piece nor blank.
pub(crate) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let (mut offset, mut breaks) = (0, 0_u8);
    while let Some(first) = text.as_bytes().get(offset) {
        let rest = &text[offset..];
        let (kind, length) = match first {
            b'\n' | b'\r' => {
                breaks = (breaks + 1).min(2);
                offset += if rest.starts_with("\r\n") { 2 } else { 1 };
                continue;
            }
            _ if first.is_ascii() && !first.is_ascii_whitespace() => length(rest)?,
            _ => {
                let blank = rest.chars().next().filter(|character| character.is_whitespace())?;
                offset += blank.len_utf8();
                continue;
            }
        };
        pieces.push(Piece { kind, text: &rest[..length], start: offset as u32, breaks });
        breaks = 0;
        offset += length;
    }
    Some(pieces)
}

/// Symbols of more than one character, those that begin with others first.
const LONG_SYMBOLS: [&str; 7] = ["<->", ":=", "!=", "=>", "->", "&&", "||"];

/// Kind and length of the piece that a text begins with.
fn length(text: &str) -> Option<(Kind, usize)> {
    let word = |is_part: fn(u8) -> bool| text.bytes().position(|byte| !is_part(byte)).unwrap_or(text.len());
    match text.as_bytes().first()? {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Some((Kind::Word, word(is_part_of_name))),
        b'0'..=b'9' => Some((Kind::Word, word(|byte| byte.is_ascii_digit()))),
        b'{' => {
            let end = text.find(['}', '\n', '\r']).filter(|end| text.as_bytes()[*end] == b'}')? + 1;
            Some((Kind::Word, end + usize::from(text[end..].starts_with('$'))))
        }
        b'/' if text.starts_with("//") => Some((Kind::LineComment, text.find(['\n', '\r']).unwrap_or(text.len()))),
        b'/' if text.starts_with("/*") => Some((Kind::BlockComment, text[2..].find("*/")? + 4)),
        first => {
            let long = LONG_SYMBOLS.into_iter().find(|symbol| text.starts_with(symbol));
            let short = b";,()[]'?*^~<>:!=&|".contains(first).then_some(1);
            Some((Kind::Symbol, long.map(str::len).or(short)?))
        }
    }
}

const fn is_part_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#')
}
