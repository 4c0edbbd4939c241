//! A counterexample as lanes: one per thread, time downwards. The model of every picture.

mod firings;
mod run;
mod trace;

use std::borrow::Cow;
use std::fmt;

use boolprog_trace::document::{self, BlockedDocument, ProgramKind, PropertyKind, Text};
use boolprog_trace::run::SystemRun;

use crate::report::{Counterexample, PropertyDocument, ReportDocument};

/// A counterexample, ready to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes<'a> {
    /// Violation shown: `assert !inside can fail`.
    pub headline: String,
    /// `7 steps, 2 threads, 3 context switches`.
    pub size: String,
    /// The guarantee about the length; empty if there is none.
    pub guarantee: &'a str,
    /// The threads by number, without those that do nothing and that nothing is about.
    pub threads: Vec<Lane<'a>>,
    /// Shared variables and their values before the first step.
    pub start: Vec<(&'a str, Value)>,
    /// Steps, in their order.
    pub rows: Vec<Row<'a>>,
    /// End of the counterexample.
    pub outcome: Outcome,
}

/// A thread: it lives from the state after one step to the state after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane<'a> {
    /// 1, 2, ... in order of creation.
    pub thread: u32,
    /// The procedure it starts in, or which instance of an integer program it is; empty for a thread of a transition system.
    pub name: &'a str,
    /// Thread that starts it; `None` for a thread that exists from the beginning.
    pub parent: Option<u32>,
    /// The first state with it; 0 is the start.
    pub from: usize,
    /// The first state without it, if it ends.
    pub end: Option<usize>,
    /// The step in which another thread has joined it after its end, and that thread.
    pub joined: Option<(usize, u32)>,
}

/// A step of the counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// Its number, from 1.
    pub step: usize,
    /// Number of the acting thread.
    pub thread: u32,
    /// Another thread than the one of the step before.
    pub switched: bool,
    /// First line of its statement.
    pub line: u32,
    /// The file of its statement, if that is not the program itself.
    pub file: Option<&'a str>,
    /// Text of the statement.
    pub text: Cow<'a, str>,
    /// Accesses of a C program that leave their variable as it is.
    pub looks: Vec<Look<'a>>,
    /// Changed variables that threads have copies of, those of the acting thread first.
    pub own: Vec<Change<'a>>,
    /// Changes of shared variables.
    pub shared: Vec<Change<'a>>,
    /// The thread it creates.
    pub created: Option<u32>,
    /// The thread that ends with it.
    pub ended: Option<u32>,
    /// The thread that it joins, which has ended before.
    pub joined: Option<u32>,
    /// Threads that need no longer wait.
    pub woken: &'a [u32],
    /// Threads that have to wait from now on, and for what.
    pub blocked: &'a [BlockedDocument],
    /// The part of an atomic section that it is.
    pub atomic: Option<Atomic>,
}

/// A variable that is read, or written with the value that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look<'a> {
    /// `reads`, `writes`
    pub verb: &'static str,
    /// Name of the variable.
    pub name: &'a str,
    /// Its value.
    pub value: Value,
    /// `true` if other threads see the variable, too.
    pub is_shared: bool,
}

/// A variable with a new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change<'a> {
    /// Thread whose copy it is, if that is not the acting thread.
    pub thread: Option<u32>,
    /// Name of the variable.
    pub name: &'a str,
    /// Value before the step.
    pub from: Value,
    /// The value after the step.
    pub to: Value,
}

/// A value: of a variable, or a state of a transition system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A value of a variable of a Boolean program.
    Truth(bool),
    /// A truth value of another program.
    Word(bool),
    /// Of an integer, or of a transition system.
    Number(i64),
    /// As C writes it.
    Text(Text),
    /// There is none: the thread has ended, or the variable has no value.
    Gone,
}

/// Parts of an atomic section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atomic {
    /// It begins with this step.
    Begin,
    /// The control is inside.
    Inside,
    /// It ends with this step.
    End,
}

/// End of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The thread at the violation, if there is one.
    pub thread: Option<u32>,
    /// In one or two words: `violated`, `ERROR reached`.
    pub words: String,
    /// `true` if it is a violation, not just a path to a program point.
    pub is_violation: bool,
}

impl<'a> Lanes<'a> {
    /// The counterexamples of a report, each with the path of its file.
    pub fn all(report: &'a ReportDocument) -> impl Iterator<Item = (&'a str, Self)> {
        let properties =
            report.files.iter().flat_map(|file| file.properties.iter().map(move |property| (file, property)));
        properties.filter_map(|(file, property)| Some((file.file.as_str(), Lanes::of(property)?)))
    }

