//! Questions about a system.

use boolprog_integer::{Property, System};

/// The question of a written file. Tools answer one question per file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// No property is violated and every value exists.
    Everything,
    /// This property, by its index, is not violated; runs end where a value does not exist.
    Property(usize),
}

impl Question {
    pub(crate) fn properties(self, system: &System) -> &[Property] {
        match self {
            Self::Everything => &system.properties,
            Self::Property(index) => system.properties.get(index..=index).unwrap_or_default(),
        }
    }

    /// `true` if a value that does not exist is an error.
    pub(crate) fn wants_values(self) -> bool {
        self == Self::Everything
    }

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
