//! The steps of a trace.

use serde::{Deserialize, Serialize};

use super::{RangeDocument, ThreadChange, Value};

/// A step of a thread, with its changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StepDocument {
    /// Number of the acting thread.
    pub thread: u32,
    /// Range of the statement.
    pub range: RangeDocument,
    /// Its text on one line, shortened if very long.
    pub text: String,
    /// Shared variables with a new value: index and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<(u32, Value)>,
    /// The thread inside an atomic section afterwards.
    pub atomic: Option<u32>,
    /// Threads that are new or look different afterwards.
    pub threads: Vec<ThreadChange>,
    /// Its reads and writes of a C program, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<AccessDocument>,
    /// `true` if a statement of a C program begins with this step: a statement of several accesses is several steps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub begins: bool,
    /// Threads of a C program that waited and can go on afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub woken: Vec<u32>,
    /// Threads of a C program that have to wait from now on, or for something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<BlockedDocument>,
    /// Number of the thread it creates; that thread is in `threads`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<u32>,
    /// Number of the thread that ends with this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u32>,
    /// Number of the thread of a C program that it has joined, which has ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<u32>,
    /// Of a C program: local variables of the innermost activation of the thread, by their index, that are others than the ones that
    /// had their names before the step. They have no old value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fresh: Vec<u32>,
    /// Choices of this step that the program leaves open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceDocument>,
}

/// An access to a variable of a C program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccessDocument {
    /// The kind of access.
    pub kind: AccessKind,
    /// Name of the variable, as the acting thread would write it; of a variable of another thread `x@T2`.
    pub variable: String,
    /// Value before.
    pub before: Value,
    /// Value afterwards: the same if it is only read.
    pub after: Value,
}

/// The kinds of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes at once, as atomic operations do.
    Update,
}

impl AccessKind {
    /// The word for it: `reads`, `writes`, `updates`.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Read => "reads",
            Self::Write => "writes",
            Self::Update => "updates",
        }
    }
}

/// A thread that cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockedDocument {
    /// Number of the thread.
    pub thread: u32,
    /// The thing for which it waits, as words that follow "waits for": ``mutex `b`, held by T2``.
    pub on: String,
}

/// A choice: of a value, or of a branch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ChoiceDocument {
    /// A variable could have got either value.
    Value {
        /// Name of the variable.
        variable: String,
        /// Thread whose copy it is; `None` for a shared variable.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thread: Option<u32>,
        /// The value that it got.
        value: Value,
    },
    /// A choice of the environment of an integer program, which is part of an assigned value.
    Input {
        /// Value that was chosen.
        input: Value,
    },
    /// The step could have led elsewhere, such as into the other branch.
    Branch {
        /// The line where the acting thread is after the step.
        line: u32,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