    /// The counterexample of a property, if it has one. Takes time proportional to the size of the document.
    pub fn of(property: &'a PropertyDocument) -> Option<Self> {
        match property.trace.as_ref()? {
            Counterexample::Program(trace) => Some(trace::lanes(trace, property)),
            Counterexample::System(run) => Some(match &**run {
                SystemRun::Threads(run) => run::lanes(run, property),
                SystemRun::Net(run) => firings::lanes(run, property),
            }),
        }
    }

    /// The lane of a thread; none of one that does nothing and that nothing is about.
    pub fn lane(&self, thread: u32) -> Option<&Lane<'a>> {
        self.threads.get(self.threads.binary_search_by_key(&thread, |lane| lane.thread).ok()?)
    }

    /// The place among the lanes of a thread that has one.
    pub fn index(&self, thread: u32) -> usize {
        self.threads.binary_search_by_key(&thread, |lane| lane.thread).unwrap_or_default()
    }

    /// The outcome of the counterexample, if the step is the last one.
    pub fn outcome_of(&self, row: &Row) -> Option<&Outcome> {
        (row.step == self.rows.len()).then_some(&self.outcome)
    }
}

impl Lane<'_> {
    /// The title of the lane: `T2 worker`.
    pub fn title(&self) -> String {
        let blank = if self.name.is_empty() { "" } else { " " };
        format!("T{}{blank}{}", self.thread, self.name)
    }
}

impl Row<'_> {
    /// The accesses and changes: `reads lock = 0`, `lock 0 -> 1`.
    pub fn effects(&self) -> impl Iterator<Item = String> {
        let looks = self.looks.iter().map(ToString::to_string);
        looks.chain(self.shared.iter().chain(&self.own).map(ToString::to_string))
    }

    /// Effects of the step besides the statement and its changes: `atomic section begins`, `starts T2`, `T2 ends`.
    pub fn notes(&self) -> Vec<String> {
        let atomic = self.atomic.map(|part| match part {
            Atomic::Begin => "atomic section begins".to_owned(),
            Atomic::Inside => "atomic".to_owned(),
            Atomic::End => "atomic section ends".to_owned(),
        });
        let created = self.created.filter(|thread| !self.names(*thread)).map(|thread| format!("starts T{thread}"));
        let ended = self.ended.map(|thread| format!("T{thread} ends"));
        atomic.into_iter().chain(created).chain(self.joins()).chain(self.waits()).chain(ended).collect()
    }

    /// Returns `true` if a change names a thread: in `thread = T2 owner`, C has the identifier of a new one.
    fn names(&self, thread: u32) -> bool {
        let name = format!("T{thread}");
        let is_name = |to: &Value| to.to_string().split(' ').next() == Some(&*name);
        self.shared.iter().chain(&self.own).any(|change| is_name(&change.to))
    }

    /// The thread that it joins: `joins T2`.
    pub(crate) fn joins(&self) -> Option<String> {
        self.joined.map(|thread| format!("joins T{thread}"))
    }

    /// Threads that it wakes, and threads that have to wait: `wakes T3`, ``T2 waits for mutex `b` ``.
    pub(crate) fn waits(&self) -> impl Iterator<Item = String> {
        let woken = self.woken.iter().map(|thread| format!("wakes T{thread}"));
        let blocked = self.blocked.iter().map(|BlockedDocument { thread, on }| format!("T{thread} waits for {on}"));
        woken.chain(blocked)
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(thread) = self.thread {
            write!(f, "T{thread}.")?;
        }
        match (&self.from, &self.to) {
            (Value::Gone, to) => write!(f, "{} = {to}", self.name),
            (from, to) => write!(f, "{} {from} -> {to}", self.name),
        }
    }
}

impl fmt::Display for Look<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} = {}", self.verb, self.name, self.value)
    }
}

impl Value {
    /// A value of a program of this kind.
    pub(crate) fn of(kind: ProgramKind, value: &document::Value) -> Self {
        match value {
            document::Value::Truth(value) if kind == ProgramKind::Boolean => Self::Truth(*value),
            document::Value::Truth(value) => Self::Word(*value),
            document::Value::Number(value) => Self::Number(*value),
            document::Value::Text(text) => Self::Text(text.clone()),
            document::Value::Nothing => Self::Gone,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("T"),
            Self::Truth(false) => f.write_str("F"),
            Self::Word(value) => write!(f, "{value}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text.as_str()),
            Self::Gone => f.write_str("-"),
        }
    }
}

fn outcome(property: &PropertyDocument, thread: Option<u32>) -> Outcome {
    let words = match property.kind {
        PropertyKind::Check | PropertyKind::Assert | PropertyKind::Invariant => "violated".to_owned(),
        PropertyKind::Value => "no value".to_owned(),
        PropertyKind::Label | PropertyKind::Target | PropertyKind::Point | PropertyKind::Error => {
            format!("{} reached", property.name)
        }
    };
    Outcome { thread, words, is_violation: property.kind != PropertyKind::Point }
}
