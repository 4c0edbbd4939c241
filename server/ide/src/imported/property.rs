//! Properties of a C program: those that it states, and those of every program.

use boolprog_base::Span;
use boolprog_check::integer::Model;

use crate::Stated;

/// A property, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Stable id of the property.
    pub id: String,
    /// As it is listed: `assert(inside == 1)`.
    label: String,
    /// Its range in the text.
    pub span: Span,
    /// `true` if it is checked although the text does not state it.
    is_implied: bool,
}

impl Property {
    /// The properties of a program, in textual order.
    pub(super) fn all(model: &Model) -> Vec<Self> {
        let property = |property: &boolprog_integer::Property| Self {
            id: property.id(),
            label: property.title(),
            span: property.span,
            is_implied: property.claim.as_ref().is_some_and(|claim| !claim.check.is_written()),
        };
        model.system.properties.iter().map(property).collect()
    }

    /// As features that show verdicts see it.
    pub(super) fn stated(&self) -> Stated {
        let Self { id, label, span, is_implied } = self.clone();
        Stated { id, name: label.clone(), label, span, is_implied }
    }
}
