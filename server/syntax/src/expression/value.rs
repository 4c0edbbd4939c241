//! The values of expressions and variables, also in saved traces.

use std::fmt;
use std::sync::Arc;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The value of an expression or of a variable: `true` and `false` in JSON, a number, a string, or `null`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A truth value, T or F.
    Truth(bool),
    /// Of integer programs and C programs.
    Number(i64),
    /// Any other value of a C program, as C writes it: `&items[2]`, `NULL`, `0.5`.
    Text(Text),
    /// None: the variable of a C program does not exist at this moment, or nothing was written there yet.
    Nothing,
}

/// A text that its copies share. It takes as much room in a value as a number does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Text(Arc<String>);

impl Text {
    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl Value {
    /// A value as C writes it.
    pub fn text(written: impl Into<String>) -> Self {
        Self::Text(Text(Arc::new(written.into())))
    }

    /// The truth value; `None` if it is none.
    pub const fn truth(&self) -> Option<bool> {
        match self {
            Self::Truth(value) => Some(*value),
            Self::Number(_) | Self::Text(_) | Self::Nothing => None,
        }
    }

    /// The number, which is 1 or 0 for a truth value.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Truth(value) => Some(i64::from(*value)),
            Self::Number(value) => Some(*value),
            Self::Text(_) | Self::Nothing => None,
        }
    }

    /// The type of a variable with this value, as far as the value tells it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Truth(_) => "bool",
            Self::Number(_) => "int",
            Self::Text(_) | Self::Nothing => "value",
        }
    }

    /// `true` if the variable has no value at this moment.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Its form in languages other than that of Boolean programs: truth values are `true` and `false`.
    pub fn in_words(&self) -> String {
        match self {
            Self::Truth(value) => value.to_string(),
            other => other.to_string(),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Truth(value)
    }
}

/// Its form in the language of Boolean programs: `T` and `F`. Where there is no value, it is `-`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("T"),
            Self::Truth(false) => f.write_str("F"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => f.write_str(text.as_str()),
            Self::Nothing => f.write_str("-"),
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
        f.write_str("`true`, `false`, an integer, a string or `null`")
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

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::text(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }
}
