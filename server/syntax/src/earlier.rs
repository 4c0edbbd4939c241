//! What was known about a text before its latest edits.

use std::sync::Arc;

use tree_sitter::{InputEdit, Tree};

use crate::ast::SourceFile;
use crate::{Parsed, Span};

/// The settled trees of an earlier text, and which parts of the text were edited since.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    tree: Tree,
    file: Arc<SourceFile>,
    /// How many bytes at the start no edit has touched.
    same_start: usize,
    /// How many bytes at the end no edit has touched.
    same_end: usize,
    /// The length of the earlier text.
    old_length: usize,
    /// The length of the edited text.
    length: usize,
}

impl Earlier {
    /// Begins with the result of parsing a text of `length` bytes; `None` if nothing of it can be used again.
    pub(crate) fn new(parsed: &Parsed, length: usize) -> Option<Self> {
        let reusable = parsed.settled && !parsed.cut;
        // What was reported about a statement would have to be reported again.
        let file = if parsed.diagnostics.is_empty() { Arc::clone(&parsed.file) } else { Arc::default() };
        let tree = parsed.tree.clone();
        reusable.then_some(Self { tree, file, same_start: length, same_end: length, old_length: length, length })
    }

    /// Notes an edit of the text as it is after the edits noted before.
    pub(crate) fn edit(&mut self, edit: &InputEdit) {
        self.same_start = self.same_start.min(edit.start_byte);
        self.same_end = self.same_end.min(self.length - edit.old_end_byte);
        self.length = self.length - edit.old_end_byte + edit.new_end_byte;
        self.tree.edit(edit);
    }

    /// The tree-sitter tree with the edits applied to it.
    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The typed tree of the text before the edits. Empty if there were diagnostics.
    pub(crate) fn file(&self) -> &SourceFile {
        &self.file
    }

    /// Where in the earlier text `span` of the edited text was, if no edit touched what is inside.
    pub(crate) fn origin(&self, span: Span) -> Option<Span> {
        let (start, end) = (span.start as usize, span.end as usize);
        if end <= self.same_start {
            Some(span)
        } else if start + self.same_end >= self.length {
            let moved = |offset: usize| (offset + self.old_length - self.length) as u32;
            Some(Span::new(moved(start), moved(end)))
        } else {
            None
        }
    }
}
