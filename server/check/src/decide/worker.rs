//! State shared by engines that work at the same time: open properties, time and memory, and the end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Finding, Outcome};
use boolprog_reach::threads::Threads;

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

/// State that all workers see, and the control over all of them.
pub(super) struct Board<'a> {
    control: &'a dyn Control,
    /// Memory of the data that all of them read, in bytes.
    common: usize,
    /// Of each property that was open at the start.
    open: BTreeMap<u32, AtomicBool>,
    over: AtomicBool,
    /// Last progress of each worker; `None` before it starts and after it ends.
    running: Mutex<Vec<Option<Progress>>>,
    /// Limit that stopped a worker that was still wanted.
    stopped: Mutex<Option<Stop>>,
}

impl<'a> Board<'a> {
    /// A board about these properties, for this number of workers.
    pub(super) fn new(control: &'a dyn Control, open: &[u32], common: usize, workers: usize) -> Self {
        Self {
            control,
            common,
            open: open.iter().map(|property| (*property, AtomicBool::new(true))).collect(),
            over: AtomicBool::new(false),
            running: Mutex::new(vec![None; workers]),
            stopped: Mutex::new(None),
        }
    }

    pub(super) fn is_open(&self, property: u32) -> bool {
        self.open.get(&property).is_some_and(|open| open.load(Ordering::Relaxed))
    }

    pub(super) fn is_undecided(&self) -> bool {
        self.open.values().any(|open| open.load(Ordering::Relaxed))
    }

    pub(super) fn close(&self, property: u32) {
        if let Some(open) = self.open.get(&property) {
            open.store(false, Ordering::Relaxed);
        }
    }

    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The limit that kept an engine from its end, if any.
    pub(super) fn stopped(&self) -> Option<Stop> {
        *lock(&self.stopped)
    }

    /// Reports the progress of the first engine, with the memory of all. Only the largest is out of memory: its end
    /// makes room for the others.
    fn poll(&self, worker: usize, progress: &Progress) -> Result<(), Stop> {
        let (all, largest) = {
            let mut running = lock(&self.running);
            running[worker] = Some(*progress);
            let at_work = || running.iter().flatten();
            let bytes = self.common + at_work().map(|progress| progress.bytes).sum::<usize>();
            let first = *at_work().next().unwrap_or(progress);
            (Progress { bytes, ..first }, at_work().all(|other| other.bytes <= progress.bytes))
        };
        match self.control.poll(&all) {
            Err(Stop::Memory) if !largest => Ok(()),
            Err(stop) => {
                let mut stopped = lock(&self.stopped);
                // A lack of memory stops one engine, anything else all of them.
                if stop == Stop::Memory {
                    stopped.get_or_insert(stop);
                } else {
                    *stopped = Some(stop);
                    self.end();
                }
                Err(stop)
            }
            Ok(()) => Ok(()),
        }
    }
}

/// A mutex is poisoned by a panic, which ends the check anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// States after which others may join.
    pub(super) start_next_after: u64,
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
        if self.board.over.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if progress.states > self.start_next_after && !self.is_slow.swap(true, Ordering::Relaxed) {
            self.send(Message::Slow);
        }
        self.board.poll(self.number, progress)?;
        let states = if self.board.is_undecided() { self.states } else { self.states_when_decided };
        if progress.states > states { Err(Stop::Time) } else { Ok(()) }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        lock(&self.board.running)[self.number] = None;
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
            if progress.bytes > self.0 { Err(Stop::Memory) } else { Ok(()) }
        }
    }

    #[test]
    fn of_two_engines_without_memory_the_larger_one_stops() {
        let board = Board::new(&AtMost(100), &[0], 10, 2);
        let (messages, _received) = channel();
        let worker = |number| Worker {
            board: &board,
            number,
            states: u64::MAX,
            states_when_decided: u64::MAX,
            start_next_after: u64::MAX,
            is_slow: AtomicBool::new(false),
            messages: messages.clone(),
        };
        let holding = |bytes| Progress { bytes, ..Progress::default() };
        let (small, large) = (worker(0), worker(1));
        assert_eq!(large.poll(&holding(70)), Ok(()));
        assert_eq!(small.poll(&holding(30)), Ok(()), "the other one has to go");
        assert_eq!(large.poll(&holding(70)), Err(Stop::Memory));
        drop(large);
        assert_eq!(small.poll(&holding(80)), Ok(()), "now there is room");
        assert_eq!(small.poll(&holding(95)), Err(Stop::Memory));
        assert_eq!(board.stopped(), Some(Stop::Memory));
    }
}
