//! A counterexample as a document: all data for a debugger or a report, without the program.
//!
//! This is the saved form (`boolprog-trace/4`, described in `docs/trace-format.md`) and the input of the debug adapter.
//! It repeats no state: a step lists what it changed.

mod change;
mod live;
mod property;
mod reading;
mod run;
mod schedule;
mod schema;
mod states;
mod step;
mod threads;

use std::sync::Arc;

use boolprog_base::Fnv;
pub use boolprog_syntax::expression::{Text, Value};
use serde::{Deserialize, Serialize};

pub use crate::lines::RangeDocument;
pub use live::Threads;
pub use property::{PropertyDocument, PropertyKind, RelatedDocument};
pub use run::{Sites, site_ranges};
pub use schedule::ScheduleDocument;
pub use schema::{Head, SCHEMA, can_be_read};
pub use states::{Damage, DocumentError};
pub use step::{AccessDocument, AccessKind, BlockedDocument, ChoiceDocument, StepDocument};

use crate::stack::Stack;

/// A kind of program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProgramKind {
    /// A trace of a Boolean program.
    #[default]
    Boolean,
    /// A trace of an integer program.
    Integer,
    /// A trace of a C program: an execution of the abstract machine, in which a step is an access to memory.
    C,
    /// A thread transition system, of which there are runs and no traces.
    System,
}

impl ProgramKind {
    /// A value as the language of such programs writes it.
    pub fn written(self, value: &Value) -> String {
        if self == Self::Boolean { value.to_string() } else { value.in_words() }
    }

    /// The word for what acts: `thread`, or `instance` of a process.
    pub fn actor(self) -> &'static str {
        if self == Self::Integer { "instance" } else { "thread" }
    }
}

/// A saved counterexample, complete without the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceDocument {
    /// Schema of the document, [`SCHEMA`].
    #[serde(deserialize_with = "schema::current")]
    pub schema: String,
    /// Path of the program as it was given.
    pub program: String,
    /// Hash of the program's text, in hexadecimal.
    pub program_hash: String,
    /// The kind of program.
    pub kind: ProgramKind,
    /// Paths of the other files of a C program that ranges are in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The number of threads that start in `main`: a number or `*`. For an integer program, the number of its instances, or
    /// `*` if the question was about any number of them.
    pub threads: String,
    /// Names of the instances of an integer program, in order of their numbers: `P[0]`. A Boolean program has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<String>,
    /// The property that the last step violates, or the program point that the execution reaches.
    pub property: PropertyDocument,
    /// Fewest live threads that a violation needs, as used by this one.
    pub threads_needed: u32,
    /// Number of context switches.
    pub context_switches: u32,
    /// Knowledge about its length, as a sentence, such as "fewest threads, then fewest steps".
    pub guarantee: String,
    /// Names of the shared variables, in order of declaration. Those of a C program are the scalar parts of its objects:
    /// `inside`, `account.balance`, `items[0]`, `heap1.refs`.
    pub shared: Vec<String>,
    /// Where the objects `heap1`, `heap2` and so on of a C program are allocated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heap: Vec<RangeDocument>,
    /// Names of the `thread_local` globals, in order of declaration.
    pub thread_local: Vec<String>,
    /// The procedures, in textual order.
    pub procedures: Vec<ProcedureDocument>,
    /// The state before the first step.
    pub initial: StateDocument,
    /// The steps. The state before step 0 is `initial`. The last step of a failing assertion is the
    /// `assert` itself; a trace to an error label ends with the step that arrives there. A value that does not exist is
    /// that of the last step, which changes nothing, or of a property in the last state.
    pub steps: Vec<StepDocument>,
    /// The schedule by which the abstract machine executes a C program in the same way again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ScheduleDocument>,
}

impl TraceDocument {
    /// Memory of the document, in bytes, to within a factor of two.
    pub fn bytes(&self) -> usize {
        let thread = |thread: &ThreadChange| {
            let values = |frame: &FrameDocument| size_of::<FrameDocument>() + frame.values.len() * size_of::<Value>();
            size_of::<ThreadChange>() + thread.frames.iter().map(values).sum::<usize>()
        };
        let threads = self.steps.iter().flat_map(|step| &step.threads).map(thread).sum::<usize>();
        let labels: usize = self.procedures.iter().map(|procedure| procedure.labels.len()).sum();
        labels * 2 * size_of::<LabelDocument>() + self.steps.len() * 2 * size_of::<StepDocument>() + threads
    }

