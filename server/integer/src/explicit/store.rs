//! States in a packed form: one byte per small number.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::State;

/// A set of states, numbered in the order of insertion.
///
/// A state is kept as the bytes of its numbers in a variable-length encoding (LEB128, signs folded into the lowest bit),
/// one state behind the other. Looking up a known state allocates nothing.
#[derive(Debug, Default)]
pub struct Store {
    bytes: Vec<u8>,
    /// Where each state ends.
    ends: Vec<usize>,
    table: HashTable<u32>,
    /// The state that is looked up.
    packed: Vec<u8>,
}

impl Store {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>() + self.table.allocation_size()
    }

    /// Adds a state: its number, and whether it is new.
    pub fn insert(&mut self, state: &State) -> (u32, bool) {
        pack(state, &mut self.packed);
        let (bytes, ends, packed) = (&self.bytes, &self.ends, &self.packed);
        let entry = self.table.entry(
            hash(packed),
            |index| packed_at(bytes, ends, *index) == packed.as_slice(),
            |index| hash(packed_at(bytes, ends, *index)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => (*known.get(), false),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let index = self.ends.len() as u32;
                place.insert(index);
                self.bytes.extend_from_slice(&self.packed);
                self.ends.push(self.bytes.len());
                (index, true)
            }
        }
    }

    /// The number of a state.
    pub fn find(&self, state: &State) -> Option<u32> {
        let mut packed = Vec::new();
        pack(state, &mut packed);
        let found = self.table.find(hash(&packed), |index| packed_at(&self.bytes, &self.ends, *index) == packed);
        found.copied()
    }

    /// Reads a state into one of the same shape.
    pub fn read(&self, index: u32, into: &mut State) {
        let mut bytes = packed_at(&self.bytes, &self.ends, index).iter().copied();
        for location in &mut into.locations {
            *location = unpack(&mut bytes) as u16;
        }
        for value in &mut into.values {
            let folded = unpack(&mut bytes);
            *value = (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed();
        }
    }
}

fn packed_at<'a>(bytes: &'a [u8], ends: &[usize], index: u32) -> &'a [u8] {
    let index = index as usize;
    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start..ends[index]]
}

fn hash(packed: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(packed);
    hasher.finish()
}

fn pack(state: &State, into: &mut Vec<u8>) {
    into.clear();
    for location in &state.locations {
        pack_number(u64::from(*location), into);
    }
    for value in &state.values {
        pack_number(((value << 1) ^ (value >> 63)).cast_unsigned(), into);
    }
}

fn pack_number(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn unpack(bytes: &mut impl Iterator<Item = u8>) -> u64 {
    let (mut number, mut shift) = (0, 0);
    for byte in bytes {
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    number
}
