//! Memory of containers that grow, as a limit counts it.
//!
//! A container that grows copies its content, and for a moment both copies exist. A search that asks for its memory
//! before and after that has passed its limit in between; so a container that is nearly full counts with its copy.

use std::collections::{HashMap, HashSet};

/// Memory of a vector, in bytes. Capacity that was never used is not backed by memory, and does not count.
pub fn of_vec<T>(vec: &Vec<T>) -> usize {
    let used = vec.len() * size_of::<T>();
    if is_nearly_full(vec.len(), vec.capacity()) { 2 * used } else { used }
}

/// Memory of a hash map, in bytes.
pub fn of_map<K, V, S>(map: &HashMap<K, V, S>) -> usize {
    of_places::<(K, V)>(map.len(), map.capacity())
}

/// Memory of a hash set, in bytes.
pub fn of_set<T, S>(set: &HashSet<T, S>) -> usize {
    of_places::<T>(set.len(), set.capacity())
}

/// Memory of a hash table, of whose places seven eighths can be used, and each has a byte beside its entry. The copy has
/// twice as many.
fn of_places<T>(len: usize, capacity: usize) -> usize {
    let bytes = capacity * 8 / 7 * (size_of::<T>() + 1);
    if is_nearly_full(len, capacity) { 3 * bytes } else { bytes }
}

/// `true` if a container may grow before it is asked again: only a few items fit in, compared with those it has.
fn is_nearly_full(len: usize, capacity: usize) -> bool {
    capacity - len <= capacity / 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_vector_counts_with_its_copy() {
        let mut vec: Vec<u32> = Vec::with_capacity(64);
        assert_eq!(of_vec(&vec), 0, "what was never used is not there");
        vec.resize(60, 0);
        assert_eq!(of_vec(&vec), 240);
        vec.resize(64, 0);
        assert_eq!(of_vec(&vec), 512);
    }

    #[test]
    fn a_full_table_counts_with_one_twice_as_large() {
        let mut set: HashSet<u32> = HashSet::with_capacity(56);
        assert_eq!(of_set(&set), 64 * 5);
        set.extend(0..56);
        assert_eq!(of_set(&set), 3 * 64 * 5);
        let map: HashMap<u64, u32> = HashMap::with_capacity(56);
        assert_eq!(of_map(&map), 64 * 17);
    }
}
