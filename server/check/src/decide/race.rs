//! What engines that work at the same time share: which properties are open, time and memory, and the end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use boolprog_base::control::{Control, Progress, Stop};

use super::portfolio::{Message, Task};

/// The engines that are at work, and the control over all of them.
pub(super) struct Race<'a> {
    control: &'a dyn Control,
    /// Memory of what they all read, in bytes.
    common: usize,
    /// Of each property that was open at the start.
    open: BTreeMap<u32, AtomicBool>,
    over: AtomicBool,
    /// What each lane said last; nothing before it starts and after it ends.
    running: Mutex<Vec<Option<Progress>>>,
    /// What stopped a lane that was still wanted.
    stopped: Mutex<Option<Stop>>,
}

impl<'a> Race<'a> {
    /// A race about these properties, of `lanes` engines.
    pub(super) fn new(control: &'a dyn Control, open: &[u32], common: usize, lanes: usize) -> Self {
        Self {
            control,
            common,
            open: open.iter().map(|property| (*property, AtomicBool::new(true))).collect(),
            over: AtomicBool::new(false),
            running: Mutex::new(vec![None; lanes]),
            stopped: Mutex::new(None),
        }
    }

    /// Whether nobody has answered this property yet.
    pub(super) fn is_open(&self, property: u32) -> bool {
        self.open.get(&property).is_some_and(|open| open.load(Ordering::Relaxed))
    }

    /// Whether there is any property without an answer.
    pub(super) fn is_undecided(&self) -> bool {
        self.open.values().any(|open| open.load(Ordering::Relaxed))
    }

    /// Somebody has answered the property.
    pub(super) fn close(&self, property: u32) {
        if let Some(open) = self.open.get(&property) {
            open.store(false, Ordering::Relaxed);
        }
    }

    /// Stops all engines, whatever they are doing.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// What kept an engine from its end, if anything did.
    pub(super) fn stopped(&self) -> Option<Stop> {
        *lock(&self.stopped)
    }

    /// Passes on what the first engine does, with the memory of all. Out of memory is only the largest: when it has
    /// gone there is room for the others.
    fn poll(&self, lane: usize, progress: &Progress) -> Result<(), Stop> {
        let (all, largest) = {
            let mut running = lock(&self.running);
            running[lane] = Some(*progress);
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

/// The control over one of the engines. When it is dropped, also by a panic, the engine has ended.
pub(super) struct Lane<'r> {
    /// The race it takes part in.
    pub(super) race: &'r Race<'r>,
    /// Its number.
    pub(super) number: usize,
    /// What it does.
    pub(super) task: Task,
    /// States that it may visit while a property is open.
    pub(super) states: u64,
    /// States that it may visit when none is.
    pub(super) states_when_decided: u64,
    /// States after which others may join.
    pub(super) patience: u64,
    /// Whether it has said that it is slow.
    pub(super) is_slow: AtomicBool,
    /// Where its findings go.
    pub(super) news: Sender<Message>,
}

impl Lane<'_> {
    /// Tells what was found.
    pub(super) fn tell(&self, message: Message) {
        // Nobody listens any more when the race is over.
        let _ = self.news.send(message);
    }
}

impl Control for Lane<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if self.race.over.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if progress.states > self.patience && !self.is_slow.swap(true, Ordering::Relaxed) {
            self.tell(Message::Slow);
        }
        self.race.poll(self.number, progress)?;
        let states = if self.race.is_undecided() { self.states } else { self.states_when_decided };
        if progress.states > states { Err(Stop::Time) } else { Ok(()) }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        lock(&self.race.running)[self.number] = None;
        self.tell(Message::Ended(self.task));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// Allows so many bytes.
    struct AtMost(usize);

    impl Control for AtMost {
        fn poll(&self, progress: &Progress) -> Result<(), Stop> {
            if progress.bytes > self.0 { Err(Stop::Memory) } else { Ok(()) }
        }
    }

    #[test]
    fn of_two_engines_without_memory_the_larger_one_stops() {
        let race = Race::new(&AtMost(100), &[0], 10, 2);
        let (news, _heard) = channel();
        let lane = |number| Lane {
            race: &race,
            number,
            task: Task::Bounded,
            states: u64::MAX,
            states_when_decided: u64::MAX,
            patience: u64::MAX,
            is_slow: AtomicBool::new(false),
            news: news.clone(),
        };
        let holding = |bytes| Progress { bytes, ..Progress::default() };
        let (small, large) = (lane(0), lane(1));
        assert_eq!(large.poll(&holding(70)), Ok(()));
        assert_eq!(small.poll(&holding(30)), Ok(()), "the other one has to go");
        assert_eq!(large.poll(&holding(70)), Err(Stop::Memory));
        drop(large);
        assert_eq!(small.poll(&holding(80)), Ok(()), "now there is room");
        assert_eq!(small.poll(&holding(95)), Err(Stop::Memory));
        assert_eq!(race.stopped(), Some(Stop::Memory));
    }
}
