//! Diagnostics of a text, as plain data: the same value feeds the editor and the command line.

use serde::{Deserialize, Serialize};

use crate::Span;

/// The deepest nesting that parsers build: recursive functions over a tree (its destruction is one) then need little stack.
pub const MAX_DEPTH: u32 = 500;

/// The message about text that is nested deeper.
pub fn too_deep() -> String {
    format!("This is nested more than {MAX_DEPTH} levels deep, which is more than the tools handle. Split it up.")
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program has no meaning; it is not checked.
    Error,
    /// A probable mistake; the program is checked all the same.
    Warning,
    /// Information that needs no change of the program.
    Information,
    /// Shown in the text only, not in lists.
    Hint,
}

impl Severity {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
        }
    }
}

/// Presentation of the range, in addition to the severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Tag {
    /// Faded: the text has no effect.
    Unnecessary,
}

/// A replacement of one range of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Replaced range; empty for an insertion.
    pub span: Span,
    /// Replacement; empty for a deletion.
    pub text: String,
}

impl Edit {
    /// The text after some edits, which are in textual order and do not overlap. Linear.
    pub fn apply(text: &str, edits: &[Self]) -> String {
        let mut result = String::with_capacity(text.len());
        let mut end = 0;
        for edit in edits {
            result += &text[end..edit.span.start as usize];
            result += &edit.text;
            end = edit.span.end as usize;
        }
        result + &text[end..]
    }
}

/// A change that removes the cause of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The title, as an imperative: "Insert `;`".
    pub title: String,
    /// The change; the ranges do not overlap.
    pub edits: Vec<Edit>,
}

/// One finding in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable name of the rule, such as `undeclared-variable`; documented in `docs/`.
    pub code: &'static str,
    /// Severity, as editors show it.
    pub severity: Severity,
    /// The exact token or phrase.
    pub span: Span,
    /// The finding, its reason, and its remedy, in one or two plain sentences.
    pub message: String,
    /// Other places that explain it.
    pub related: Vec<(Span, String)>,
    /// Fixes, the most likely first.
    pub fixes: Vec<Fix>,
    /// Presentation of the range.
    pub tags: Vec<Tag>,
}

impl Diagnostic {
    /// A finding without related places, fixes and tags.
    pub fn new(code: &'static str, severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Self { code, severity, span, message: message.into(), related: Vec::new(), fixes: Vec::new(), tags: Vec::new() }
    }

    /// Adds a place that explains the finding.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push((span, message.into()));
        self
    }

    /// Adds a fix with its edits.
    #[must_use]
    pub fn with_fix(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits });
        self
    }

    /// Adds a tag for the presentation.
    #[must_use]
    pub fn with_tag(mut self, tag: Tag) -> Self {
        self.tags.push(tag);
        self
    }
}
