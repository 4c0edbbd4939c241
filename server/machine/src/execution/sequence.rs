//! Unsequenced accesses (C11 6.5p2): those of operands whose order is open are compared, bit by bit, since
//! bit-fields in one byte are different objects.

use std::ops::Range;

use super::Execution;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::thread::Logged;

impl Execution<'_> {
    /// Notes an access, if accesses of this function are compared.
    #[inline]
    pub(super) fn note(&mut self, bits: Range<u64>, is_write: bool) {
        let watched = self.state.threads[self.current].frames.last().is_some_and(|frame| frame.watched > 0);
        if watched {
            self.state.held += size_of::<Logged>() as u64;
            self.thread().log.push(Logged { begin: bits.start, end: bits.end, is_write, is_sequenced: false });
        }
    }

    /// Accesses are compared no longer.
    pub(super) fn unwatch(&mut self) {
        let frame = self.frame();
        frame.watched = frame.watched.saturating_sub(1);
        let (watched, log) = (frame.watched, frame.outer.log);
        if watched == 0 {
            self.forget_accesses(log);
        }
    }

    /// Drops the accesses from a number on.
    pub(super) fn forget_accesses(&mut self, from: u32) {
        let log = &mut self.thread().log;
        let dropped = log.len().saturating_sub(from as usize);
        log.truncate(from as usize);
        self.state.held -= (dropped * size_of::<Logged>()) as u64;
    }

    /// An operand begins or ends.
    pub(super) fn mark(&mut self) {
        let thread = self.thread();
        thread.marks.push(thread.log.len() as u32);
    }

    /// Compares the accesses of this number of operands with one another. Takes `n log n` time in the number of accesses.
    pub(super) fn compare(&mut self, count: u32) -> Result<(), Halt> {
        let thread = self.thread();
        let first = thread.marks.len().saturating_sub(count as usize + 1);
        let bounds: Vec<usize> = thread.marks[first..].iter().map(|mark| *mark as usize).collect();
        thread.marks.truncate(first + 1);
        let log = &self.state.threads[self.current].log;
        let operands = bounds.windows(2).map(|bounds| &log[bounds[0]..bounds[1]]);
        if is_any_conflict(operands) { self.unsequenced() } else { Ok(()) }
    }

    /// Evaluations since the last mark are over before those that follow.
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
}

/// The reach of the accesses that were seen so far: the farthest one, and the farthest one of another operand.
#[derive(Clone, Copy, Default)]
struct Reach {
    first: (u64, usize),
    second: (u64, usize),
}

impl Reach {
    fn add(&mut self, end: u64, operand: usize) {
        if end > self.first.0 {
            if operand != self.first.1 {
                self.second = self.first;
            }
            self.first = (end, operand);
        } else if operand != self.first.1 && end > self.second.0 {
            self.second = (end, operand);
        }
    }

    /// Returns `true` if another operand reaches beyond an address.
    fn is_beyond(self, address: u64, operand: usize) -> bool {
        [self.first, self.second].into_iter().any(|(end, other)| other != operand && end > address)
    }
}

/// Returns `true` if accesses of two operands touch the same bit, and one of them writes. They are examined in the order of their
/// first bits, so that an earlier one overlaps if it reaches beyond the first bit of a later one.
fn is_any_conflict<'l>(operands: impl Iterator<Item = &'l [Logged]>) -> bool {
    let numbered = (0..).zip(operands).flat_map(|(operand, log)| log.iter().map(move |access| (*access, operand)));
    let mut accesses: Vec<(Logged, usize)> = numbered.filter(|(access, _)| access.begin < access.end).collect();
    accesses.sort_unstable_by_key(|(access, _)| access.begin);
    let (mut all, mut writes) = (Reach::default(), Reach::default());
    accesses.into_iter().any(|(access, operand)| {
        let others = if access.is_write { all } else { writes };
        all.add(access.end, operand);
        if access.is_write {
            writes.add(access.end, operand);
        }
        others.is_beyond(access.begin, operand)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_conflict(operands: &[&[(u64, u64, bool)]]) -> bool {
        let logged = |&(begin, end, is_write): &_| Logged { begin, end, is_write, is_sequenced: false };
        let logs: Vec<Vec<Logged>> = operands.iter().map(|log| log.iter().map(logged).collect()).collect();
        is_any_conflict(logs.iter().map(Vec::as_slice))
    }

    #[test]
    fn a_write_conflicts_with_overlapping_accesses_of_other_operands() {
        let (read, write) = (false, true);
        assert!(is_conflict(&[&[(0, 4, write)], &[(3, 4, read)]]));
        assert!(is_conflict(&[&[(3, 4, read)], &[(0, 8, write)]]));
        assert!(is_conflict(&[&[(0, 100, write)], &[(200, 201, read)], &[(99, 100, write)]]));
        assert!(is_conflict(&[&[(0, 50, read), (0, 9, write)], &[(40, 41, write)]]));
        assert!(!is_conflict(&[&[(0, 4, write), (2, 6, write)], &[(6, 8, write)]]));
        assert!(!is_conflict(&[&[(0, 4, read)], &[(0, 4, read)]]));
        assert!(!is_conflict(&[&[(0, 4, write)], &[(2, 2, write)]]));
    }
}
