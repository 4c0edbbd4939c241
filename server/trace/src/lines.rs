//! Byte offsets as lines and columns.

use boolprog_syntax::Span;

use crate::document::RangeDocument;

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
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
        Self { text, starts: [0].into_iter().chain(ends.map(|(index, _)| index + 1)).collect() }
    }

    /// A span as lines and columns, both counted from 1; columns in UTF-16 units. Offsets beyond the text count as
    /// its end.
    pub(crate) fn range(&self, span: Span) -> RangeDocument {
        let (line, column) = self.position(span.start as usize);
        let (end_line, end_column) = self.position(span.end as usize);
        RangeDocument { line, column, end_line, end_column }
    }

    fn position(&self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = &self.text[self.starts[line - 1]..offset];
        (line as u32, before.encode_utf16().count() as u32 + 1)
    }
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
    fn offsets_beyond_the_text_are_its_end() {
        assert_eq!(range("ab", 1, 9), (1, 2, 1, 3));
    }
}
