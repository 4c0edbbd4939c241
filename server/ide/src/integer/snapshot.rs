//! One version of one file with the results about it.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_integer::model::{Names, names};
use boolprog_integer::syntax::ast::{Item, SourceFile};
use boolprog_integer::syntax::parse;
use boolprog_integer::{NotInstantiated, PropertyKind, check};

use super::parts::parts;
use crate::checkable::Stated;
use crate::{Checkable, Context, Preferences, Results};

/// One version of one integer program, with everything that is known of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Text of the file.
    pub text: Arc<str>,
    /// Syntax tree of the text.
    pub file: Arc<SourceFile>,
    /// Diagnostics of the parser.
    pub syntax: Arc<[Diagnostic]>,
    /// Other errors and warnings; no warnings while there are syntax errors, which may hide uses.
    pub checks: Arc<[Diagnostic]>,
    /// Meanings of the names.
    pub names: Arc<Names>,
    /// The properties of the program, in textual order.
    pub properties: Arc<[Property]>,
    /// Facts beside the text.
    pub context: Context,
    /// The verdicts, and how they relate to this text.
    pub results: Results,
}

/// An `error` or an `invariant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Invariant or error.
    pub kind: PropertyKind,
    /// Name of the property.
    pub name: String,
    /// Span of the statement.
    pub span: Span,
}

impl Property {
    /// The stable id of the property.
    pub fn id(&self) -> String {
        format!("{}-{}", self.word(), self.name)
    }

    pub(super) fn word(&self) -> &'static str {
        match self.kind {
            PropertyKind::Error => "error",
            PropertyKind::Invariant => "invariant",
        }
    }
}

impl Snapshot {
    /// The analysis of a text before any check. Linear in the text, except for the sorting of names.
    pub fn new(text: Arc<str>, preferences: Preferences) -> Self {
        let parsed = parse(&text);
        let mut checks = check(&parsed.file);
        checks.retain(|found| parsed.diagnostics.is_empty() || found.severity == Severity::Error);
        Self {
            text,
            names: Arc::new(names(&parsed.file)),
            properties: properties(&parsed.file),
            file: Arc::new(parsed.file),
            syntax: parsed.diagnostics.into(),
            checks: checks.into(),
            context: Context { preferences, ..Context::default() },
            results: Results::None,
        }
    }

    /// The same with the reason why the program has no meaning after all.
    #[must_use]
    pub fn refused(mut self, why: NotInstantiated) -> Self {
        let found = match why {
            NotInstantiated::Errors(found) => found,
            why => {
                let message = format!("This is too large: {why}.");
                vec![Diagnostic::new("too-large", Severity::Error, Span::empty(0), message)]
            }
        };
        self.checks = self.checks.iter().cloned().chain(found).collect();
        self
    }

    /// Returns `true` if the program has errors, so that there is nothing to check.
    pub fn has_errors(&self) -> bool {
        Checkable::has_errors(self)
    }

    /// The diagnostics of the text alone: the syntax first.
    pub(super) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.syntax.iter().chain(&*self.checks)
    }

    /// The text of a range; empty where the range does not lie on character boundaries of the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
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
        [&self.syntax, &self.checks]
    }

    fn stated(&self) -> Vec<Stated> {
        let stated = self.properties.iter().map(|property| {
            let label = format!("{} {}", property.word(), property.name);
            Stated { id: property.id(), name: label.clone(), label, span: property.span, is_implied: false }
        });
        stated.collect()
    }

    fn property_in(&self, span: Span) -> Option<usize> {
        self.properties.iter().position(|property| property.span == span)
    }

    fn parts(&self) -> Vec<Span> {
        parts(&self.file)
    }

    /// The number of instances is known once the program is instantiated.
    fn scope(&self) -> String {
        String::new()
    }

    fn has_values(&self) -> bool {
        true
    }

    fn is_blank(&self) -> bool {
        self.file.items.is_empty()
    }

    fn is_large(&self) -> bool {
        false
    }
}

fn properties(file: &SourceFile) -> Arc<[Property]> {
    let property = |item: &Item| match item {
        Item::Property(it) => Some(Property { kind: it.kind, name: it.name.text.to_string(), span: it.span }),
        _ => None,
    };
    file.items.iter().filter_map(property).collect()
}
