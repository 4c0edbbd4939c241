//! States in a packed form: as few bytes for each number as all numbers in its place need.

use std::hash::Hasher;

use boolprog_base::{Parts, memory};
use rustc_hash::FxHasher;

use crate::State;

/// A set of states of one shape, numbered in the order of insertion.
///
/// A state is a record of bytes: for each number 1, 2, 4 or 8 of them, the same for all states, so that a record is
/// found by its number alone. The first number that does not fit rewrites all records, at most three times for each
/// place. A lookup allocates nothing, and reads one record unless hashes collide.
///
/// On large sets the time is that of memory accesses: the table, the record. Hence the table keeps hashes, and there is
/// no list of the ends of records.
#[derive(Debug)]
pub struct Store {
    columns: Vec<Column>,
    /// Length of a record in bytes.
    length: usize,
    /// One record after the other, and [`SLACK`].
    bytes: Vec<u8>,
    table: Parts<Slot>,
    /// The state that is looked up, and [`SLACK`].
    packed: Vec<u8>,
}

/// Numbers are read and written eight bytes at a time, also at the end of a record.
const SLACK: usize = 7;

/// Position of a number in a record.
#[derive(Clone, Copy, Debug)]
struct Column {
    start: usize,
    /// Number of its unused bits, out of 64.
    unused_bits: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    index: u32,
}

impl Store {
    /// Creates an empty set of states of the shape of this one.
    pub fn new(shape: &State) -> Self {
        let columns = vec![Column { start: 0, unused_bits: 56 }; shape.locations.len() + shape.values.len()];
        let mut store = Self { columns, length: 0, bytes: vec![0; SLACK], table: Parts::default(), packed: Vec::new() };
        store.lay_out();
        store
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        memory::of_vec(&self.bytes) + self.table.bytes()
    }

    /// Adds a state: its number, and whether it is new.
    pub fn insert(&mut self, state: &State) -> (u32, bool) {
        while !pack(state, &self.columns, &mut self.packed) {
            self.widen(state);
        }
        let packed = &self.packed[..self.length];
        let (hash, index) = (hash(packed), self.table.len() as u32);
        let is_it = |slot: &Slot| slot.hash == hash && record(&self.bytes, self.length, slot.index) == packed;
        if let Some(known) = self.table.find(spread(hash), is_it) {
            return (known.index, false);
        }
        self.table.insert_unique(spread(hash), Slot { hash, index }, |slot| spread(slot.hash));
        self.bytes.truncate(self.bytes.len() - SLACK);
        self.bytes.extend_from_slice(&self.packed);
        (index, true)
    }

    /// The number of a state.
    pub fn find(&self, state: &State) -> Option<u32> {
        let mut packed = smallvec::SmallVec::<[u8; 128]>::from_elem(0, self.length + SLACK);
        // A state that does not fit is not in the set.
        if !pack(state, &self.columns, &mut packed) {
            return None;
        }
        let packed = &packed[..self.length];
        let hash = hash(packed);
        let is_it = |slot: &Slot| slot.hash == hash && record(&self.bytes, self.length, slot.index) == packed;
        self.table.find(spread(hash), is_it).map(|slot| slot.index)
    }

    /// Reads a state into one of the same shape.
    pub fn read(&self, index: u32, into: &mut State) {
        unpack(&self.bytes[index as usize * self.length..], &self.columns, into);
    }

    /// Makes room for the numbers of a state, and rewrites all records.
    fn widen(&mut self, state: &State) {
        let (old, old_length) = (self.columns.clone(), self.length);
        for (column, number) in self.columns.iter_mut().zip(numbers(state)) {
            while !column.fits(number) {
                // Twice as many bits.
                column.unused_bits -= 64 - column.unused_bits;
            }
        }
        self.lay_out();
        let mut bytes = Vec::with_capacity(self.len() * self.length + SLACK);
        let mut hashes = Vec::with_capacity(self.len());
        let mut read = state.clone();
        for index in 0..self.len() {
            unpack(&self.bytes[index * old_length..], &old, &mut read);
            pack(&read, &self.columns, &mut self.packed);
            let packed = &self.packed[..self.length];
            bytes.extend_from_slice(packed);
            hashes.push(hash(packed));
        }
        bytes.extend_from_slice(&[0; SLACK]);
        self.bytes = bytes;
        self.table.clear();
        for (hash, index) in hashes.into_iter().zip(0..) {
            self.table.insert_unique(spread(hash), Slot { hash, index }, |slot| spread(slot.hash));
        }
    }

