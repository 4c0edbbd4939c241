//! Upward-closed sets of threads, by their smallest elements.

use super::super::bag::Bag;

/// Multisets of which none is within another; each with a number of its own.
#[derive(Default)]
pub(super) struct Antichain {
    /// The signature of each element: most comparisons look at nothing else.
    signatures: Vec<u64>,
    elements: Vec<(Bag, u32)>,
}

impl Antichain {
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Bag, u32)> {
        self.elements.iter()
    }

    /// Returns `true` if an element is within these threads.
    pub(super) fn contains(&self, bag: &Bag) -> bool {
        let outside = !bag.signature();
        let mut candidates = self.signatures.iter().enumerate().filter(|(_, signature)| **signature & outside == 0);
        candidates.any(|(index, _)| self.elements[index].0.is_within(bag))
    }

    /// Inserts an element that no other is within. Takes out those that it is within, and calls `removed` with their
    /// numbers.
    pub(super) fn insert(&mut self, bag: Bag, number: u32, removed: impl FnMut(u32)) {
        let signature = bag.signature();
        self.remove_if(|other, other_signature| signature & !other_signature == 0 && bag.is_within(other), removed);
        self.signatures.push(signature);
        self.elements.push((bag, number));
    }

    /// Takes out the elements that are unwanted, given their signatures, and calls `removed` with their numbers.
    pub(super) fn remove_if(&mut self, is_unwanted: impl Fn(&Bag, u64) -> bool, mut removed: impl FnMut(u32)) {
        let mut index = 0;
        while index < self.elements.len() {
            if is_unwanted(&self.elements[index].0, self.signatures[index]) {
                self.signatures.swap_remove(index);
                removed(self.elements.swap_remove(index).1);
            } else {
                index += 1;
            }
        }
    }
}
