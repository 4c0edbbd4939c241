//! Unsequenced accesses (C11 6.5p2): those of operands whose order is open are compared, byte by byte.

use super::Execution;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::thread::Logged;

impl Execution<'_> {
    /// Notes an access, if accesses of this function are compared.
    #[inline]
    pub(super) fn note(&mut self, begin: u64, size: u64, is_write: bool) {
        let watched = self.state.threads[self.current].frames.last().is_some_and(|frame| frame.watched > 0);
        if watched {
            self.thread().log.push(Logged { begin, end: begin + size, is_write, is_sequenced: false });
        }
    }

    /// Accesses are compared no longer.
    pub(super) fn unwatch(&mut self) {
        let frame = self.frame();
        frame.watched = frame.watched.saturating_sub(1);
        let (watched, log) = (frame.watched, frame.outer.log);
        if watched == 0 {
            self.thread().log.truncate(log as usize);
        }
    }

    /// An operand begins or ends.
    pub(super) fn mark(&mut self) {
        let thread = self.thread();
        thread.marks.push(thread.log.len() as u32);
    }

    /// Compares the accesses of this number of operands with one another.
    pub(super) fn compare(&mut self, count: u32) -> Result<(), Halt> {
        let thread = self.thread();
        let first = thread.marks.len().saturating_sub(count as usize + 1);
        let bounds: Vec<usize> = thread.marks[first..].iter().map(|mark| *mark as usize).collect();
        thread.marks.truncate(first + 1);
        let log = &self.state.threads[self.current].log;
        let start = bounds.first().copied().unwrap_or(0);
        let conflict = bounds.windows(2).any(|bounds| {
            let earlier = &log[start..bounds[0]];
            log[bounds[0]..bounds[1]].iter().any(|access| earlier.iter().any(|other| access.conflicts(*other)))
        });
        if conflict { self.unsequenced() } else { Ok(()) }
    }

    /// What was done since the last mark is over before what follows.
    pub(super) fn sequenced(&mut self) {
        let thread = self.thread();
        let mark = thread.marks.pop().unwrap_or(0) as usize;
        for access in thread.log.iter_mut().skip(mark) {
            access.is_sequenced = true;
        }
    }

    /// Compares the side effect that was just noted with those of the operands.
    pub(super) fn settle(&mut self) -> Result<(), Halt> {
        let thread = self.thread();
        let mark = thread.marks.pop().unwrap_or(0) as usize;
        let conflict = thread.log[mark..].split_last().is_some_and(|(own, operands)| {
            operands
                .iter()
                .any(|access| access.is_write && own.is_write && !access.is_sequenced && access.overlaps(*own))
        });
        if conflict { self.unsequenced() } else { Ok(()) }
    }

    fn unsequenced(&self) -> Result<(), Halt> {
        self.check(Kind::Sequence, "C11 6.5p2", || {
            "An object is changed while another operand of the same expression changes or reads it, and nothing orders the two.".into()
        })
    }
}

impl Logged {
    fn overlaps(self, other: Self) -> bool {
        self.begin < other.end && other.begin < self.end
    }

    fn conflicts(self, other: Self) -> bool {
        (self.is_write || other.is_write) && self.overlaps(other)
    }
}
