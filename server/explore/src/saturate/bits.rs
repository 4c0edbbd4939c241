//! Growing sets of small numbers.

/// A set of numbers, one bit each, as long as its largest element ever needed.
#[derive(Clone, Default, Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn contains(&self, number: u32) -> bool {
        let word = self.words.get(number as usize / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    /// Returns `true` if the number is new.
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let index = number as usize / 64;
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        let bit = 1 << (number % 64);
        let new = self.words[index] & bit == 0;
        self.words[index] |= bit;
        new
    }

    /// Adds all of `other`; new elements go into `fresh` too. Returns `true` if there are any.
    pub(super) fn merge(&mut self, other: &Self, fresh: &mut Self) -> bool {
        let mut grown = false;
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (index, (mine, &theirs)) in self.words.iter_mut().zip(&other.words).enumerate() {
            let new = theirs & !*mine;
            if new != 0 {
                *mine |= new;
                if index >= fresh.words.len() {
                    fresh.words.resize(index + 1, 0);
                }
                fresh.words[index] |= new;
                grown = true;
            }
        }
        grown
    }

    /// The elements in increasing order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let (mut index, mut rest) = (0, self.words.first().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while rest == 0 {
                index += 1;
                rest = *self.words.get(index)?;
            }
            let lowest = rest.trailing_zeros();
            rest &= rest - 1;
            Some(index as u32 * 64 + lowest)
        })
    }

    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}
