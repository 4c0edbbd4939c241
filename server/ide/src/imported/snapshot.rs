//! One version of one file with the results about it.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::integer::Model;

use super::Property;
use super::tokens::tokens;
use crate::checkable::Stated;
use crate::{Checkable, Context, Preferences, Results};

/// One version of one program, with everything that is known of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Text of the file.
    pub text: Arc<str>,
    /// The integer program that was made of it; `None` if it has errors.
    pub model: Option<Model>,
    /// Why it has no meaning, or notes on how it was read.
    pub problems: Arc<[Diagnostic]>,
    /// The properties of the program, in textual order.
    pub properties: Arc<[Property]>,
    /// What is known beside the text.
    pub context: Context,
    /// The verdicts, and how they relate to this text.
    pub results: Results,
}

impl Snapshot {
    /// The program of a text as its front end read it, before any check.
    pub fn new(
        text: Arc<str>,
        read: Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>>,
        preferences: Preferences,
    ) -> Self {
        let (model, problems) = match read {
            Ok((model, notes)) => (Some(model), notes),
            Err(problems) => (None, problems),
        };
        let properties = model.iter().flat_map(|model| Property::all(model)).collect();
        Self {
            text,
            model,
            problems: problems.into(),
            properties,
            context: Context { preferences, ..Context::default() },
            results: Results::None,
        }
    }
}

impl Checkable for Snapshot {
    fn text(&self) -> &Arc<str> {
        &self.text
    }

    fn results(&self) -> &Results {
        &self.results
    }

    fn context(&self) -> &Context {
        &self.context
    }

    fn problems(&self) -> [&[Diagnostic]; 2] {
        // A text that cannot be parsed has one error.
        let is_syntax = self.problems.first().is_some_and(|found| found.code.ends_with("-syntax"));
        if is_syntax { [&self.problems, &[]] } else { [&[], &self.problems] }
    }

    fn stated(&self) -> Vec<Stated> {
        self.properties.iter().map(Property::stated).collect()
    }

    fn property_in(&self, span: Span) -> Option<usize> {
        self.properties.iter().position(|property| property.span == span)
    }

    /// What a trace shows begins and ends with tokens.
    fn parts(&self) -> Vec<Span> {
        tokens(self.text())
    }

    /// The number of threads is known once the program is read.
    fn scope(&self) -> String {
        String::new()
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_blank(&self) -> bool {
        false
    }

    fn is_large(&self) -> bool {
        self.context.preferences.large.are_exceeded_by(&self.text)
    }

    fn has_errors(&self) -> bool {
        self.problems.iter().any(|found| found.severity == Severity::Error)
    }
}
