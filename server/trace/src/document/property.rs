//! The property that a run violates, or the program point that it reaches.

use boolprog_integer as integer;
use boolprog_program::program;
use serde::{Deserialize, Serialize};

use super::RangeDocument;

/// A violated property, or a program point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropertyDocument {
    /// Stable id of the property.
    pub id: String,
    /// Kind of the property.
    pub kind: PropertyKind,
    /// The expression or label as written; `line 12` for a program point.
    pub name: String,
    /// Range in the text.
    pub range: RangeDocument,
    /// The thread that violates it.
    pub thread: u32,
    /// Other threads that are part of it: the other access of a data race, the other threads of a deadlock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedDocument>,
    /// The locks of the threads of a data race, as a clause: `no lock is held by both`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locks: Option<String>,
}

/// A thread that is part of a violation of another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RelatedDocument {
    /// Number of the thread.
    pub thread: u32,
    /// The place where it is.
    pub range: RangeDocument,
    /// Its access there, as a clause: ``logger reads `hits` ``.
    pub text: String,
}

/// Kind of a property: one type for verdicts, traces, reports and the debugger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyKind {
    /// An assertion of a Boolean program.
    Assert,
    /// An error label of a Boolean program.
    Label,
    /// States of a thread transition system that must not be reached.
    Target,
    /// A program point: nothing is violated, a run to it was asked for. No check is about one.
    Point,
    /// A kind of check at a place of a C program.
    Check,
    /// An error of an integer program: it must never hold.
    Error,
    /// An invariant of an integer program: it must always hold.
    Invariant,
    /// Existence of every value of an integer program. Reported if it is violated, or if the program states nothing
    /// else.
    Value,
}

impl PropertyKind {
    /// Its serialised form: `assert`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assert => "assert",
            Self::Label => "label",
            Self::Target => "target",
            Self::Point => "point",
            Self::Check => "check",
            Self::Error => "error",
            Self::Invariant => "invariant",
            Self::Value => "value",
        }
    }

    /// A property of this kind as it is listed: `assert !inside`; what is checked of a C program and a program point are their
    /// names.
    pub fn title(self, name: &str) -> String {
        match self {
            Self::Check | Self::Point => name.to_owned(),
            _ => format!("{} {name}", self.name()),
        }
    }
}

impl From<program::PropertyKind> for PropertyKind {
    fn from(kind: program::PropertyKind) -> Self {
        match kind {
            program::PropertyKind::Assert => Self::Assert,
            program::PropertyKind::Label => Self::Label,
        }
    }
}

impl From<integer::PropertyKind> for PropertyKind {
    fn from(kind: integer::PropertyKind) -> Self {
        match kind {
            integer::PropertyKind::Error => Self::Error,
            integer::PropertyKind::Invariant => Self::Invariant,
        }
    }
}
