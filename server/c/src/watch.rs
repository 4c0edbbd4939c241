//! Watches the reading of a program, which is stopped from outside.

use std::cell::Cell;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_import::Refusal;

/// Small pieces of work, such as tokens or small steps, between two polls: less than a millisecond.
const BETWEEN: usize = 500;

/// Counts work and memory. Once it is stopped, everything fails.
pub(crate) struct Watch<'a> {
    control: &'a dyn Control,
    /// Work since the last poll.
    work: Cell<usize>,
    /// The memory that is held, in bytes.
    bytes: Cell<usize>,
    stopped: Cell<Option<Stop>>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(control: &'a dyn Control) -> Self {
        Self { control, work: Cell::new(0), bytes: Cell::new(0), stopped: Cell::new(None) }
    }

    /// Counts small pieces of work. Fails if the reading is stopped.
    pub(crate) fn work(&self, pieces: usize) -> Result<(), Refusal> {
        let work = self.work.get().saturating_add(pieces);
        self.work.set(work);
        if work >= BETWEEN && self.stopped.get().is_none() {
            self.work.set(0);
            let progress = Progress { phase: "reading", bytes: self.bytes.get(), ..Progress::default() };
            self.stopped.set(self.control.poll(&progress).err());
        }
        self.stopped.get().map_or(Ok(()), |stop| Err(why(stop)))
    }

    /// Counts what is held from now on, in bytes.
    pub(crate) fn hold(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
    }

    /// Counts what is not held any more, in bytes.
    pub(crate) fn release(&self, bytes: usize) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }

    /// The memory that is held, in bytes.
    pub(crate) fn held(&self) -> usize {
        self.bytes.get()
    }

    /// Why the reading was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<Refusal> {
        self.stopped.get().map(why)
    }
}

/// Says that the reading was stopped.
pub(crate) fn why(stop: Stop) -> Refusal {
    Refusal::new(Span::empty(0), format!("Reading this program was stopped: {stop}."))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use boolprog_base::control::{Control, Progress, Stop, Unlimited};

    use crate::{Options, read};

    /// Stops at a poll, counted from 0, and counts the polls.
    struct At {
        poll: usize,
        polls: AtomicUsize,
        most: AtomicUsize,
    }

    impl Control for At {
        fn poll(&self, progress: &Progress) -> Result<(), Stop> {
            self.most.fetch_max(progress.bytes, Ordering::Relaxed);
            if self.polls.fetch_add(1, Ordering::Relaxed) < self.poll { Ok(()) } else { Err(Stop::Cancelled) }
        }
    }

    fn at(poll: usize) -> At {
        At { poll, polls: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    /// A program that is long enough to be stopped in each part of the work.
    fn program() -> String {
        let tests = "  if (a > b) a = b + 1; else b = a + c[a & 7]++;\n".repeat(60);
        format!("int c[8];\nint main() {{\n  int a = 3, b = 4;\n{tests}  __CPROVER_assert(a == b, \"\");\n}}\n")
    }

    #[test]
    fn reading_is_stopped_at_every_poll() {
        let (text, options) = (Arc::from(program()), Options::default());
        let whole = at(usize::MAX);
        let read_whole = read("a.c", &text, &options, &whole);
        assert_eq!(read_whole, read("a.c", &text, &options, &Unlimited));
        assert!(read_whole.is_ok() && whole.most.into_inner() > text.len());
        let polls = whole.polls.into_inner();
        assert!(polls > 20, "{polls}");
        for poll in (0..polls).step_by(1 + polls / 40) {
            let control = at(poll);
            let stopped = read("a.c", &text, &options, &control).expect_err("it is stopped");
            let [why] = stopped.as_slice() else { panic!("{stopped:?}") };
            assert_eq!((why.code, &*why.message), ("c-stopped", "Reading this program was stopped: cancelled."));
            assert_eq!(control.polls.into_inner(), poll + 1, "nothing is polled again");
        }
    }
}
