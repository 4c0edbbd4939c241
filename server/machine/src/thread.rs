//! Threads: their frames, operands and states.

use std::collections::VecDeque;
use std::sync::Arc;

pub use crate::ids::ThreadId;
use crate::ids::{FunctionIndex, ObjectIndex};
use crate::lists::Argument;
use crate::value::Value;

/// The answer whether a thread can act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It can.
    Ready,
    /// It is before a section that begins with a condition, which did not hold when the memory had this version.
    Waiting {
        /// Number of writes of the run until then.
        version: u64,
    },
    /// It has ended.
    Ended,
}

/// The use of the value that a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Returns {
    /// The caller gets it.
    Value,
    /// It is dropped: there is no caller.
    Nothing,
}

/// A call that is being executed.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FunctionIndex,
    /// The next instruction.
    pub next: u32,
    /// The beginning of its variables without an address.
    pub cells: u32,
    /// The beginning of its objects.
    pub slots: u32,
    /// The beginning of its operands.
    pub stack: u32,
    /// Number of orders, marks and noted accesses of its callers.
    pub outer: Outer,
    /// The innermost scope whose objects are alive.
    pub scope: u32,
    /// Arguments for which it has no parameters.
    pub rest: Option<Arc<[Argument]>>,
    pub returns: Returns,
    /// Number of expressions around, whose accesses are compared with one another.
    pub watched: u32,
    /// `true` if its whole body is one step.
    pub is_section: bool,
}

/// Heights of what callers have begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer {
    pub orders: u32,
    pub marks: u32,
    pub log: u32,
}

/// Operands that are evaluated in a chosen order.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Number of the table of blocks.
    pub blocks: u32,
    /// Blocks that have not begun.
    pub left: VecDeque<u32>,
    /// The block that is being evaluated.
    pub current: u32,
    /// The remains of the others, by their numbers.
    pub results: Vec<Vec<Value>>,
    /// Height of the stack before them.
    pub base: u32,
}

/// An access in an expression whose accesses are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Logged {
    /// Number of the first bit in the address space.
    pub begin: u64,
    /// Number of the bit after the last one.
    pub end: u64,
    pub is_write: bool,
    /// `true` if it is sequenced before the value of the operand.
    pub is_sequenced: bool,
}

/// A thread.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub status: Status,
    pub frames: Vec<Frame>,
    pub stack: Vec<Value>,
    pub cells: Vec<Value>,
    pub slots: Vec<Option<ObjectIndex>>,
    pub orders: Vec<Order>,
    /// Objects with thread storage duration, by their numbers.
    pub objects: Vec<ObjectIndex>,
    /// Number of sections around.
    pub sections: u32,
    /// The instruction with which the outermost section began.
    pub section_start: u32,
    /// Accesses of expressions whose accesses are compared.
    pub log: Vec<Logged>,
    /// The beginnings and ends of their operands in it.
    pub marks: Vec<u32>,
    /// Its result, once it has ended.
    pub result: Value,
    /// The function of the program with which it was created.
    pub start: Option<FunctionIndex>,
    /// `true` if it began within the function that created it, of which the first frame is a copy.
    pub is_forked: bool,
}

impl Thread {
    pub(crate) fn new() -> Self {
        Self {
            status: Status::Ready,
            frames: Vec::new(),
            stack: Vec::new(),
            cells: Vec::new(),
            slots: Vec::new(),
            orders: Vec::new(),
            objects: Vec::new(),
            sections: 0,
            section_start: 0,
            log: Vec::new(),
            marks: Vec::new(),
            result: Value::None,
            start: None,
            is_forked: false,
        }
    }

    /// Number of bytes that a copy takes.
    pub(crate) fn bytes(&self) -> u64 {
        let values = size_of::<Value>() * (self.stack.len() + self.cells.len());
        let frames = size_of::<Frame>() * self.frames.len() + size_of::<Option<ObjectIndex>>() * self.slots.len();
        (values + frames + size_of::<Logged>() * self.log.len()) as u64
    }
}
