//! The schedule by which a C program is executed in the same way again.

use boolprog_c_syntax::target::Target;
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_machine::machine::{Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::record::Record;
use boolprog_machine::thread::ThreadId;
use serde::{Deserialize, Serialize};

/// The decisions of an execution of a C program that the program leaves open.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ScheduleDocument {
    /// Which thread acts, and how many steps of the machine in a row.
    pub threads: Vec<(u32, u64)>,
    /// The values that were chosen, in order: inputs, orders of operands, wake-ups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<i128>,
    /// The kinds of faults that end the execution.
    pub faults: Vec<String>,
    /// `true` if waits may end without a reason.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spurious: bool,
    /// `true` if a step of the machine also ends before each statement, and where a function returns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub statements: bool,
    /// The standard input that was chosen, each byte as a character; none if nothing of it was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The arguments of `main` that were chosen, each byte as a character, or a dot if it was not read; none if they were not chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// The machine for which the program is compiled, such as `x86_64-linux-gnu`.
    pub target: String,
    /// Paths of the files of the program after the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<String>,
}

impl ScheduleDocument {
    /// The schedule of an execution of a program for a target, with what was chosen for the environment up to its end.
    pub fn new(record: &Record, options: Options, target: Target, end: Option<&Machine>) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|kind| options.kinds.contains(*kind));
        Self {
            threads: record.turns.iter().map(|(thread, count)| (thread.0 + 1, *count)).collect(),
            choices: record.answers.clone(),
            faults: kinds.map(|kind| kind.name().to_owned()).collect(),
            spurious: options.is_spurious,
            statements: options.by_statement,
            input: end.and_then(Machine::chosen_input).map(text),
            arguments: end.and_then(Machine::chosen_arguments).map(|all| all.iter().map(|it| text(it)).collect()),
            target: target.name().to_owned(),
            linked: end.map_or_else(Vec::new, |end| linked(end.program())),
        }
    }

    /// The execution, and what the machine looks for in it.
    pub fn read(&self) -> (Record, Options) {
        let kinds = Kind::ALL.into_iter().filter(|kind| self.faults.iter().any(|name| name == kind.name()));
        let kinds = kinds.fold(Kinds::NONE, Kinds::with);
        let threads = self.threads.iter();
        let turns = threads.map(|(thread, count)| (ThreadId(thread.saturating_sub(1)), *count)).collect();
        let record = Record { turns, answers: self.choices.clone() };
        let (by_statement, is_open) = (self.statements, self.input.is_some() || self.arguments.is_some());
        (record, Options { kinds, is_spurious: self.spurious, by_statement, is_open, ..Options::default() })
    }
}

/// The paths of the files of a program after the first one.
fn linked(program: &Program) -> Vec<String> {
    let own = program.units().filter(|(id, _)| !program.is_library(*id)).skip(1);
    own.filter_map(|(_, unit)| Some(unit.sources.files.first()?.path.to_string())).collect()
}

/// Bytes as a text, each as a character.
fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
