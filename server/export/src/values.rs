//! The values of one variable along a counterexample.

use boolprog_trace::document::Value;

/// The values that a variable has while it exists.
#[derive(Clone, Default, Debug)]
pub(crate) enum Values {
    /// It does not exist so far.
    #[default]
    None,
    /// It keeps its value.
    Only(Value),
    /// It changes.
    Several,
}

impl Values {
    pub(crate) fn add(&mut self, value: &Value) {
        match self {
            Self::None => *self = Self::Only(value.clone()),
            Self::Only(only) if only == value => {}
            Self::Only(_) | Self::Several => *self = Self::Several,
        }
    }

    /// The value that it keeps.
    pub(crate) fn only(&self) -> Option<&Value> {
        if let Self::Only(value) = self { Some(value) } else { None }
    }
}
