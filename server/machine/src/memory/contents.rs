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
    /// Which ones have been written; none if all have been.
    written: Option<Written>,
}

/// Which bytes have been written.
#[derive(Clone, Debug)]
struct Written {
    /// A bit for each byte.
    bits: SmallVec<[u64; 1]>,
    /// Number of bytes that have not been.
    missing: u64,
}

impl Written {
    fn has(&self, at: u64) -> bool {
        self.bits[at as usize / 64] >> (at % 64) & 1 != 0
    }
}

/// Zeros; many of them are memory that has not been touched.
fn zeros<A: smallvec::Array>(count: usize) -> SmallVec<A>
where
    A::Item: Default + Clone,
{
    SmallVec::from_vec(vec![A::Item::default(); count])
}

/// The words of 64 bits that a range of bytes touches, and which bits belong to it.
fn words(offset: u64, size: u64) -> impl Iterator<Item = (usize, u64)> {
    let end = offset + size;
    (offset / 64..end.div_ceil(64)).map(move |word| {
        let (low, high) = (offset.max(64 * word) - 64 * word, end.min(64 * word + 64) - 64 * word);
        (word as usize, u64::MAX << low & u64::MAX >> (64 - high))
    })
}

/// Copies whole slices, where a derived copy goes byte by byte: it is most of the time of copying a machine.
impl Clone for Contents {
    fn clone(&self) -> Self {
        Self { bytes: SmallVec::from_slice(&self.bytes), written: self.written.clone() }
    }
}

impl Contents {
    /// New bytes.
    pub(super) fn new(size: u64, filling: Filling) -> Self {
        let size = size as usize;
        let is_missing = filling == Filling::Nothing && size > 0;
        let written = is_missing.then(|| Written { bits: zeros(size.div_ceil(64)), missing: size as u64 });
        Self { bytes: zeros(size), written }
    }

    /// Bytes; those that have not been written are 0. The range must be within the object.
    pub fn read(&self, offset: u64, size: u64) -> &[u8] {
        &self.bytes[offset as usize..(offset + size) as usize]
    }

    /// Returns `true` if all bytes of a range have been written.
    pub fn is_written(&self, offset: u64, size: u64) -> bool {
        let has = |written: &Written| words(offset, size).all(|(word, mask)| written.bits[word] & mask == mask);
        self.written.as_ref().is_none_or(has)
    }

    /// Returns `true` if a byte has been written.
    pub fn has(&self, at: u64) -> bool {
        self.written.as_ref().is_none_or(|written| written.has(at))
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
        for (word, mask) in words(offset, size) {
            written.missing -= u64::from((mask & !written.bits[word]).count_ones());
            written.bits[word] |= mask;
        }
        if written.missing == 0 {
            self.written = None;
        }
    }

    fn unmark(&mut self, at: u64) {
        let words = self.bytes.len().div_ceil(64);
        let all = || Written { bits: SmallVec::from_elem(u64::MAX, words), missing: 0 };
        let written = self.written.get_or_insert_with(all);
        written.missing += u64::from(written.has(at));
        written.bits[at as usize / 64] &= !(1 << (at % 64));
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
