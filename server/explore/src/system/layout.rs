//! The packing of states into words.
//!
//! A shared state is its slots from bit 0 on, then one bit for "some thread is in an atomic section". A local state
//! begins with a header (location or property, flags); its slots follow, so that up to 30 fit into one word.

use boolprog_program::program::{LocationId, Program, PropertyId, Slot};
use smallvec::SmallVec;

use super::LocalState;

pub(super) type Words = SmallVec<[u64; 4]>;

/// The location, or the property of a violation.
const ID_MASK: u64 = u32::MAX as u64;
/// The thread is inside an atomic section.
const IN_ATOMIC: u32 = 32;
/// The thread's assertion has failed.
const VIOLATION: u32 = 33;
/// Bits before the first slot of a local state.
const HEADER: u32 = 34;

/// Positions of the bits of a program's states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    shared_slots: u32,
    local_slots: u32,
}

impl Layout {
    pub(super) fn new(program: &Program) -> Self {
        Self { shared_slots: program.shared_slots, local_slots: program.local_slots }
    }

    pub(super) fn shared_words(self) -> usize {
        (self.shared_slots as usize + 1).div_ceil(64)
    }

    pub(super) fn local_words(self) -> usize {
        (self.local_slots as usize + HEADER as usize).div_ceil(64)
    }

    /// The bit of a slot in the state it belongs to.
    pub(super) fn bit(slot: Slot) -> u32 {
        match slot {
            Slot::Shared(slot) => slot,
            Slot::Local(slot) => Self::local_bit(slot),
        }
    }

    pub(super) fn local_bit(slot: u32) -> u32 {
        HEADER + slot
    }

    pub(super) fn empty_shared(self) -> Words {
        SmallVec::from_elem(0, self.shared_words())
    }

    /// A thread at a location, all its bits F, outside every atomic section.
    pub(super) fn thread_at(self, location: LocationId) -> Words {
        let mut words = SmallVec::from_elem(0, self.local_words());
        words[0] = u64::from(location.0);
        words
    }

    /// The state of a thread whose assertion failed.
    pub(super) fn violation_of(self, property: PropertyId) -> Words {
        let mut words = SmallVec::from_elem(0, self.local_words());
        words[0] = u64::from(property.0);
        write(&mut words, VIOLATION, true);
        words
    }

    pub(super) fn is_held(self, shared: &[u64]) -> bool {
        read(shared, self.shared_slots)
    }

    pub(super) fn set_held(self, shared: &mut [u64], held: bool) {
        write(shared, self.shared_slots, held);
    }

    /// A shared state; `None` if it has not this program's number of bits.
    pub(super) fn shared_state(self, values: &[bool], held: bool) -> Option<Words> {
        let mut words = self.empty_shared();
        self.set_held(&mut words, held);
        if values.len() != self.shared_slots as usize {
            return None;
        }
        (0..).zip(values).for_each(|(bit, &value)| write(&mut words, bit, value));
        Some(words)
    }

    /// A local state; `None` if it has not this program's number of bits.
    pub(super) fn words_of(self, state: &LocalState) -> Option<Words> {
        match state {
            LocalState::Violation(property) => Some(self.violation_of(*property)),
            LocalState::At { values, .. } if values.len() != self.local_slots as usize => None,
            LocalState::At { location, in_atomic, values } => {
                let mut words = self.thread_at(*location);
                set_inside(&mut words, *in_atomic);
                (0..).zip(values).for_each(|(slot, &value)| write(&mut words, Self::local_bit(slot), value));
                Some(words)
            }
        }
    }

    pub(super) fn shared_values(self, shared: &[u64]) -> Vec<bool> {
        (0..self.shared_slots).map(|bit| read(shared, bit)).collect()
    }

    pub(super) fn local_state(self, local: &[u64]) -> LocalState {
        match violation(local) {
            Some(property) => LocalState::Violation(property),
            None => LocalState::At {
                location: location(local),
                in_atomic: is_inside(local),
                values: (0..self.local_slots).map(|slot| read(local, Self::local_bit(slot))).collect(),
            },
        }
    }
}

/// The property a thread has violated, if it has.
pub(super) fn violation(local: &[u64]) -> Option<PropertyId> {
    read(local, VIOLATION).then(|| PropertyId((local[0] & ID_MASK) as u32))
}

pub(super) fn location(local: &[u64]) -> LocationId {
    LocationId((local[0] & ID_MASK) as u32)
}

pub(super) fn move_to(local: &mut [u64], location: LocationId) {
    local[0] = local[0] & !ID_MASK | u64::from(location.0);
}

/// Returns `true` if a thread is inside an atomic section.
pub(super) fn is_inside(local: &[u64]) -> bool {
    read(local, IN_ATOMIC)
}

/// Puts a thread inside an atomic section, or outside.
pub(super) fn set_inside(local: &mut [u64], inside: bool) {
    write(local, IN_ATOMIC, inside);
}

pub(super) fn read(words: &[u64], bit: u32) -> bool {
    words[bit as usize / 64] >> (bit % 64) & 1 == 1
}

pub(super) fn write(words: &mut [u64], bit: u32, value: bool) {
    let mask = 1 << (bit % 64);
    let word = &mut words[bit as usize / 64];
    *word = if value { *word | mask } else { *word & !mask };
}
