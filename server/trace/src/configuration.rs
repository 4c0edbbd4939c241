//! One moment of an execution, in the terms of the source, as shown by a debugger.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::SiteId;

use crate::stack::Stack;

/// The state of the whole system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Configuration {
    /// Values of the shared variables, in the order of their declaration.
    pub shared: Vec<bool>,
    /// The live threads, by increasing number.
    pub threads: Vec<Thread>,
    /// The number of the thread inside an atomic section, if any.
    pub atomic: Option<u32>,
}

/// A live thread with its activations.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Thread {
    /// Number of the thread: 1, 2, ... in order of creation, those that start in `main` first; never reused.
    pub number: u32,
    /// Values of the `thread_local` globals, in the order of their declaration.
    pub thread_local: Vec<bool>,
    /// Its activations, outermost first; never empty. The last one is where control is.
    pub frames: Stack<Frame>,
}

/// One activation of a procedure.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Frame {
    /// Procedure of the activation.
    pub procedure: ProcedureId,
    /// The site about to be executed; for an outer activation the call it waits for.
    pub site: SiteId,
    /// Values of the parameters and then the locals, in the order of their declaration.
    pub values: Vec<bool>,
}

impl Configuration {
    /// The position of the live thread with this number.
    pub fn position(&self, number: u32) -> Option<usize> {
        self.threads.iter().position(|thread| thread.number == number)
    }

    /// The largest number of a live thread, 0 without threads.
    pub fn largest_number(&self) -> u32 {
        self.threads.iter().map(|thread| thread.number).max().unwrap_or(0)
    }
}

impl Thread {
    /// The innermost activation: where control is.
    pub fn innermost(&self) -> Option<&Frame> {
        self.frames.last()
    }
}
