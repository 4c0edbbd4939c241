//! Byte offsets as lines and columns.

use boolprog_base::Span;
use serde::{Deserialize, Serialize};

/// A range of the text. Lines and columns count from 1; columns count UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct RangeDocument {
    /// Number of the first line.
    pub line: u32,
    /// Number of the first column.
    pub column: u32,
    /// Number of the last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// Index of the file in [`TraceDocument::files`](crate::document::TraceDocument::files); none for the program itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<u32>,
}

/// Number of bytes between places whose distance from the start of the text is stored.
const BLOCK: usize = 32;

/// Index of the lines of a text. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The UTF-16 units before each block and at the end: a line can be as long as the text, and a trace can ask for
    /// every place in it.
    blocks: Vec<u32>,
}

impl<'a> Lines<'a> {
    /// Finds the lines. Linear.
    pub(crate) fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(index, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(index + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = [0].into_iter().chain(ends.map(|(index, _)| index + 1)).collect();
        let mut blocks = vec![0];
        for block in bytes.chunks(BLOCK) {
            blocks.push(blocks[blocks.len() - 1] + units(block));
        }
        Self { text, starts, blocks }
    }

    /// A span as lines and columns, both counted from 1; columns in UTF-16 units. Offsets beyond the text count as
    /// its end.
    pub(crate) fn range(&self, span: Span) -> RangeDocument {
        let (line, column) = self.position(span.start as usize);
        let (end_line, end_column) = self.position(span.end as usize);
        RangeDocument { line, column, end_line, end_column, file: None }
    }

    /// The offset of a line and a column, both counted from 1; of what is beyond the text, its end.
    pub(crate) fn offset(&self, line: u32, column: u32) -> u32 {
        let start = self.starts.get((line as usize).saturating_sub(1)).copied().unwrap_or(self.text.len());
        let mut passed = 1;
        let before = self.text[start..].chars().take_while(|character| {
            let is_before = passed < column;
            passed += character.len_utf16() as u32;
            is_before
        });
        (start + before.map(char::len_utf8).sum::<usize>()) as u32
    }

    fn position(&self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        (line as u32, self.units_before(offset) - self.units_before(self.starts[line - 1]) + 1)
    }

    fn units_before(&self, offset: usize) -> u32 {
        let block = offset / BLOCK;
        self.blocks[block] + units(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// The number of UTF-16 units of characters whose UTF-8 begins in these bytes.
fn units(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str, start: u32, end: u32) -> (u32, u32, u32, u32) {
        let range = Lines::of(text).range(Span::new(start, end));
        (range.line, range.column, range.end_line, range.end_column)
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(range("a\nb\r\nc\rd", 0, 1), (1, 1, 1, 2));
        assert_eq!(range("a\nb\r\nc\rd", 2, 3), (2, 1, 2, 2));
        assert_eq!(range("a\nb\r\nc\rd", 5, 8), (3, 1, 4, 2));
    }

    #[test]
    fn columns_are_utf16_units() {
        assert_eq!(range("/*😀é*/x", 10, 11), (1, 8, 1, 9));
    }

    #[test]
    fn columns_of_a_long_line_are_counted_from_its_start() {
        for length in [BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK] {
            let text = format!("a\n{}", "é".repeat(length / 2));
            let text = text + &"😀".repeat(length);
            let end = text.len() as u32;
            let units = (length / 2 + 2 * length) as u32;
            assert_eq!(range(&text, end - 4, end), (2, units - 1, 2, units + 1));
        }
    }

    #[test]
    fn offsets_beyond_the_text_are_its_end() {
        assert_eq!(range("ab", 1, 9), (1, 2, 1, 3));
    }
}
