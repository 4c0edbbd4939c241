//! Races (C11 5.1.2.4p25): accesses to the same bytes in different threads, of which one is a write and not both are atomic, that no
//! synchronisation orders. Found with vector clocks: each thread knows how far it has seen the others.

use rustc_hash::FxHashMap;

use crate::ids::{ObjectIndex, Position, ThreadId};

/// Accesses are kept by words of this many bytes.
const WORD: u64 = 8;

/// For each thread, how many of its releases are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Clock(Vec<u32>);

impl Clock {
    fn get(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.0 as usize).copied().unwrap_or(0)
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }

    fn advance(&mut self, thread: ThreadId) {
        let index = thread.0 as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
    }
}

/// An access, as it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub begin: u64,
    pub end: u64,
    pub is_write: bool,
    /// `true` if it is atomic, or in a section.
    pub is_ordered: bool,
    pub thread: ThreadId,
    pub position: Position,
    pub time: u32,
}

impl Entry {
    /// An access of a thread to bytes of an object.
    pub(crate) fn new(thread: ThreadId, position: Position, begin: u64, size: u64) -> Self {
        Self { begin, end: begin + size, is_write: false, is_ordered: false, thread, position, time: 0 }
    }

    fn conflicts(&self, other: &Self) -> bool {
        self.thread != other.thread
            && self.begin < other.end
            && other.begin < self.end
            && (self.is_write || other.is_write)
            && !(self.is_ordered && other.is_ordered)
    }

    /// Returns `true` if every access that races with an earlier one races with this one, too, which is after it.
    fn stands_for(&self, earlier: &Self) -> bool {
        self.begin <= earlier.begin
            && earlier.end <= self.end
            && (self.is_write || !earlier.is_write)
            && (earlier.is_ordered || !self.is_ordered)
    }
}

/// The accesses to a word, and what those that are ordered have released there.
#[derive(Clone, Debug, Default)]
struct Word {
    entries: Vec<Entry>,
    released: Clock,
}

/// Facts about all accesses to shared objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Races {
    clocks: Vec<Clock>,
    words: FxHashMap<ObjectIndex, FxHashMap<u64, Word>>,
    /// Releases of the threads that have set marks of a living thread.
    marks: FxHashMap<ThreadId, Clock>,
    /// Number of accesses that are kept.
    kept: u64,
}

impl Races {
    /// Number of bytes that are kept. A clock has at most as many numbers as there are clocks.
    pub(crate) fn bytes(&self) -> u64 {
        let clocks = ((self.clocks.len() + self.marks.len()) * self.clocks.len() * size_of::<u32>()) as u64;
        clocks + self.kept * (size_of::<Word>() + 2 * size_of::<Entry>()) as u64
    }

    fn clock(&mut self, thread: ThreadId) -> &mut Clock {
        let index = thread.0 as usize;
        while self.clocks.len() <= index {
            let mut clock = Clock::default();
            clock.advance(ThreadId(self.clocks.len() as u32));
            self.clocks.push(clock);
        }
        &mut self.clocks[index]
    }

    /// The past of a thread is before all that another one does from now on: it has created or woken it, or has ended.
    pub(crate) fn ordered(&mut self, first: ThreadId, then: ThreadId) {
        let clock = self.clock(first).clone();
        self.clock(then).join(&clock);
        self.clock(first).advance(first);
    }

    /// The past of a thread is before what others do that look at the marks of a thread from now on.
    pub(crate) fn marked(&mut self, by: ThreadId, of: ThreadId) {
        let clock = self.clock(by).clone();
        self.marks.entry(of).or_default().join(&clock);
        self.clock(by).advance(by);
    }

    /// A thread looks at the marks of a thread.
    pub(crate) fn looked(&mut self, by: ThreadId, of: ThreadId) {
        if let Some(released) = self.marks.get(&of).cloned() {
            self.clock(by).join(&released);
        }
    }