    /// Says where each number begins, after widths were chosen.
    fn lay_out(&mut self) {
        self.length = 0;
        for column in &mut self.columns {
            column.start = self.length;
            self.length += (64 - column.unused_bits as usize) / 8;
        }
        self.packed = vec![0; self.length + SLACK];
    }
}

impl Column {
    /// Returns `true` if the number can be written here.
    const fn fits(self, number: i64) -> bool {
        number << self.unused_bits >> self.unused_bits == number
    }
}

fn numbers(state: &State) -> impl Iterator<Item = i64> {
    state.locations.iter().map(|location| i64::from(*location)).chain(state.values.iter().copied())
}

/// Writes a record; false if a number does not fit.
fn pack(state: &State, columns: &[Column], into: &mut [u8]) -> bool {
    let mut fits = true;
    let (of_locations, of_values) = columns.split_at(state.locations.len());
    let mut write = |column: &Column, number: i64| {
        fits &= column.fits(number);
        // Excess bytes are overwritten by the next number.
        into[column.start..column.start + 8].copy_from_slice(&number.to_le_bytes());
    };
    for (column, location) in of_locations.iter().zip(&state.locations) {
        write(column, i64::from(*location));
    }
    for (column, value) in of_values.iter().zip(&state.values) {
        write(column, *value);
    }
    fits
}

/// Reads a record and the bytes after it.
fn unpack(record: &[u8], columns: &[Column], into: &mut State) {
    let read = |column: &Column| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&record[column.start..column.start + 8]);
        i64::from_le_bytes(eight) << column.unused_bits >> column.unused_bits
    };
    let (of_locations, of_values) = columns.split_at(into.locations.len());
    for (location, column) in into.locations.iter_mut().zip(of_locations) {
        *location = read(column).cast_unsigned() as u16;
    }
    for (value, column) in into.values.iter_mut().zip(of_values) {
        *value = read(column);
    }
}

fn record(bytes: &[u8], length: usize, index: u32) -> &[u8] {
    &bytes[index as usize * length..][..length]
}

fn hash(packed: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(packed);
    (hasher.finish() >> 32) as u32
}

/// The hash as the table wants it, with differences in the highest bits and in the lowest (Fibonacci hashing).
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(location: u16, values: [i64; 2]) -> State {
        State { locations: Box::new([location]), values: Box::new(values) }
    }

    #[test]
    fn states_keep_their_numbers_when_larger_ones_come() {
        let extremes = [0, 1, -1, 127, -128, 128, 32_768, -40_000, 1 << 31, i64::MAX, i64::MIN];
        let locations = [0, 127, 128, u16::MAX];
        let states: Vec<State> = extremes
            .into_iter()
            .flat_map(|first| extremes.map(|second| [first, second]))
            .flat_map(|values| locations.map(|location| state(location, values)))
            .collect();
        let mut store = Store::new(&states[0]);
        for (state, index) in states.iter().zip(0..) {
            assert_eq!(store.find(state), None);
            assert_eq!(store.insert(state), (index, true));
        }
        let mut read = state(0, [0, 0]);
        for (state, index) in states.iter().zip(0..) {
            assert_eq!(store.insert(state), (index, false));
            assert_eq!(store.find(state), Some(index));
            store.read(index, &mut read);
            assert_eq!(read, *state);
        }
        assert_eq!(store.len(), states.len());
    }

    #[test]
    fn states_without_numbers_are_one_state() {
        let nothing = State { locations: Box::new([]), values: Box::new([]) };
        let mut store = Store::new(&nothing);
        assert_eq!(store.insert(&nothing), (0, true));
        assert_eq!(store.insert(&nothing), (0, false));
    }
}
