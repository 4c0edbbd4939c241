//! A text under edit, with its parsed form.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use boolprog_base::Diagnostic;
use boolprog_base::position::floor_to_char;
use ropey::Rope;

use crate::ast::SourceFile;
use crate::{Parsed, parse};

/// A text with its tree and diagnostics, which depend on the text alone.
///
/// A clone is a snapshot and costs next to nothing: text and tree are shared. Parsing happens when a result is first asked
/// for, so a batch of edits is parsed once.
#[derive(Clone, Debug)]
pub struct Document {
    rope: Rope,
    reading: Arc<Reading>,
}

/// The text in one piece, and its parsed form.
#[derive(Debug, Default)]
struct Reading {
    text: OnceLock<Arc<str>>,
    parsed: OnceLock<Parsed>,
}

impl Document {
    /// A document that holds `text`.
    pub fn new(text: &str) -> Self {
        Self { rope: Rope::from_str(text), reading: Arc::default() }
    }

    /// Replaces the bytes in `range` by `text`. A range that reaches beyond the end, is reversed or splits a
    /// character is moved to the nearest sensible place before it. Snapshots taken earlier do not change.
    pub fn apply(&mut self, range: Range<usize>, text: &str) {
        let start = floor_to_char(&self.rope, range.start);
        let end = floor_to_char(&self.rope, range.end).max(start);
        self.reading = Arc::default();
        let start = self.rope.byte_to_char(start);
        self.rope.remove(start..self.rope.byte_to_char(end));
        self.rope.insert(start, text);
    }

    /// The text, for positions and parts of it.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// The text in one piece. The first call after an edit copies it.
    pub fn text(&self) -> &Arc<str> {
        self.reading.text.get_or_init(|| self.rope.to_string().into())
    }

    /// The typed tree. The first call after an edit parses.
    pub fn source_file(&self) -> &Arc<SourceFile> {
        &self.parsed().file
    }

    /// The syntax errors, in textual order. The first call after an edit parses.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.parsed().diagnostics
    }

    fn parsed(&self) -> &Parsed {
        self.reading.parsed.get_or_init(|| parse(self.text()))
    }
}
