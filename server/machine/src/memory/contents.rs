//! Bytes of an object, and which of them have been written.

use smallvec::SmallVec;

use super::Filling;
use crate::value::Bytes;

/// The bytes of an object. Those of scalars lie within; which ones have been written is kept only until all are.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    bytes: SmallVec<[u8; 16]>,
    /// A bit for each byte, set if it has been written; none if all have been.
    written: Option<SmallVec<[u64; 1]>>,
}

impl Contents {
    /// New bytes.
    pub(super) fn new(size: u64, filling: Filling) -> Self {
        let size = size as usize;
        let written = (filling == Filling::Nothing && size > 0).then(|| SmallVec::from_elem(0, size.div_ceil(64)));
        Self { bytes: SmallVec::from_elem(0, size), written }
    }

    /// Bytes; those that have not been written are 0. The range must be within the object.
    pub fn read(&self, offset: u64, size: u64) -> &[u8] {
        &self.bytes[offset as usize..(offset + size) as usize]
    }

    /// Whether all bytes of a range have been written.
    pub fn is_written(&self, offset: u64, size: u64) -> bool {
        self.written.is_none() || (offset..offset + size).all(|at| self.has(at))
    }

    /// Whether a byte has been written.
    pub fn has(&self, at: u64) -> bool {
        self.written.as_ref().is_none_or(|written| written[at as usize / 64] >> (at % 64) & 1 != 0)
    }

    /// Writes bytes.
    pub fn write(&mut self, offset: u64, bytes: &[u8]) {
        self.bytes[offset as usize..offset as usize + bytes.len()].copy_from_slice(bytes);
        self.mark(offset, bytes.len() as u64);
    }

    /// Writes bytes, some of which have not been written where they come from.
    pub fn paste(&mut self, offset: u64, from: &Bytes) {
        self.write(offset, &from.bytes);
        for (at, _) in (offset..).zip(&from.written).filter(|(_, written)| !**written) {
            self.unmark(at);
        }
    }

    /// Copies bytes.
    pub fn copy(&self, offset: u64, size: u64) -> Bytes {
        let written = (offset..offset + size).map(|at| self.has(at)).collect();
        Bytes { bytes: self.read(offset, size).to_vec(), written }
    }

    fn mark(&mut self, offset: u64, size: u64) {
        let Some(written) = &mut self.written else { return };
        for at in offset..offset + size {
            written[at as usize / 64] |= 1 << (at % 64);
        }
        let count: u64 = written.iter().take(2).map(|word| u64::from(word.count_ones())).sum();
        if count == self.bytes.len() as u64 {
            self.written = None;
        }
    }

    fn unmark(&mut self, at: u64) {
        let words = self.bytes.len().div_ceil(64);
        let written = self.written.get_or_insert_with(|| SmallVec::from_elem(u64::MAX, words));
        written[at as usize / 64] &= !(1 << (at % 64));
    }
}