    /// Notes an access; gives one with which it races. An ordered one takes what others have released at the same bytes, and releases
    /// there if it writes. Takes time linear in the number of words and of accesses that are kept there.
    pub(crate) fn access(&mut self, object: ObjectIndex, mut access: Entry) -> Option<Entry> {
        let thread = access.thread;
        let range = access.begin / WORD..access.end.div_ceil(WORD);
        if access.is_ordered {
            self.synchronise(object, access.is_write, thread, range.clone());
        }
        let clock = self.clock(thread).clone();
        access.time = clock.get(thread);
        let words = self.words.entry(object).or_default();
        let mut found = None;
        for index in range {
            let word = words.entry(index).or_default();
            let unordered = |entry: &&Entry| entry.conflicts(&access) && clock.get(entry.thread) < entry.time;
            found = found.or_else(|| word.entries.iter().find(unordered).copied());
            self.kept -= word.entries.len() as u64;
            word.entries.retain(|entry| clock.get(entry.thread) < entry.time || !access.stands_for(entry));
            word.entries.push(access);
            self.kept += word.entries.len() as u64;
        }
        if access.is_ordered && access.is_write {
            self.clock(thread).advance(thread);
        }
        found
    }

    fn synchronise(&mut self, object: ObjectIndex, is_write: bool, thread: ThreadId, range: std::ops::Range<u64>) {
        let mut clock = self.clock(thread).clone();
        let words = self.words.entry(object).or_default();
        for index in range.clone() {
            clock.join(&words.entry(index).or_default().released);
        }
        if is_write {
            for index in range {
                words.entry(index).or_default().released.join(&clock);
            }
        }
        *self.clock(thread) = clock;
    }

    /// A thread has ended: its marks order nothing any more.
    pub(crate) fn forget_marks(&mut self, of: ThreadId) {
        self.marks.remove(&of);
    }

    /// Nothing more will happen to an object.
    pub(crate) fn forget(&mut self, object: ObjectIndex) {
        if !self.words.is_empty() {
            self.take(object);
        }
    }

    fn take(&mut self, object: ObjectIndex) -> Option<FxHashMap<u64, Word>> {
        let words = self.words.remove(&object)?;
        self.kept -= words.values().map(|word| word.entries.len() as u64).sum::<u64>();
        Some(words)
    }

    /// The life of an object ends; gives an access with which this end races, if it is one that others must not meet.
    pub(crate) fn ended(&mut self, object: ObjectIndex, end: &Entry) -> Option<Entry> {
        let clock = self.clock(end.thread).clone();
        let words = self.take(object)?;
        let mut entries = words.values().flat_map(|word| &word.entries);
        entries.find(|entry| entry.conflicts(end) && clock.get(entry.thread) < entry.time).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(races: &mut Races, thread: u32, is_write: bool, is_ordered: bool, at: u64) -> bool {
        let entry = Entry { is_write, is_ordered, ..Entry::new(ThreadId(thread), Position::default(), at, 4) };
        races.access(ObjectIndex(0), entry).is_some()
    }

    #[test]
    fn a_write_and_a_read_without_order_race() {
        let mut races = Races::default();
        assert!(!access(&mut races, 0, true, false, 0));
        assert!(!access(&mut races, 1, true, false, 4));
        assert!(access(&mut races, 1, false, false, 0));
    }

    #[test]
    fn creation_and_release_order_accesses() {
        let mut races = Races::default();
        assert!(!access(&mut races, 0, true, false, 0));
        races.ordered(ThreadId(0), ThreadId(1));
        assert!(!access(&mut races, 1, true, false, 0));
        assert!(!access(&mut races, 1, true, true, 64));
        assert!(!access(&mut races, 0, false, true, 64));
        assert!(!access(&mut races, 0, true, false, 0));
    }

    #[test]
    fn marks_order_accesses_once_they_are_looked_at() {
        let mut races = Races::default();
        assert!(!access(&mut races, 0, true, false, 0));
        races.marked(ThreadId(0), ThreadId(1));
        assert!(!access(&mut races, 0, true, false, 64));
        races.looked(ThreadId(1), ThreadId(1));
        assert!(!access(&mut races, 1, true, false, 0));
        assert!(access(&mut races, 1, true, false, 64));
    }

    #[test]
    fn what_comes_after_a_release_is_not_ordered_by_it() {
        let mut races = Races::default();
        assert!(!access(&mut races, 1, true, true, 64));
        assert!(!access(&mut races, 1, true, false, 0));
        assert!(!access(&mut races, 0, false, true, 64));
        assert!(access(&mut races, 0, false, false, 0));
    }
}
