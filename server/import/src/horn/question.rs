//! What is asked of a system.

use boolprog_integer::{Property, System};

/// What a written file asks. Tools answer one question per file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether no property is violated and every value exists.
    Everything,
    /// Whether this property is not violated, by its index; runs end where a value does not exist.
    Property(usize),
}

impl Question {
    /// The properties that are asked for.
    pub(crate) fn properties(self, system: &System) -> &[Property] {
        match self {
            Self::Everything => &system.properties,
            Self::Property(index) => system.properties.get(index..=index).unwrap_or_default(),
        }
    }

    /// Whether a value that does not exist is an error.
    pub(crate) fn wants_values(self) -> bool {
        self == Self::Everything
    }

    /// The question in words.
    pub(crate) fn in_words(self, system: &System) -> String {
        let names: Vec<&str> = self.properties(system).iter().map(|property| property.name.as_str()).collect();
        match self {
            Self::Everything if names.is_empty() => "whether every value exists".into(),
            Self::Everything => {
                format!("whether no property is violated ({}) and every value exists", names.join(", "))
            }
            Self::Property(_) => format!("whether the property {} is not violated", names.join(", ")),
        }
    }
}
