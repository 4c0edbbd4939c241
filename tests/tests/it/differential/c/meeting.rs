//! Meetings of several threads: data races and deadlocks, by their definitions on states.

use super::program::{Shared, Stmt};
use super::state::{State, Thread};

/// The object of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    Shared(Shared),
    /// An element of the array.
    Element(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub(super) of: Object,
    pub(super) writes: bool,
    pub(super) atomic: bool,
}

impl Access {
    pub(super) fn read(of: Object) -> Self {
        Self { of, writes: false, atomic: false }
    }

    pub(super) fn write(of: Object) -> Self {
        Self { of, writes: true, atomic: false }
    }

    /// An atomic operation that reads and writes.
    pub(super) fn atomic(of: Object) -> Self {
        Self { of, writes: true, atomic: true }
    }
}

/// `true` if two threads can do accesses next of which one writes, and not both are atomic. There is a list for each thread.
pub(super) fn is_race(all: &[Vec<Access>]) -> bool {
    let conflict = |a: &Access, b: &Access| a.of == b.of && (a.writes || b.writes) && !(a.atomic && b.atomic);
    let meets = |a: &[Access], b: &[Access]| a.iter().any(|a| b.iter().any(|b| conflict(a, b)));
    all.iter().enumerate().any(|(index, a)| all[..index].iter().any(|b| meets(a, b)))
}

/// `true` if every thread has ended or waits, and `main` waits, whose end is that of all.
pub(super) fn is_deadlock(state: &State<'_>) -> bool {
    let mut left = state.threads.iter().filter(|thread| !thread.frames.is_empty());
    state.threads.first().is_some_and(|main| !main.frames.is_empty()) && left.all(|thread| waits(state, thread))
}

fn waits(state: &State<'_>, thread: &Thread<'_>) -> bool {
    match thread.frames.last().and_then(|frame| frame.statements.get(frame.next)) {
        Some(Stmt::Locked(lock, _)) => !state.memory.is_free(*lock),
        Some(Stmt::Join(function)) => !state.threads.iter().any(|other| other.has_ended(*function)),
        _ => false,
    }
}
