//! What the features that show verdicts need of a snapshot, whatever its language.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};

use crate::layout::Layout;
use crate::{Findings, Preferences, Results};

/// One version of one file that can be checked.
pub trait Checkable {
    /// The text.
    fn text(&self) -> &Arc<str>;
    /// The verdicts, and how they relate to this text.
    fn results(&self) -> &Results;
    /// Where the properties of the last text without errors stand now, in their order; empty where one is gone.
    fn remembered(&self) -> &[Span];
    /// What the person wants to see.
    fn preferences(&self) -> &Preferences;
    /// The diagnostics of the text: the syntax first, then everything else.
    fn problems(&self) -> [&[Diagnostic]; 2];
    /// The properties, in textual order.
    fn stated(&self) -> Vec<Stated>;
    /// The index of the property that stands in this span.
    fn property_in(&self, span: Span) -> Option<usize>;
    /// Where the parts of the program stand at which traces can point, in an order that all texts of the program share.
    fn parts(&self) -> Vec<Span>;
    /// For which programs a proof holds, after `holds`; as far as this can be said without a check.
    fn scope(&self) -> String;
    /// Whether it is always asked that every value exists.
    fn has_values(&self) -> bool;
    /// Whether the file declares nothing.
    fn is_blank(&self) -> bool;
    /// Whether nothing is checked unless the person asks, since the file is large.
    fn is_large(&self) -> bool;

    /// Whether the program has no meaning, so that there is nothing to check.
    fn has_errors(&self) -> bool {
        self.problems().into_iter().flatten().any(|found| found.severity == Severity::Error)
    }

    /// Where everything stands in this text. One pass over the text.
    fn layout(&self) -> Layout {
        Layout::new(self.text(), &self.parts())
    }

    /// Findings of a check of this version that has not found anything yet.
    fn nothing_found(&self, layout: Arc<Layout>) -> Findings {
        Findings::nothing(self.stated().len(), self.scope(), layout)
    }
}

/// A property, as the text states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Its stable id.
    pub id: String,
    /// What lists show: `assert !inside`, the name of an error label, `error together`.
    pub label: String,
    /// The same as short as it can be: without `assert`.
    pub name: String,
    /// Its range in the text.
    pub span: Span,
}
