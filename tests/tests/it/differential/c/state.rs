//! States of C programs: control is at places of their syntax trees.

use std::cmp::Ordering;

use super::program::{ELEMENTS, LOCALS, Lock, MUTEXES, SHARED, Shared, Stmt};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Within {
    Block,
    Loop,
    /// A case that goes on in the next one.
    Case,
    /// A block that ends with the release of this.
    Lock(Lock),
}

/// Statements of which some have been done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'p> {
    pub(super) statements: &'p [Stmt],
    pub(super) next: usize,
    pub(super) within: Within,
}

impl Frame<'_> {
    /// Equal for the same place in the program.
    fn place(&self) -> (*const Stmt, usize, Within) {
        (self.statements.as_ptr(), self.next, self.within)
    }
}

impl PartialEq for Frame<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Frame<'_> {}

impl PartialOrd for Frame<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Frame<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Thread<'p> {
    /// The function that it runs; `None` for `main`.
    pub(super) function: Option<usize>,
    /// The innermost block last; none at the end.
    pub(super) frames: Vec<Frame<'p>>,
    pub(super) locals: [i64; LOCALS.len()],
    /// The values that accesses and choices of the statement at the frame gave.
    pub(super) log: Vec<i64>,
}

impl<'p> Thread<'p> {
    pub(super) fn new(function: Option<usize>, statements: &'p [Stmt]) -> Self {
        let mut thread = Self { function, frames: Vec::new(), locals: [0; LOCALS.len()], log: Vec::new() };
        thread.enter(statements, Within::Block);
        thread
    }

    pub(super) fn enter(&mut self, statements: &'p [Stmt], within: Within) {
        self.frames.push(Frame { statements, next: 0, within });
    }

    /// Returns `true` if it has run this function to the end.
    pub(super) fn has_ended(&self, function: usize) -> bool {
        self.function == Some(function) && self.frames.is_empty()
    }

    pub(super) fn go_on(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next += 1;
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Memory {
    pub(super) shared: [i64; SHARED.len()],
    pub(super) array: [i64; ELEMENTS],
    locked: [bool; MUTEXES.len()],
    readers: usize,
    writer: bool,
    /// The units of the semaphore, which starts with one, that were taken and not given back.
    taken: i64,
}

impl Memory {
    pub(super) fn store(&mut self, of: Shared, value: i64) -> i64 {
        self.shared[of] = SHARED[of].0.of(value);
        self.shared[of]
    }

    /// `true` if a thread can take this now.
    pub(super) fn is_free(&self, lock: Lock) -> bool {
        match lock {
            Lock::Mutex(mutex) => !self.locked[mutex],
            Lock::Read => !self.writer,
            Lock::Write => !self.writer && self.readers == 0,
            Lock::Unit => self.taken < 1,
        }
    }

    pub(super) fn take(&mut self, lock: Lock) {
        match lock {
            Lock::Mutex(mutex) => self.locked[mutex] = true,
            Lock::Read => self.readers += 1,
            Lock::Write => self.writer = true,
            Lock::Unit => self.taken += 1,
        }
    }

    pub(super) fn release(&mut self, lock: Lock) {
        match lock {
            Lock::Mutex(mutex) => self.locked[mutex] = false,
            Lock::Read => self.readers -= 1,
            Lock::Write => self.writer = false,
            Lock::Unit => self.taken -= 1,
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct State<'p> {
    pub(super) memory: Memory,
    /// `main`, and the others in an order of no meaning.
    pub(super) threads: Vec<Thread<'p>>,
}
