//! Looking at a machine from outside: the calls of its threads, and values in its memory.

use crate::fault::Position;
use crate::machine::Machine;
use crate::memory::{Memory, ObjectIndex};
use crate::program::FunctionIndex;
use crate::thread::{Frame, ThreadId};
use crate::value::{Shape, Value};

/// A call that is being executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The function.
    pub function: FunctionIndex,
    /// The place of what is executed, or of the call that it waits for; of a function of the library, that in its text.
    pub position: Position,
    /// `true` if it belongs to the library.
    pub is_hidden: bool,
}

impl Machine {
    /// The calls of a thread, outermost first. Linear in their number.
    pub fn activations(&self, thread: ThreadId) -> Vec<Activation> {
        let program = self.program();
        let frames = self.state().threads.get(thread.0 as usize).map_or(&[][..], |thread| &thread.frames);
        let activation = |frame: &Frame| Activation {
            function: frame.function,
            position: frame.position(program),
            is_hidden: program.function(frame.function).is_hidden,
        };
        frames.iter().map(activation).collect()
    }

    /// The place of a thread in the program: of what it executes next, or of the call that does. None if it has ended.
    pub fn position(&self, thread: ThreadId) -> Option<Position> {
        let activations = self.activations(thread);
        let own = activations.iter().rfind(|activation| !activation.is_hidden);
        own.or(activations.last()).map(|activation| activation.position)
    }

    /// Returns `true` if a thread began within the function of its creator.
    pub fn is_forked(&self, thread: ThreadId) -> bool {
        self.state().threads.get(thread.0 as usize).is_some_and(|thread| thread.is_forked)
    }

    /// The function of the program with which a thread was created, or which it calls first if it began within another one. None
    /// if it has ended before, or has not come there.
    pub fn start_of(&self, thread: ThreadId) -> Option<FunctionIndex> {
        let created = self.state().threads.get(thread.0 as usize)?;
        let copied = usize::from(created.is_forked);
        let called = || self.activations(thread).into_iter().skip(copied).find(|activation| !activation.is_hidden);
        created.start.or_else(|| called().map(|activation| activation.function))
    }

    /// The threads that have the lock at an address, in the order of their creation.
    pub fn holders(&self, address: u64) -> impl Iterator<Item = ThreadId> {
        self.state().library.own.with(address).map(|number| ThreadId(number as u32 - 1))
    }

    /// The addresses of the locks that a thread has, in order. Linear in the number of all that are locked.
    pub fn locks(&self, thread: ThreadId) -> impl Iterator<Item = u64> {
        self.state().library.own.of(u64::from(thread.0) + 1)
    }
}

impl Memory {
    /// The value of a scalar in an object; [`Value::None`] if the object is not alive, or not all of the scalar is in it and written.
    pub fn scalar(&self, object: ObjectIndex, offset: u64, shape: Shape) -> Value {
        let object = &self[object];
        let (begin, size) = shape.range(offset);
        let is_inside = begin.checked_add(size).is_some_and(|end| end <= object.size);
        let is_there = is_inside && object.is_alive() && object.contents.is_written(begin, size);
        if is_there { object.contents.value(offset, shape) } else { Value::None }
    }
}
