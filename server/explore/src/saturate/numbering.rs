//! Dense numbers for sparse ids.

use boolprog_base::memory;
use rustc_hash::FxHashMap;

/// Dense numbers for the ids that occur, in order of discovery. Small ids are looked up in a table, others by hashing:
/// ids may be sparse.
#[derive(Clone, Default, Debug)]
pub(super) struct Numbering {
    pub(super) ids: Vec<u32>,
    /// For each id below [`SMALL`] its number, or [`UNKNOWN`]; as long as the largest of them needs.
    small: Vec<u32>,
    large: FxHashMap<u32, u32>,
}

/// Ids below are looked up in a table: at most a quarter of a megabyte.
const SMALL: u32 = 1 << 16;

const UNKNOWN: u32 = u32::MAX;

impl Numbering {
    pub(super) fn number(&mut self, id: u32) -> u32 {
        match self.get(id) {
            Some(number) => number,
            None => self.add(id),
        }
    }

    #[cold]
    fn add(&mut self, id: u32) -> u32 {
        let number = self.ids.len() as u32;
        self.ids.push(id);
        if id < SMALL {
            if id as usize >= self.small.len() {
                self.small.resize(id as usize + 1, UNKNOWN);
            }
            self.small[id as usize] = number;
        } else {
            self.large.insert(id, number);
        }
        number
    }

    pub(super) fn get(&self, id: u32) -> Option<u32> {
        if id < SMALL {
            self.small.get(id as usize).copied().filter(|&number| number != UNKNOWN)
        } else {
            self.large.get(&id).copied()
        }
    }

    pub(super) fn bytes(&self) -> usize {
        memory::of_vec(&self.ids) + memory::of_vec(&self.small) + memory::of_map(&self.large)
    }

    /// The numbers in increasing order of their ids.
    pub(super) fn by_id(&self) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(self.ids.len());
        numbers.extend(self.small.iter().filter(|&&number| number != UNKNOWN));
        let small = numbers.len();
        numbers.extend(self.large.values());
        numbers[small..].sort_unstable_by_key(|&number| self.ids[number as usize]);
        numbers
    }
}
