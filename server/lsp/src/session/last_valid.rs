//! Spans of the properties of the last valid text, while the text has errors.

use std::ops::Range;
use std::sync::Arc;

use boolprog_base::Span;

/// The properties of a text without errors, after the changes that were made to it since.
#[derive(Clone)]
pub(crate) struct LastValid {
    /// Fingerprint of the program and of the question.
    pub(crate) fingerprint: u64,
    /// Current spans, in their order; empty for a removed property.
    pub(crate) spans: Arc<[Span]>,
    /// The same for the lenses about a whole C program.
    pub(crate) row: Option<Span>,
}

impl LastValid {
    /// The same after one more change: the text in `range` became `inserted` bytes.
    pub(crate) fn changed(&self, range: &Range<usize>, inserted: usize) -> Self {
        let now = |span: Span| moved(span, range, inserted);
        let spans = self.spans.iter().copied().map(now).collect();
        Self { fingerprint: self.fingerprint, spans, row: self.row.map(now) }
    }
}

/// Text inserted at either end of a span does not belong to it.
fn moved(span: Span, range: &Range<usize>, inserted: usize) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let behind = |offset: usize| offset - range.end + range.start + inserted;
    let start = match start {
        start if start >= range.end => behind(start),
        start if start >= range.start => range.start + inserted,
        start => start,
    };
    let end = match end {
        end if end <= range.start => end,
        end if end >= range.end => behind(end),
        _ => range.start,
    };
    Span::new(start as u32, end.max(start) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes the text `..assert..` and returns the rest of `assert`.
    fn left(range: Range<usize>, inserted: &str) -> String {
        let mut text = "..assert..".to_owned();
        text.replace_range(range.clone(), inserted);
        let span = moved(Span::new(2, 8), &range, inserted.len());
        text[span.range()].to_owned()
    }

    #[test]
    fn spans_follow_their_text() {
        assert_eq!(
            left(
                0..0,
                "new
"
            ),
            "assert"
        );
        assert_eq!(left(2..2, "xx"), "assert");
        assert_eq!(left(8..8, "xx"), "assert");
        assert_eq!(left(8..10, ""), "assert");
        assert_eq!(left(0..2, ""), "assert");
        assert_eq!(left(4..5, "--"), "as--ert");
        assert_eq!(left(0..4, "x"), "sert");
        assert_eq!(left(5..10, "xyz"), "ass");
        assert_eq!(left(0..10, "all new"), "");
        assert_eq!(left(2..8, "gone"), "");
    }
}
