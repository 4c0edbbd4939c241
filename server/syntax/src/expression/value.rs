//! The values of expressions and variables, also in saved traces.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The value of an expression or of a variable: `true` and `false` in JSON, or a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A truth value, T or F.
    Truth(bool),
    /// Of integer programs only.
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

/// Its form in the language: `T`, `F`, or digits.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("T"),
            Self::Truth(false) => f.write_str("F"),
            Self::Number(value) => write!(f, "{value}"),
        }
    }
}

/// Most of a trace are values: each is read directly, where a derived reader would first copy it.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`true`, `false` or an integer")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Truth(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        i64::try_from(value).map(Value::Number).map_err(|_| E::custom("an integer does not fit into 64 bits"))
    }
}
