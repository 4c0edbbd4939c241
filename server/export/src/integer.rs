//! The run of an integer program as a document (`boolprog-integer-run/1`, described in `docs/report-format.md`).

use std::fmt;

use serde::{Serialize, Serializer};

/// The schema that this version writes.
pub const INTEGER_RUN_SCHEMA: &str = "boolprog-integer-run/1";

/// A run. Instances and variables have the names that the language has for them: `P[0]`, `P[0].x`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IntegerRunDocument {
    /// [`INTEGER_RUN_SCHEMA`].
    pub schema: &'static str,
    /// The instances, in order.
    pub instances: Vec<String>,
    /// Where each instance is at the start.
    #[serde(serialize_with = "as_object")]
    pub locations: Vec<(String, String)>,
    /// What each variable holds at the start, in order of declaration.
    #[serde(serialize_with = "as_object")]
    pub values: Vec<(String, IntegerValue)>,
    /// What happens.
    pub steps: Vec<IntegerStep>,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IntegerStep {
    /// Who moves.
    pub instance: String,
    /// The line of the edge.
    pub line: u32,
    /// Where the instance was.
    pub from: String,
    /// Where it is then.
    pub to: String,
    /// What the environment chose, in textual order.
    pub inputs: Vec<i64>,
    /// The variables with another value behind the step.
    pub changes: Vec<IntegerChange>,
}

/// A variable with a new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IntegerChange {
    /// The variable.
    pub name: String,
    /// The value before.
    pub from: IntegerValue,
    /// The value behind the step.
    pub to: IntegerValue,
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum IntegerValue {
    /// Of a Boolean.
    Truth(bool),
    /// Of an integer.
    Number(i64),
}

/// Pairs of names and values as an object, in their order.
fn as_object<T: Serialize, S: Serializer>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

impl fmt::Display for IntegerValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
        }
    }
}
