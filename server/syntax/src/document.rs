//! A text under edit and what is known about it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ropey::Rope;
use tree_sitter::{InputEdit, Point, Tree};

use crate::ast::SourceFile;
use crate::earlier::Earlier;
use crate::parse::parse_again;
use crate::position::floor_to_char;
use crate::{Diagnostic, Parsed};

/// A text with its trees and diagnostics.
///
/// A clone is a snapshot and costs next to nothing: text and trees are shared. Parsing happens when a result is
/// first asked for, so a batch of edits is parsed once; it reuses what the edits left alone of the earlier tree.
///
/// What is known of a text without errors depends on the text alone. How a broken text is read may also depend on
/// what was reused, until it is [settled](Self::settled): a reading that is there at once is worth more to somebody
/// who types than one that is the same however they typed.
#[derive(Clone, Debug)]
pub struct Document {
    rope: Rope,
    /// The last settled result, and the edits since then.
    earlier: Option<Earlier>,
    parsed: Arc<OnceLock<Parsed>>,
}

impl Document {
    /// A document that holds `text`.
    pub fn new(text: &str) -> Self {
        Self { rope: Rope::from_str(text), earlier: None, parsed: Arc::default() }
    }

    /// Replaces the bytes in `range` by `text`. A range that reaches beyond the end, is reversed or splits a
    /// character is moved to the nearest sensible place before it. Snapshots taken earlier do not change.
    pub fn apply(&mut self, range: Range<usize>, text: &str) {
        let start = floor_to_char(&self.rope, range.start);
        let end = floor_to_char(&self.rope, range.end).max(start);
        let start_position = point(&self.rope, start);
        let old_end_position = point(&self.rope, end);
        if let Some(parsed) = self.parsed.get() {
            self.earlier = Earlier::new(parsed, self.rope.len_bytes()).or(self.earlier.take());
        }
        self.parsed = Arc::default();

        let start_char = self.rope.byte_to_char(start);
        self.rope.remove(start_char..self.rope.byte_to_char(end));
        self.rope.insert(start_char, text);
        let new_end = start + text.len();
        if let Some(earlier) = &mut self.earlier {
            earlier.edit(&InputEdit {
                start_byte: start,
                old_end_byte: end,
                new_end_byte: new_end,
                start_position,
                old_end_position,
                new_end_position: point(&self.rope, new_end),
            });
        }
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// The text in one piece; copies it.
    pub fn text(&self) -> String {
        self.rope.to_string()
    }

    /// Everything parsing gives. The first call after an edit parses.
    pub fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| parse_again(&self.text(), self.earlier.as_ref()))
    }

    /// Whether what is known of the text depends on the text alone; also if nobody has asked for it yet.
    pub fn is_settled(&self) -> bool {
        self.parsed.get().is_none_or(|parsed| parsed.settled)
    }

    /// The same text, read afresh; `None` if it is settled. Takes as long as reading a new text.
    pub fn settled(&self) -> Option<Self> {
        if self.is_settled() {
            return None;
        }
        let parsed = parse_again(&self.text(), None);
        Some(Self { rope: self.rope.clone(), earlier: None, parsed: Arc::new(OnceLock::from(parsed)) })
    }

    /// The tree-sitter tree.
    pub fn tree(&self) -> &Tree {
        &self.parsed().tree
    }

    /// The typed tree.
    pub fn source_file(&self) -> Arc<SourceFile> {
        Arc::clone(&self.parsed().file)
    }

    /// What is wrong with the syntax, in textual order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.parsed().diagnostics
    }
}

/// `offset` as tree-sitter counts: rows end with LF only, columns are bytes.
fn point(rope: &Rope, offset: usize) -> Point {
    let mut point = Point::new(0, 0);
    for chunk in rope.byte_slice(..offset).chunks() {
        match chunk.rfind('\n') {
            Some(last) => {
                point.row += chunk.bytes().filter(|byte| *byte == b'\n').count();
                point.column = chunk.len() - last - 1;
            }
            None => point.column += chunk.len(),
        }
    }
    point
}
