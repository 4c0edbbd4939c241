//! Lanes: kinds of search about one program that take turns, until everything is decided.
//!
//! A lane starts when the one before it has ended or is slow, so that an easy program is decided by one kind of search,
//! and by one thread.
//! One lane works at a time, whatever the number of processors: what is found first depends on the work of the searches,
//! and not on a race.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use boolprog_base::control::{Control, Progress, Stop};

use crate::board::Board;

/// Polls after which a lane is slow.
pub(crate) const SLOW: u64 = 1000;

/// The lanes of a check, numbered in the order in which they start.
pub(crate) struct Lanes<'a> {
    board: Board<'a>,
}

impl<'a> Lanes<'a> {
    /// This number of lanes about these properties.
    pub(crate) fn new(control: &'a dyn Control, open: &[u32], number: usize) -> Self {
        Self { board: Board::new(control, open, 0, number, 1) }
    }

    /// Starts a lane, and waits for its first turn. It is slow after this number of polls.
    ///
    /// `start_next` starts the lane after it, unless there is nothing left to decide. Then it is dropped.
    pub(crate) fn start<'l>(&'l self, number: usize, slow: u64, start_next: impl FnOnce() + Send + 'l) -> Lane<'l> {
        self.board.enter(number);
        let start_next = Mutex::new(Some(Box::new(start_next) as Box<dyn FnOnce() + Send + 'l>));
        Lane { lanes: self, number, slow, polls: AtomicU64::new(0), goes_on: AtomicBool::new(false), start_next }
    }

    /// Stops all lanes.
    pub(crate) fn end(&self) {
        self.board.end();
    }

    pub(crate) fn is_open(&self, property: u32) -> bool {
        self.board.is_open(property)
    }

    /// The properties that no lane has decided.
    pub(crate) fn open(&self) -> Vec<u32> {
        self.board.open()
    }
}

/// The control over one lane. When it is dropped, the lane has ended; by a panic, all have.
pub(crate) struct Lane<'l> {
    pub(crate) lanes: &'l Lanes<'l>,
    number: usize,
    slow: u64,
    polls: AtomicU64,
    /// `true` if it does not stop when nothing is open.
    goes_on: AtomicBool,
    start_next: Mutex<Option<Box<dyn FnOnce() + Send + 'l>>>,
}

impl Lane<'_> {
    /// Notes that this lane has decided a property. If it was the last one, the other lanes stop.
    pub(crate) fn close(&self, property: u32) {
        self.lanes.board.close(property);
        if !self.lanes.board.is_undecided() {
            self.go_on();
        }
    }

    /// Starts the next lane, if this has not happened yet.
    pub(crate) fn start_next(&self) {
        // A mutex is poisoned by a panic, which ends the check anyway.
        let start_next = self.start_next.lock().unwrap_or_else(PoisonError::into_inner).take();
        let board = &self.lanes.board;
        if let Some(start_next) = start_next.filter(|_| board.is_undecided() && !board.is_over()) {
            start_next();
        }
    }

    /// The lane looks for more than answers: it does not stop when nothing is open.
    pub(crate) fn go_on(&self) {
        self.goes_on.store(true, Ordering::Relaxed);
    }
}

impl Control for Lane<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if self.polls.fetch_add(1, Ordering::Relaxed) == self.slow {
            self.start_next();
        }
        self.lanes.board.poll(self.number, progress)?;
        let is_wanted = self.goes_on.load(Ordering::Relaxed) || self.lanes.board.is_undecided();
        if is_wanted { Ok(()) } else { Err(Stop::Cancelled) }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.lanes.end();
        }
        self.lanes.board.leave(self.number);
        self.start_next();
    }
}
