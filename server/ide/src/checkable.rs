//! The interface of a snapshot for features that show verdicts, in both languages.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};

use crate::layout::Layout;
use crate::{Findings, Preferences, Results};

/// One version of one file that can be checked.
pub trait Checkable {
    /// Text of the file.
    fn text(&self) -> &Arc<str>;
    /// The verdicts, and how they relate to this text.
    fn results(&self) -> &Results;
    /// Facts beside the text.
    fn context(&self) -> &Context;
    /// The diagnostics of the text: the syntax first, then everything else.
    fn problems(&self) -> [&[Diagnostic]; 2];
    /// The properties, in textual order.
    fn stated(&self) -> Vec<Stated>;
    /// The index of the property at this span.
    fn property_in(&self, span: Span) -> Option<usize>;
    /// Spans of the parts of the program that traces can refer to, in an order that all texts of the program share.
    fn parts(&self) -> Vec<Span>;
    /// The programs for which a proof holds, after `holds`; as far as this is known without a check.
    fn scope(&self) -> String;
    /// Returns `true` if the existence of every value is always a property.
    fn has_values(&self) -> bool;
    /// The kinds of properties that are checked on request only, and were not requested: `data races`.
    fn left_out(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns `true` if the file declares nothing.
    fn is_blank(&self) -> bool;
    /// Returns `true` if the file is large, so that it is checked on request only.
    fn is_large(&self) -> bool;

    /// A place on this line of the text, as a person says it.
    fn place(&self, _offset: u32, line: usize) -> String {
        format!("line {line}")
    }

    /// Returns `true` if the program has errors, so that there is nothing to check.
    fn has_errors(&self) -> bool {
        self.problems().into_iter().flatten().any(|found| found.severity == Severity::Error)
    }

    /// The layout of this text. One pass over the text.
    fn layout(&self) -> Layout {
        Layout::new(self.text(), &self.parts())
    }

    /// Findings of a check of this version that has not found anything yet.
    fn nothing_found(&self, layout: Arc<Layout>) -> Findings {
        Findings::nothing(self.stated().len(), self.scope(), layout)
    }
}

/// Facts about a file beside its text and the verdicts.
#[derive(Clone, Default, Debug)]
pub struct Context {
    /// Preferences of the user.
    pub preferences: Preferences,
    /// For a text with errors: current spans of the properties of the last text without, in their order; empty for a
    /// removed one.
    pub last_valid: Arc<[Span]>,
    /// The same for the lenses about a whole C program.
    pub last_row: Option<Span>,
}

/// A property, as the text states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Stable id of the property.
    pub id: String,
    /// Text in lists: `assert !inside`, the name of an error label, `error together`.
    pub label: String,
    /// The same as short as it can be: without `assert`.
    pub name: String,
    /// Its range in the text.
    pub span: Span,
    /// `true` if it is checked although the text does not state it: it has a lens only where it does not hold.
    pub is_implied: bool,
}
