//! Native functions: what the library of C does that is not written in C, such as formatting and mathematics.
//!
//! A call of a function that no unit defines is a call of the native function of that name. No other thread acts while it runs; it
//! ends a step if it reads or changes what others can see. A function that waits, or in which others can see something in between,
//! is written in C with the intrinsics, which `boolprog/machine.h` of the syntax crate describes.
//!
//! The thread that returns from its first function ends; for `main`, the function `exit` is called with its value if a
//! unit defines it. The reads and writes of a section of a library unit are ordered between threads as atomic
//! operations are.

use boolprog_c_syntax::target::Target;

use super::Execution;
use super::heap::Content;
use crate::choices::Question;
use crate::fault::Kind;
use crate::halt::Halt;
pub(crate) use crate::lists::{Argument, ListId};
use crate::state::Library;
use crate::thread::ThreadId;
use crate::value::{Scalar, Value};

/// A native function. It gets its arguments by the [`Call`], and gives its value, which is converted to the type of the
/// result; [`Value::None`] for `void`.
pub(crate) type Native = fn(&mut Call<'_, '_>) -> Result<Value, Halt>;

/// A call of a native function.
pub(crate) struct Call<'c, 'm> {
    pub(crate) execution: &'c mut Execution<'m>,
    pub(crate) name: &'c str,
    pub(crate) arguments: Vec<Argument>,
    /// The type of the result; none for `void` and structures.
    pub(crate) result: Option<Scalar>,
    /// `true` if it has read or changed what others can see: then it ends a step.
    pub(crate) is_seen: bool,
}

impl Call<'_, '_> {
    /// Name of the function.
    pub(crate) fn name(&self) -> &str {
        self.name
    }

    /// Sizes of types.
    pub(crate) fn target(&self) -> Target {
        self.execution.program.target()
    }

    /// The number that an argument is; 0 if there is no such argument.
    pub(crate) fn integer(&self, index: usize) -> i128 {
        self.arguments.get(index).map_or(0, |argument| argument.value.integer())
    }

    /// The address that an argument is.
    pub(crate) fn address(&self, index: usize) -> u64 {
        self.integer(index).cast_unsigned() as u64
    }

    /// The floating value that an argument is.
    pub(crate) fn floating(&self, index: usize) -> f64 {
        self.arguments.get(index).map_or(0.0, |argument| argument.value.floating())
    }

    /// The list that an argument of type `va_list` is. A fault if it has not begun, or has ended.
    pub(crate) fn list(&self, index: usize) -> Result<ListId, Halt> {
        self.execution.list(self.integer(index))
    }

    /// The next argument of a list, which is then the next but one; none after the last.
    pub(crate) fn next(&mut self, list: ListId) -> Option<Argument> {
        self.execution.state.lists.next(list)
    }

    /// Reads bytes. A fault if they are not all in one living object.
    pub(crate) fn read(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Halt> {
        self.is_seen = true;
        self.execution.read_bytes(address, size)
    }

    /// Reads bytes up to and without the first 0, at most as many as the limit, where there need be no 0.
    pub(crate) fn text(&mut self, address: u64, limit: Option<u64>) -> Result<Vec<u8>, Halt> {
        self.is_seen = true;
        self.execution.read_text(address, limit.unwrap_or(u64::MAX))
    }

    /// Writes bytes. A fault if they are not all in one living object that may be written.
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Halt> {
        self.is_seen = true;
        self.execution.write_bytes(address, bytes)
    }

    /// Reads an object of a scalar type.
    pub(crate) fn load(&mut self, address: u64, scalar: Scalar) -> Result<Value, Halt> {
        let bytes = self.read(address, scalar.size())?;
        Ok(scalar.decode(&bytes))
    }

    /// Writes an object of a scalar type.
    pub(crate) fn store(&mut self, address: u64, scalar: Scalar, value: &Value) -> Result<(), Halt> {
        scalar.encode(value, |bytes| self.write(address, bytes))
    }

    /// A fault, for `return Err(..)`. The rule is a clause such as `C11 7.21.6.1p9`.
    pub(crate) fn fault(&self, kind: Kind, rule: &'static str, message: impl Into<String>) -> Halt {
        self.execution.fault(kind, rule, message.into())
    }

    /// Writes to standard output (1) or standard error (2).
    pub(crate) fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        self.is_seen = true;
        self.execution.output(descriptor, bytes);
    }

    /// Any number of a range, which must not be empty.
    pub(crate) fn choose(&mut self, low: i128, high: i128) -> i128 {
        self.execution.choose(Question::Library, low, high)
    }

    /// An object of the heap: its address; 0 if there is no memory, or it is larger than any object.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, content: Content) -> Result<u64, Halt> {
        self.execution.allocate(size, align, content)
    }

    /// Ends the life of an object of the heap. A fault if there is none at this address.
    pub(crate) fn release(&mut self, address: u64) -> Result<(), Halt> {
        self.is_seen = true;
        self.execution.release(address)
    }

    /// The size of an object of the heap. A fault if there is none at this address.
    pub(crate) fn size(&mut self, address: u64) -> Result<u64, Halt> {
        self.execution.heap_size(address)
    }

    /// Returns `true` if standard input gives more than was given, which is chosen.
    pub(crate) fn is_input_open(&self) -> bool {
        self.execution.state.options.is_open && !self.execution.state.library.is_closed
    }

    /// The number by which programs know the thread.
    pub(crate) fn thread_number(&self) -> u64 {
        u64::from(self.execution.id().0) + 1
    }

    /// The thread that has a number.
    pub(crate) fn thread(&self, number: u64) -> Option<ThreadId> {
        let index = number.checked_sub(1)?;
        (index < self.execution.state.threads.len() as u64).then_some(ThreadId(index as u32))
    }

    /// State of the library beside the memory of the program: input, time, and what it knows about threads.
    pub(crate) fn library(&mut self) -> &mut Library {
        &mut self.execution.state.library
    }
}
