//! The abstract states of one iteration: a table from keys to numbers, with the states met in each.

use boolprog_base::Arena;

/// Abstract states, packed: no allocation for a known one.
pub(super) struct Records {
    keys: Arena<u32>,
    /// The least and the greatest value of each variable, one abstract state after the other.
    met: Vec<(i64, i64)>,
    variables: usize,
}

impl Records {
    pub(super) fn new(key_length: usize, variables: usize) -> Self {
        Self { keys: Arena::new(key_length), met: Vec::new(), variables }
    }

    /// Notes values met in the abstract state with this key, and says whether it is new.
    pub(super) fn meet(&mut self, key: &[u32], values: &[i64]) -> bool {
        let known = self.keys.len();
        let number = self.keys.intern(key);
        if number < known {
            let met = &mut self.met[number as usize * self.variables..][..self.variables];
            for ((least, greatest), value) in met.iter_mut().zip(values) {
                *least = (*least).min(*value);
                *greatest = (*greatest).max(*value);
            }
            return false;
        }
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
        self.keys.bytes() + self.met.capacity() * 16
    }
}
