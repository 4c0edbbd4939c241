//! The run of an integer program as a document (`boolprog-integer-run/1`, described in `docs/report-format.md`).

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The schema that this version writes.
pub const INTEGER_RUN_SCHEMA: &str = "boolprog-integer-run/1";

/// A run. Instances and variables have the names that the language has for them: `P[0]`, `P[0].x`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegerRunDocument {
    /// [`INTEGER_RUN_SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The instances, in order.
    pub instances: Vec<String>,
    /// Where each instance is at the start.
    pub locations: Named<String>,
    /// What each variable holds at the start, in order of declaration.
    pub values: Named<IntegerValue>,
    /// What happens.
    pub steps: Vec<IntegerStep>,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegerChange {
    /// The variable.
    pub name: String,
    /// The value before.
    pub from: IntegerValue,
    /// The value behind the step.
    pub to: IntegerValue,
}

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum IntegerValue {
    /// Of a Boolean.
    Truth(bool),
    /// Of an integer.
    Number(i64),
}

/// Something for each of some names: an object whose order counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Named(pairs))
            }
        }

        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

impl fmt::Display for IntegerValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
        }
    }
}

/// One iteration of a search under abstraction.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct IterationDocument {
    /// States generated; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions.
    pub abstract_states: u64,
    /// The predicates, or cuts, that the next iteration has in addition.
    pub new_predicates: Vec<String>,
    /// Questions to the prover.
    pub queries: u64,
    /// Questions not asked again.
    pub cache_hits: u64,
    /// Time spent waiting for the prover.
    pub prover_seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_is_read_is_the_one_that_was_written() {
        let run = IntegerRunDocument {
            schema: Cow::Borrowed(INTEGER_RUN_SCHEMA),
            instances: vec!["P[0]".to_owned()],
            locations: Named(vec![("P[0]".to_owned(), "away".to_owned())]),
            values: Named(vec![
                ("x".to_owned(), IntegerValue::Number(-1)),
                ("P[0].b".to_owned(), IntegerValue::Truth(true)),
            ]),
            steps: Vec::new(),
        };
        let text = serde_json::to_string(&run).expect("serializable");
        assert!(text.contains(r#""values":{"x":-1,"P[0].b":true}"#), "{text}");
        assert_eq!(serde_json::from_str::<IntegerRunDocument>(&text).expect("readable"), run);
    }
}
