//! What was known about a text before its latest edits.

use std::sync::Arc;

use boolprog_base::Span;
use tree_sitter::{InputEdit, Tree};

use crate::ast::SourceFile;
use crate::parse::Syntax;

/// The settled trees of an earlier text, and which parts of the text were edited since.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    tree: Tree,
    /// The typed tree; `None` if nothing of it can be copied.
    file: Option<Arc<SourceFile>>,
    /// Where the typed tree has messages.
    reported: Vec<Span>,
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
    /// Begins with the trees of a text of `length` bytes; `None` if nothing of them can be used again.
    pub(crate) fn new(syntax: &Syntax, file: &Arc<SourceFile>, length: usize) -> Option<Self> {
        let reusable = syntax.settled && !syntax.cut;
        let file = syntax.reported.is_some().then(|| Arc::clone(file));
        let reported = syntax.reported.clone().unwrap_or_default();
        let tree = syntax.tree.clone();
        let (same_start, same_end, old_length) = (length, length, length);
        reusable.then_some(Self { tree, file, reported, same_start, same_end, old_length, length })
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

    /// The typed tree of the text before the edits; `None` if nothing of it can be copied.
    pub(crate) fn file(&self) -> Option<&SourceFile> {
        self.file.as_deref()
    }

    /// Whether there were messages about a part of the earlier text, which would have to be made again.
    pub(crate) fn is_reported(&self, part: Span) -> bool {
        self.reported.iter().any(|reported| reported.start <= part.end && part.start <= reported.end)
    }

    /// Where the earlier text was edited: everything from the first to the last edit.
    pub(crate) fn edited(&self) -> Span {
        let end = self.old_length - self.same_end;
        Span::new(self.same_start.min(end) as u32, end as u32)
    }

    /// Where an offset behind all edits of the earlier text is in the edited text.
    pub(crate) fn moved(&self, offset: u32) -> u32 {
        (offset as usize + self.length - self.old_length) as u32
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
