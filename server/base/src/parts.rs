//! Hash tables for many entries, which grow part by part.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Number of parts; a power of two.
const PARTS: usize = 16;

/// A hash table in parts. Each of them grows by itself, so that the copy of a part is all that growing takes beside the
/// table: there is no moment at which a table exists twice.
#[derive(Clone, Debug)]
pub struct Parts<T> {
    tables: [HashTable<T>; PARTS],
    len: usize,
    /// Memory of all parts, in bytes: it is asked for more often than a part grows.
    allocated: usize,
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self { tables: std::array::from_fn(|_| HashTable::new()), len: 0, allocated: 0 }
    }
}

impl<T> Parts<T> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry with this hash that is the wanted one.
    pub fn find(&self, hash: u64, is_it: impl FnMut(&T) -> bool) -> Option<&T> {
        self.tables[part_of(hash)].find(hash, is_it)
    }

    /// Adds an entry that is not in the table. `hash_of` gives the hash of any entry.
    pub fn insert_unique(&mut self, hash: u64, new: T, hash_of: impl Fn(&T) -> u64) {
        let part = &mut self.tables[part_of(hash)];
        let is_full = part.len() == part.capacity();
        part.insert_unique(hash, new, hash_of);
        self.len += 1;
        if is_full {
            self.allocated = self.tables.iter().map(HashTable::allocation_size).sum();
        }
    }

    /// Removes all entries, but keeps their places.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(HashTable::clear);
        self.len = 0;
    }

    /// Memory in use, in bytes, with that of the copy of a part.
    pub fn bytes(&self) -> usize {
        self.allocated + 2 * self.allocated / PARTS
    }
}

/// The part of a hash. All its bits decide, since a part uses some of them by itself (Fibonacci hashing).
fn part_of(hash: u64) -> usize {
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PARTS.ilog2())) as usize
}

/// A hash map in [`Parts`], for small keys.
#[derive(Clone, Debug)]
pub struct PartsMap<K, V>(Parts<(K, V)>);

impl<K, V> Default for PartsMap<K, V> {
    fn default() -> Self {
        Self(Parts::default())
    }
}

impl<K: Hash + Eq, V> PartsMap<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.find(hash(key), |(known, _)| known == key).map(|(_, value)| value)
    }

    /// Adds a key that has no value.
    pub fn insert_unique(&mut self, key: K, value: V) {
        self.0.insert_unique(hash(&key), (key, value), |(key, _)| hash(key));
    }

    /// Memory in use, in bytes, without what the values refer to.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

fn hash<K: Hash>(key: &K) -> u64 {
    FxBuildHasher.hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_in_all_parts_and_never_take_three_tables() {
        let mut map = PartsMap::default();
        let (mut before, mut most) = (0, 0);
        for number in 0..100_000_u32 {
            assert_eq!(map.get(&(number, 7)), None);
            map.insert_unique((number, 7), u64::from(number));
            most = most.max(map.bytes() - before);
            before = map.bytes();
        }
        assert!((0..100_000).all(|number| map.get(&(number, 7)) == Some(&u64::from(number))));
        assert_eq!((map.0.len(), map.get(&(1, 8))), (100_000, None));
        assert!(most < map.bytes() / 8, "{most} of {} at once", map.bytes());
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut parts = Parts::default();
        parts.insert_unique(3, 'x', |_| 3);
        parts.clear();
        assert!(parts.is_empty() && parts.find(3, |_| true).is_none());
    }
}
