//! State shared by searches that work on the same properties: what is open, their time and memory, their turns, and the
//! end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boolprog_base::control::{Control, Progress, Stop};

use crate::turns::Turns;

/// State that all searches see, and the control over all of them.
pub(crate) struct Board<'a> {
    control: &'a dyn Control,
    /// Memory of the data that all of them read, in bytes.
    common: usize,
    /// Of each property that was open at the start.
    open: BTreeMap<u32, AtomicBool>,
    over: AtomicBool,
    /// Last progress of each search; `None` before it starts and after it ends.
    running: Mutex<Vec<Option<Progress>>>,
    /// Limit that stopped a search that was still wanted.
    stopped: Mutex<Option<Stop>>,
    turns: Turns,
}

impl<'a> Board<'a> {
    /// A board about these properties, for this number of searches, of which some may work at the same time.
    pub(crate) fn new(
        control: &'a dyn Control,
        open: &[u32],
        common: usize,
        searches: usize,
        at_a_time: usize,
    ) -> Self {
        Self {
            control,
            common,
            open: open.iter().map(|property| (*property, AtomicBool::new(true))).collect(),
            over: AtomicBool::new(false),
            running: Mutex::new(vec![None; searches]),
            stopped: Mutex::new(None),
            turns: Turns::new(at_a_time),
        }
    }

    pub(crate) fn is_open(&self, property: u32) -> bool {
        self.open.get(&property).is_some_and(|open| open.load(Ordering::Relaxed))
    }

    pub(crate) fn is_undecided(&self) -> bool {
        self.open.values().any(|open| open.load(Ordering::Relaxed))
    }

    /// The properties that are open, in order.
    pub(crate) fn open(&self) -> Vec<u32> {
        self.open.keys().copied().filter(|property| self.is_open(*property)).collect()
    }

    pub(crate) fn close(&self, property: u32) {
        if let Some(open) = self.open.get(&property) {
            open.store(false, Ordering::Relaxed);
        }
    }

    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.turns.end();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The limit that kept a search from its end, if any.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        *lock(&self.stopped)
    }

    /// Waits for the first turn of a search.
    pub(crate) fn enter(&self, search: usize) {
        self.turns.enter(search);
    }

    /// The search has ended.
    pub(crate) fn leave(&self, search: usize) {
        lock(&self.running)[search] = None;
        self.turns.leave(search);
    }

    /// Reports the progress of the first search, with the memory of all, and waits while others have their turn. Only the
    /// largest is out of memory, since its end makes room for the others, and one that is about to take more.
    pub(crate) fn poll(&self, search: usize, progress: &Progress) -> Result<(), Stop> {
        self.turns.poll(search);
        if self.is_over() {
            return Err(self.stopped().unwrap_or(Stop::Cancelled));
        }
        let (all, largest) = {
            let mut running = lock(&self.running);
            running[search] = Some(*progress);
            let at_work = || running.iter().flatten();
            let bytes = self.common + at_work().map(|progress| progress.bytes).sum::<usize>();
            let first = *at_work().next().unwrap_or(progress);
            (Progress { bytes, ahead: progress.ahead, ..first }, at_work().all(|other| other.bytes <= progress.bytes))
        };
        match self.control.poll(&all) {
            Err(Stop::Memory) if !largest && progress.ahead == 0 => Ok(()),
            Err(stop) => {
                let mut stopped = lock(&self.stopped);
                // A lack of memory stops one search, anything else all of them.
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
