//! The abstract states of one iteration: a table from keys to numbers, with the states met in each.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Abstract states, packed: no allocation for a known one.
pub(super) struct Records {
    table: HashTable<u32>,
    keys: Vec<u32>,
    key_length: usize,
    /// The least and the greatest value of each variable, one abstract state after the other.
    met: Vec<(i64, i64)>,
    variables: usize,
}

impl Records {
    pub(super) fn new(key_length: usize, variables: usize) -> Self {
        Self { table: HashTable::new(), keys: Vec::new(), key_length, met: Vec::new(), variables }
    }

    /// Notes values met in the abstract state with this key, and says whether it is new.
    pub(super) fn meet(&mut self, key: &[u32], values: &[i64]) -> bool {
        let (keys, length) = (&self.keys, self.key_length);
        let hash = hash(key);
        let of = |number: u32| &keys[number as usize * length..][..length];
        if let Some(number) = self.table.find(hash, |number| of(*number) == key) {
            let met = &mut self.met[*number as usize * self.variables..][..self.variables];
            for ((least, greatest), value) in met.iter_mut().zip(values) {
                *least = (*least).min(*value);
                *greatest = (*greatest).max(*value);
            }
            return false;
        }
        let number = self.table.len() as u32;
        self.table.insert_unique(hash, number, |number| self::hash(of(*number)));
        self.keys.extend_from_slice(key);
        self.met.extend(values.iter().map(|value| (*value, *value)));
        true
    }

    /// The least and the greatest value of each variable in each abstract state, where they differ for some variable.
    pub(super) fn eligible(&self) -> Vec<&[(i64, i64)]> {
        // Without variables there are no chunks, and nothing to split.
        let all = self.met.chunks(self.variables.max(1));
        all.filter(|met| met.iter().any(|(least, greatest)| least != greatest)).collect()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.allocation_size() + self.keys.capacity() * 4 + self.met.capacity() * 16
    }
}

fn hash(key: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in key {
        hasher.write_u32(*word);
    }
    hasher.finish()
}
