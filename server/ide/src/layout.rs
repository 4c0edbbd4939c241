//! Positions of the parts of a program in one text, so that findings survive a change of layout.
//!
//! Two texts with the same meaning have the same parts in the same order, at different places. A trace refers to ranges
//! of the text that was checked; a [`Layout`] of that text turns them into parts of the program, by their numbers, and
//! the current snapshot knows the spans of its [parts](crate::Checkable::parts).

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::position::{Ascending, Encoding, Position};
use boolprog_trace::document::RangeDocument;
use rustc_hash::FxHashMap;

use crate::lines::Lines;

/// The parts of a program by their ranges in one text.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    text: Arc<str>,
    parts: FxHashMap<RangeDocument, usize>,
    /// By their first and by their last positions.
    starts: FxHashMap<(u32, u32), usize>,
    ends: FxHashMap<(u32, u32), usize>,
}

impl Layout {
    /// The layout of a text whose parts have these spans. The first one of parts with the same range counts. One pass
    /// over the text.
    pub fn new(text: &Arc<str>, parts: &[Span]) -> Self {
        let ranges = ranges(text, parts);
        // The last entry stays.
        let parts = || ranges.iter().enumerate().rev();
        Self {
            text: Arc::clone(text),
            starts: parts().map(|(part, range)| ((range.line, range.column), part)).collect(),
            ends: parts().map(|(part, range)| ((range.end_line, range.end_column), part)).collect(),
            parts: parts().map(|(part, range)| (*range, part)).collect(),
        }
    }

    /// The lines of the text that was checked, as they are in another one.
    pub(crate) fn lines_in(&self, text: &str) -> Lines {
        Lines::between(&self.text, text)
    }

    /// The numbers of the parts with which a range begins and ends in the text that was checked; most are one part.
    pub fn parts(&self, range: &RangeDocument) -> Option<(usize, usize)> {
        if range.file.is_some() {
            return None;
        }
        let whole = self.parts.get(range).map(|part| (*part, *part));
        whole.or_else(|| {
            let start = *self.starts.get(&(range.line, range.column))?;
            Some((start, *self.ends.get(&(range.end_line, range.end_column))?))
        })
    }
}

/// The ranges of byte spans, in one pass over the text however many there are.
pub(crate) fn ranges(text: &str, spans: &[Span]) -> Vec<RangeDocument> {
    let mut offsets: Vec<u32> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let positions = positions(text, &offsets);
    let at = |offset: u32| offsets.binary_search(&offset).map_or((1, 1), |index| positions[index]);
    let range = |span: &Span| {
        let ((line, column), (end_line, end_column)) = (at(span.start), at(span.end));
        RangeDocument { line, column, end_line, end_column, file: None }
    };
    spans.iter().map(range).collect()
}

/// Line and UTF-16 column of each offset, both from 1.
fn positions(text: &str, sorted: &[u32]) -> Vec<(u32, u32)> {
    let mut positions = Ascending::new(text, Encoding::Utf16, 0, Position { line: 0, column: 0 });
    let from_one = |position: Position| (position.line + 1, position.column + 1);
    sorted.iter().map(|&offset| from_one(positions.position(offset as usize))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units_and_every_line_end() {
        let text = "a\u{1f600}b\r\nc\rd\ne";
        let offset = |needle: char| text.find(needle).unwrap() as u32;
        let offsets = [0, offset('b'), offset('c'), offset('d'), offset('e')];
        assert_eq!(positions(text, &offsets), [(1, 1), (1, 4), (2, 1), (3, 1), (4, 1)]);
    }

    #[test]
    fn an_offset_after_the_end_is_the_end() {
        assert_eq!(positions("ab", &[9]), [(1, 3)]);
    }
}
