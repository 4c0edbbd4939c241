//! The state of a program that is executed, and what its runs may do.

use boolprog_base::control::Stop;

use crate::fault::{Fault, Kinds};
use crate::halt::Halt;
use crate::lists::Lists;
use crate::memory::Memory;
use crate::races::Races;
use crate::thread::{Thread, ThreadId};

mod clock;
mod library;
mod words;

pub(crate) use library::Library;

/// The faults that a machine looks for, and its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which faults end a run.
    pub kinds: Kinds,
    /// `true` if waits may end, and weak operations fail, without a reason.
    pub is_spurious: bool,
    /// `true` if a step also ends before each statement, and where a function returns, so that others can act in between.
    pub by_statement: bool,
    /// `true` if standard input is open: after what was given, more of it is chosen where it is read. The arguments of `main` are
    /// chosen, too.
    pub is_open: bool,
    /// Number of bytes that all objects may have together.
    pub memory: u64,
    /// The effect of an allocation of the heap that needs more.
    pub exhausted: Exhausted,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kinds: Kinds::default(),
            is_spurious: false,
            by_statement: false,
            is_open: false,
            memory: 1 << 30,
            exhausted: Exhausted::Null,
        }
    }
}

/// The effect of an allocation of the heap for which there is no memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// It gives a null pointer.
    Null,
    /// The execution says nothing: it is assumed that allocations succeed.
    Quiet,
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The process ends with this status.
    Exit(i32),
    /// A fault.
    Fault(Box<Fault>),
    /// All threads wait, and [`Kind::Deadlock`](crate::fault::Kind::Deadlock) is not looked for.
    Blocked,
    /// An assumption does not hold: the run says nothing.
    Quiet,
    /// It was stopped from outside.
    Stopped(Stop),
}

impl From<Halt> for Ended {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Fault(fault) => Self::Fault(fault),
            Halt::Exit(status) => Self::Exit(status),
            Halt::Finish(_) => Self::Exit(0),
            Halt::Quiet => Self::Quiet,
            Halt::Stopped(stop) => Self::Stopped(stop),
        }
    }
}

/// The source of the arguments of `main`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arguments {
    /// They are given, or it takes none.
    Given,
    /// They are chosen in the first step.
    Open,
    /// They were chosen.
    Chosen,
}

/// The state that changes while a program is executed.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub memory: Memory,
    pub threads: Vec<Thread>,
    /// The threads that have not ended, in the order of creation.
    pub living: Vec<ThreadId>,
    pub lists: Lists,
    pub library: Library,
    pub options: Options,
    /// Number of writes that others could see.
    pub version: u64,
    pub races: Races,
    /// Number of bytes of frames and threads.
    pub held: u64,
    /// Number of bytes that were touched since the control was last polled.
    pub work: u64,
    /// Number of steps so far.
    pub steps: u64,
    /// The step that has ended before a statement, if the last one has: its thread, and the instructions that are left of it.
    pub begun: Option<(ThreadId, u32)>,
    /// The source of the arguments of `main`.
    pub arguments: Arguments,
    /// Number of objects of the heap so far.
    pub allocations: u32,
    /// `true` if the first function has returned.
    pub is_exiting: bool,
    pub ended: Option<Ended>,
}

impl State {
    /// Adds a thread.
    pub(crate) fn add_thread(&mut self, thread: Thread) -> ThreadId {
        let id = ThreadId(self.threads.len() as u32);
        self.threads.push(thread);
        self.living.push(id);
        id
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.memory.bytes() + self.held + self.lists.bytes() + self.races.bytes() + self.library.bytes()
    }
}
