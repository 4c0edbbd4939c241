//! Bytes of an object, and which of them have been written.

use std::sync::Arc;

use boolprog_c_syntax::types::Bits;
use smallvec::SmallVec;

use super::Filling;
use crate::value::{Bytes, Scalar, Shape, Value, signed, unsigned};

/// The bytes of an object. Those of scalars lie within; which ones have been written is kept only until all are.
#[derive(Debug, Default)]
pub struct Contents {
    bytes: SmallVec<[u8; 16]>,
    /// A bit for each byte, set if it has been written; none if all have been.
    written: Option<SmallVec<[u64; 1]>>,
}

/// Copies whole slices, where a derived copy goes byte by byte: it is most of the time of copying a machine.
impl Clone for Contents {
    fn clone(&self) -> Self {
        let written = self.written.as_ref().map(|written| SmallVec::from_slice(written));
        Self { bytes: SmallVec::from_slice(&self.bytes), written }
    }
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

    /// The value of a part. Bytes that have not been written are 0.
    pub fn value(&self, at: u64, shape: Shape) -> Value {
        match shape {
            Shape::Scalar(scalar) => scalar.decode(self.read(at, scalar.size())),
            Shape::Bits(scalar, bits) => {
                let (begin, size) = shape.range(at);
                bits.decode(scalar, self.read(begin, size))
            }
            Shape::Bytes(size) => Value::Bytes(Arc::new(self.copy(at, size.into()))),
        }
    }

    /// Sets the value of a part.
    pub(crate) fn set(&mut self, at: u64, shape: Shape, value: &Value) {
        match (shape, value) {
            (Shape::Scalar(scalar), _) => scalar.encode(value, |bytes| self.write(at, bytes)),
            (Shape::Bits(_, bits), _) => {
                let (begin, size) = shape.range(at);
                let bytes = bits.encode(self.read(begin, size), value.integer());
                self.write(begin, &bytes);
            }
            (Shape::Bytes(_), Value::Bytes(bytes)) => self.paste(at, bytes),
            (Shape::Bytes(size), _) => self.paste(at, &Bytes::unwritten(size.into())),
        }
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

/// Bit-fields in the bytes that they touch: at most 9.
trait Field {
    fn decode(self, scalar: Scalar, bytes: &[u8]) -> Value;
    fn encode(self, bytes: &[u8], number: i128) -> Vec<u8>;
}

impl Field for Bits {
    fn decode(self, scalar: Scalar, bytes: &[u8]) -> Value {
        let number = little(bytes) >> (self.first % 8);
        let width = u32::from(self.width);
        Value::Integer(match scalar {
            Scalar::Integer { signed: true, .. } => signed(number, width),
            _ => unsigned(number, width).cast_signed(),
        })
    }

    fn encode(self, bytes: &[u8], number: i128) -> Vec<u8> {
        let low = self.first % 8;
        let mask = unsigned(u128::MAX, self.width.into()) << low;
        let result = little(bytes) & !mask | number.cast_unsigned() << low & mask;
        result.to_le_bytes()[..bytes.len()].to_vec()
    }
}

fn little(bytes: &[u8]) -> u128 {
    let mut all = [0; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(all)
}
