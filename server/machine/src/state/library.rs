//! State of the library of C beside the memory of the program.

use std::sync::Arc;

use super::clock::Clock;
use super::words::Words;

/// Input, time, and what is kept about threads and their objects. Threads are numbered as programs see them, from 1.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    /// Standard input, and how much of it has been taken.
    pub(crate) input: Arc<[u8]>,
    pub(crate) taken: usize,
    /// `true` if standard input has been chosen to end.
    pub(crate) is_closed: bool,
    pub(crate) clock: Clock,
    /// The words that threads keep for objects, by address and thread.
    pub(crate) own: Words,
    /// 1 where a thread is asleep, by address and thread.
    pub(crate) asleep: Words,
    /// The marks of threads, by thread and kind.
    pub(crate) marks: Words,
}

impl Library {
    /// The state at the start, with what standard input gives.
    pub(crate) fn new(input: &[u8]) -> Self {
        Self {
            input: input.into(),
            taken: 0,
            is_closed: false,
            clock: Clock::default(),
            own: Words::default(),
            asleep: Words::default(),
            marks: Words::default(),
        }
    }

    /// Number of bytes that are kept about threads.
    pub(crate) fn bytes(&self) -> u64 {
        self.own.bytes() + self.asleep.bytes() + self.marks.bytes()
    }

    /// Returns `true` if all of standard input was taken.
    pub(crate) fn is_used_up(&self) -> bool {
        self.taken == self.input.len()
    }

    /// The bytes of standard input that were not taken yet.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.input[self.taken..]
    }

    /// Standard input gives more.
    pub(crate) fn give(&mut self, bytes: &[u8]) {
        self.input = [&self.input, bytes].concat().into();
    }

    /// Standard input ends.
    pub(crate) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Returns `true` if, after that many steps, a time is over that a thread waits for: its condition has to be evaluated again.
    pub(crate) fn is_due(&mut self, steps: u64) -> bool {
        self.clock.is_due(steps)
    }

    /// Turns the clock to the next time that a thread waits for, after that many steps. Gives `false` if none waits for a time: if
    /// all threads wait, that is a deadlock.
    pub(crate) fn turn_clock(&mut self, steps: u64) -> bool {
        self.clock.turn(steps)
    }
}
