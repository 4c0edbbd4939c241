//! What is checked of a program: what it states, and what is checked of every program.

use boolprog_base::Span;
use boolprog_check::integer::Model;

use crate::Stated;

/// A property, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Stable id of the property.
    pub id: String,
    /// Its name in the integer program: what is checked, and perhaps a number.
    pub name: String,
    /// Its range in the text.
    pub span: Span,
    /// The text of its range, on one line.
    text: String,
}

impl Property {
    /// The properties of a program, in textual order.
    pub(super) fn all(model: &Model, text: &str) -> Vec<Self> {
        let named = model.system.properties.iter().zip(model.system.property_ids());
        let property = |(property, id): (&boolprog_integer::Property, String)| {
            let words = text.get(property.span.range()).unwrap_or_default().split_whitespace();
            let text = words.collect::<Vec<_>>().join(" ");
            Self { id, name: property.name.to_string(), span: property.span, text }
        };
        named.map(property).collect()
    }

    /// What is checked, in one word: `assertion`.
    fn what(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }

    /// As features that show verdicts see it.
    pub(super) fn stated(&self) -> Stated {
        let is_implied = !["assertion", "label"].contains(&self.what());
        let label = if is_implied { format!("{} {}", self.what(), self.text) } else { self.text.clone() };
        Stated { id: self.id.clone(), name: label.clone(), label, span: self.span, is_implied }
    }

    /// Its violation, for use next to its text.
    pub(super) fn violation(&self) -> String {
        let known = match self.what() {
            "assertion" => "Assertion violated",
            "label" => "Error label reached",
            "index" => "Index outside of the array",
            "division" => "Division by zero",
            "pointer" => "Pointer to nothing",
            "misuse" => "Misuse of the library",
            "unreachable" => "Unreachable text reached",
            "sequence" => "Change in no defined order",
            "race" => "Data race",
            "deadlock" => "Deadlock",
            "overflow" => "Overflow",
            _ => return format!("Error `{}` reached", self.name),
        };
        known.to_owned()
    }
}