    /// Returns `true` if the last state violates a property. A trace to a requested program point ends there without
    /// one.
    pub fn is_violation(&self) -> bool {
        self.property.kind != PropertyKind::Point
    }

    /// The path of the file of a range; none for the program itself.
    pub fn file(&self, range: &RangeDocument) -> Option<&str> {
        range.file.and_then(|file| self.files.get(file as usize)).map(String::as_str)
    }

    /// A place as a person says it: `line 3`, or `queue.c, line 3` in another file than the program itself.
    pub fn place(&self, range: &RangeDocument) -> String {
        place(self.file(range), range.line)
    }

    /// Returns `true` if this is a run of an integer program with a number of instances that was given, not searched for.
    pub fn has_fixed_instances(&self) -> bool {
        self.kind == ProgramKind::Integer && self.threads != "*"
    }

    /// The procedure with which the first thread begins; none if there is no thread.
    pub fn entry(&self) -> Option<&str> {
        let first = self.initial.threads.first()?.frames.first()?;
        Some(&self.procedures.get(first.procedure as usize)?.name)
    }

    /// A value as the language of the program writes it.
    pub fn written(&self, value: &Value) -> String {
        self.kind.written(value)
    }

    /// Returns `true` if the program is checked as an integer program: one itself, or a C program.
    pub fn is_of_integer_program(&self) -> bool {
        matches!(self.kind, ProgramKind::Integer | ProgramKind::C)
    }
}

/// A procedure of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcedureDocument {
    /// Name of the procedure.
    pub name: String,
    /// Its parameters, then its locals, in order of declaration.
    pub variables: Vec<String>,
    /// Its labels, in textual order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelDocument>,
}

/// A label of a statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LabelDocument {
    /// Name as written.
    pub name: String,
    /// The statement that bears it, as in [`FrameDocument::range`].
    pub range: RangeDocument,
}

/// A state in full.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct StateDocument {
    /// Values of the shared variables.
    pub shared: Vec<Value>,
    /// The thread inside an atomic section.
    pub atomic: Option<u32>,
    /// The live threads, by increasing number. States that follow each other have most of them in common.
    #[serde(with = "threads")]
    pub threads: Vec<Arc<ThreadDocument>>,
}

/// A live thread in a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ThreadDocument {
    /// 1, 2, ... in order of creation.
    pub number: u32,
    /// Values of the `thread_local` globals.
    pub thread_local: Vec<Value>,
    /// Frames of its activations, outermost first.
    pub frames: Stack<FrameDocument>,
}

/// A thread that a step creates, or that looks different after it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ThreadChange {
    /// As in [`ThreadDocument::number`].
    pub number: u32,
    /// Values of the `thread_local` globals afterwards.
    pub thread_local: Vec<Value>,
    /// The number of its outermost activations that are as before; none of a new thread.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kept: usize,
    /// Frames of the other activations, outermost first.
    pub frames: Vec<FrameDocument>,
}

/// An activation of a procedure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FrameDocument {
    /// Index into [`TraceDocument::procedures`].
    pub procedure: u32,
    /// The statement about to be executed; for an outer activation the call it waits for.
    pub range: RangeDocument,
    /// The location of an instance of an integer program. Threads of Boolean programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Values of the variables of the procedure.
    pub values: Vec<Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A line as a person says it, with its file if that is not the program itself.
pub fn place(file: Option<&str>, line: u32) -> String {
    file.map_or_else(|| format!("line {line}"), |file| format!("{file}, line {line}"))
}

/// The hash of a program's text that a document carries: FNV-1a with 64 bits, in hexadecimal. It detects a changed
/// text; it does not protect against forgery.
pub fn program_hash(text: &str) -> String {
    Fnv::of(text.as_bytes()).to_string()
}
