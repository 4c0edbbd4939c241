//! The values of variables in a saved trace.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The value of a variable: `true` and `false` in JSON, or a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Of a Boolean variable.
    Truth(bool),
    /// Of an integer variable, which only integer programs have.
    Number(i64),
}

impl Value {
    /// The truth value; `None` for a number.
    pub const fn truth(self) -> Option<bool> {
        match self {
            Self::Truth(value) => Some(value),
            Self::Number(_) => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Truth(value)
    }
}

/// As the language writes it: `T`, `F`, or digits.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("T"),
            Self::Truth(false) => f.write_str("F"),
            Self::Number(value) => write!(f, "{value}"),
        }
    }
}
