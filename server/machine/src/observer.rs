//! Observers: what a run reports while it goes.

use boolprog_c_syntax::tree::ObjectId;

use crate::ids::{FunctionIndex, ObjectIndex, Position, ThreadId};
use crate::value::{Shape, Value};

/// The target of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touched {
    /// A part of an object.
    Object(ObjectIndex, u64),
    /// A variable whose address is never taken, in the innermost frame of the thread.
    Variable(ObjectId),
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Does {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes in one step.
    Update,
}

/// An access.
#[derive(Clone, Debug)]
pub struct Access {
    /// The target.
    pub touched: Touched,
    /// The layout of the value there.
    pub shape: Shape,
    /// The kind.
    pub does: Does,
    /// The value that was read, or was there before a write.
    pub before: Value,
    /// The value afterwards.
    pub after: Value,
    /// `true` if it is in a section or atomic, and so ordered between threads.
    pub is_ordered: bool,
}

/// Gets the events of a run, in order. Functions of the library are reported like others; [`position`](Event::position) is always
/// in the program.
pub trait Observer {
    /// Returns `true` if events are wanted at all; otherwise the machine does not make them.
    fn is_watching(&self) -> bool {
        true
    }

    /// Something happens.
    fn event(&mut self, event: &Event<'_>);

    /// The program writes to standard output (1) or standard error (2).
    fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        let _ = (descriptor, bytes);
    }
}

/// Drops everything.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nobody;

impl Observer for Nobody {
    fn is_watching(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event<'_>) {}
}

/// Something that happens.
#[derive(Clone, Debug)]
pub struct Event<'e> {
    /// In which thread.
    pub thread: ThreadId,
    /// Where, in the program; for what a function of the library does, its call.
    pub position: Position,
    /// Number of frames of the thread.
    pub depth: u32,
    /// `true` if it is in a function of the library.
    pub is_hidden: bool,
    /// What.
    pub happening: Happening<'e>,
}

/// The event.
#[derive(Clone, Debug)]
pub enum Happening<'e> {
    /// A statement begins.
    Statement,
    /// An access to memory.
    Access(&'e Access),
    /// A function is called.
    Called(FunctionIndex),
    /// A function returns this value.
    Returned(FunctionIndex, &'e Value),
    /// An object begins its life.
    Born(ObjectIndex),
    /// An object ends its life.
    Died(ObjectIndex),
    /// A thread is created.
    Created(ThreadId),
    /// The thread ends.
    Ended,
    /// The thread has joined another one, which has ended.
    Joined(ThreadId),
    /// The thread comes to a section in which it may have to wait: for what, and the address of the object, or 0.
    WaitsFor(&'e str, u64),
}
