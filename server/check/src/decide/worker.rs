//! The control over one engine of the portfolio, and its messages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use boolprog_base::budget::STATES_PER_POLL;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Finding, Outcome};
use boolprog_reach::threads::Threads;

use crate::board::Board;

pub(super) enum Message {
    /// It has been at work for some time.
    Slow,
    /// A finding, in the numbers of the remains of saturation.
    Early(Finding<Threads>),
    /// All other findings, at the end.
    Outcome(Outcome<Threads>),
    /// It has nothing more to say.
    Ended,
}

/// The control over one engine at work. When it is dropped, also by a panic, the engine has ended.
pub(super) struct Worker<'b> {
    /// State shared with the other workers.
    pub(super) board: &'b Board<'b>,
    pub(super) number: usize,
    /// States that it may visit while a property is open.
    pub(super) states: u64,
    /// States that it may visit when none is.
    pub(super) states_when_decided: u64,
    /// States, or polls that stand for as many, after which others may join.
    pub(super) start_next_after: u64,
    pub(super) polls: AtomicU64,
    /// `true` once it has reported that it is slow.
    pub(super) is_slow: AtomicBool,
    /// Channel for its messages, with its number.
    pub(super) messages: Sender<(usize, Message)>,
}

impl Worker<'_> {
    /// Sends a message to the thread that asked.
    pub(super) fn send(&self, message: Message) {
        // Nothing is received any more when all is over.
        let _ = self.messages.send((self.number, message));
    }
}

impl Control for Worker<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        let polls = self.polls.fetch_add(1, Ordering::Relaxed);
        let work = progress.states.max(polls * STATES_PER_POLL);
        if work > self.start_next_after && !self.is_slow.swap(true, Ordering::Relaxed) {
            self.send(Message::Slow);
        }
        self.board.poll(self.number, progress)?;
        let states = if self.board.is_undecided() { self.states } else { self.states_when_decided };
        if progress.states > states { Err(Stop::Time) } else { Ok(()) }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.board.leave(self.number);
        self.send(Message::Ended);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    struct AtMost(usize);

    impl Control for AtMost {
        fn poll(&self, progress: &Progress) -> Result<(), Stop> {
            if progress.bytes + progress.ahead > self.0 { Err(Stop::Memory) } else { Ok(()) }
        }
    }

    #[test]
    fn of_two_engines_without_memory_the_larger_one_stops() {
        let board = Board::new(&AtMost(100), &[0], 10, 2, 2);
        let (messages, _received) = channel();
        let worker = |number| Worker {
            board: &board,
            number,
            states: u64::MAX,
            states_when_decided: u64::MAX,
            start_next_after: u64::MAX,
            polls: AtomicU64::new(0),
            is_slow: AtomicBool::new(false),
            messages: messages.clone(),
        };
        let holding = |bytes| Progress { bytes, ..Progress::default() };
        let (small, large) = (worker(0), worker(1));
        assert_eq!(large.poll(&holding(70)), Ok(()));
        assert_eq!(small.poll(&holding(30)), Ok(()), "the other one has to go");
        let taking = Progress { ahead: 20, ..holding(30) };
        assert_eq!(small.poll(&taking), Err(Stop::Memory), "there is no room until then");
        assert_eq!(large.poll(&holding(70)), Err(Stop::Memory));
        drop(large);
        assert_eq!(small.poll(&holding(80)), Ok(()), "now there is room");
        assert_eq!(small.poll(&holding(95)), Err(Stop::Memory));
        assert_eq!(board.stopped(), Some(Stop::Memory));
    }
}
