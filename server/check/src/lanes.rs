//! Lanes: kinds of search about one program that take turns, until everything is decided.
//!
//! A lane starts when the one before it has ended or is slow, so that an easy program is decided by one kind of search.
//! One lane works at a time, whatever the number of processors: what is found first depends on the work of the searches,
//! and not on a race.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use boolprog_base::control::{Control, Progress, Stop};

use crate::board::Board;

/// Polls after which a lane is slow.
pub(crate) const SLOW: u64 = 1000;

/// The lanes of a check, numbered in the order in which they start.
pub(crate) struct Lanes<'a> {
    board: Board<'a>,
    /// The lanes with smaller numbers may start.
    end: Mutex<usize>,
    next: Condvar,
}

impl<'a> Lanes<'a> {
    /// Lanes with these numbers, of which the first may start, about these properties.
    pub(crate) fn new(control: &'a dyn Control, open: &[u32], numbers: Range<usize>) -> Self {
        let board = Board::new(control, open, 0, numbers.end, 1);
        Self { board, end: Mutex::new(numbers.start + 1), next: Condvar::new() }
    }

    /// Waits until a lane may start, and for its first turn. It is slow after this number of polls.
    pub(crate) fn start(&self, number: usize, slow: u64) -> Lane<'_, 'a> {
        let waits = |end: &mut usize| *end <= number && !self.board.is_over();
        drop(self.next.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner));
        self.board.enter(number);
        Lane { lanes: self, number, slow, polls: AtomicU64::new(0), goes_on: AtomicBool::new(false) }
    }

    /// Stops all lanes.
    pub(crate) fn end(&self) {
        self.board.end();
        drop(self.lock());
        self.next.notify_all();
    }

    pub(crate) fn is_open(&self, property: u32) -> bool {
        self.board.is_open(property)
    }

    /// The properties that no lane has decided.
    pub(crate) fn open(&self) -> Vec<u32> {
        self.board.open()
    }

    /// The lane after this one may start.
    fn let_next_start(&self, number: usize) {
        let mut end = self.lock();
        *end = (*end).max(number + 2);
        self.next.notify_all();
    }

    /// A mutex is poisoned by a panic, which ends the check anyway.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The control over one lane. When it is dropped, the lane has ended; by a panic, all have.
pub(crate) struct Lane<'l, 'a> {
    pub(crate) lanes: &'l Lanes<'a>,
    number: usize,
    slow: u64,
    polls: AtomicU64,
    /// `true` if it does not stop when nothing is open.
    goes_on: AtomicBool,
}

impl Lane<'_, '_> {
    /// Notes that this lane has decided a property. If it was the last one, the other lanes stop.
    pub(crate) fn close(&self, property: u32) {
        self.lanes.board.close(property);
        if !self.lanes.board.is_undecided() {
            self.go_on();
        }
    }

    /// The next lane may start.
    pub(crate) fn let_next_start(&self) {
        self.lanes.let_next_start(self.number);
    }

    /// The lane looks for more than answers: it does not stop when nothing is open.
    pub(crate) fn go_on(&self) {
        self.goes_on.store(true, Ordering::Relaxed);
    }
}

impl Control for Lane<'_, '_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if self.polls.fetch_add(1, Ordering::Relaxed) == self.slow {
            self.let_next_start();
        }
        self.lanes.board.poll(self.number, progress)?;
        let is_wanted = self.goes_on.load(Ordering::Relaxed) || self.lanes.board.is_undecided();
        if is_wanted { Ok(()) } else { Err(Stop::Cancelled) }
    }
}

impl Drop for Lane<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.lanes.end();
        }
        self.lanes.board.leave(self.number);
        self.lanes.let_next_start(self.number);
    }
}
