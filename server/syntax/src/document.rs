//! A text under edit and what is known about it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use boolprog_base::Diagnostic;
use boolprog_base::position::floor_to_char;
use ropey::Rope;
use tree_sitter::{InputEdit, Point, Tree};

use crate::ast::SourceFile;
use crate::earlier::Earlier;
use crate::parse::{Syntax, parse_again, parse_whole, typed};

/// A text with its trees and diagnostics.
///
/// A clone is a snapshot and costs next to nothing: text and trees are shared. Parsing happens when a result is
/// first asked for, so a batch of edits is parsed once; it reuses what the edits left alone of the earlier trees. What is
/// wrong with the syntax is known before the typed tree is made.
///
/// What is known of a text without errors depends on the text alone. How a broken text is read may also depend on
/// what was reused, until it is [settled](Self::settled): a reading that is there at once is worth more to somebody
/// who types than one that is the same however they typed.
#[derive(Clone, Debug)]
pub struct Document {
    rope: Rope,
    /// The last settled result, and the edits since then.
    earlier: Option<Earlier>,
    reading: Arc<Reading>,
}

/// What is known of a text so far.
#[derive(Default, Debug)]
struct Reading {
    syntax: OnceLock<Syntax>,
    file: OnceLock<Arc<SourceFile>>,
}

impl Reading {
    /// Everything there is to know of a text, whatever was known before.
    fn afresh(text: &str) -> Self {
        let (syntax, file) = parse_whole(text);
        Self { syntax: OnceLock::from(syntax), file: OnceLock::from(Arc::new(file)) }
    }
}

impl Document {
    /// A document that holds `text`.
    pub fn new(text: &str) -> Self {
        Self { rope: Rope::from_str(text), earlier: None, reading: Arc::default() }
    }

    /// Replaces the bytes in `range` by `text`. A range that reaches beyond the end, is reversed or splits a
    /// character is moved to the nearest sensible place before it. Snapshots taken earlier do not change.
    pub fn apply(&mut self, range: Range<usize>, text: &str) {
        let start = floor_to_char(&self.rope, range.start);
        let end = floor_to_char(&self.rope, range.end).max(start);
        let start_position = point(&self.rope, start);
        let old_end_position = point(&self.rope, end);
        self.earlier = self.noted().or(self.earlier.take());
        self.reading = Arc::default();

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

    /// What is known so far, if it is of more use for later texts than what was known earlier.
    fn noted(&self) -> Option<Earlier> {
        let (syntax, file) = (self.reading.syntax.get()?, self.reading.file.get()?);
        let noted = Earlier::new(syntax, file, self.rope.len_bytes())?;
        // Nothing can be copied from the typed tree of a broken text.
        let copied = self.earlier.as_ref().is_some_and(|earlier| earlier.file().is_some());
        (noted.file().is_some() || !copied).then_some(noted)
    }

    /// The first call after an edit parses.
    fn syntax(&self) -> &Syntax {
        self.reading.syntax.get_or_init(|| {
            let Some(earlier) = &self.earlier else {
                let (syntax, file) = parse_whole(&self.text());
                self.reading.file.get_or_init(|| Arc::new(file));
                return syntax;
            };
            parse_again(&self.text(), earlier)
        })
    }

    /// Whether what is known of the text depends on the text alone; also if nobody has asked for it yet.
    pub fn is_settled(&self) -> bool {
        self.reading.syntax.get().is_none_or(|syntax| syntax.settled)
    }

    /// The same text, read afresh; `None` if it is settled. Takes as long as reading a new text.
    pub fn settled(&self) -> Option<Self> {
        if self.is_settled() {
            return None;
        }
        Some(Self { reading: Arc::new(Reading::afresh(&self.text())), ..self.clone() })
    }

    /// The tree-sitter tree.
    pub fn tree(&self) -> &Tree {
        &self.syntax().tree
    }

    /// The typed tree. The first call after an edit makes it.
    pub fn source_file(&self) -> Arc<SourceFile> {
        let tree = self.tree();
        Arc::clone(self.reading.file.get_or_init(|| Arc::new(typed(tree, &self.text(), self.earlier.as_ref()))))
    }

    /// What is wrong with the syntax, in textual order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.syntax().diagnostics
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
