//! Stacks that share what they have in common.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stack whose copies share its elements: a copy, and a change at the top, take constant time and memory.
///
/// Stacks of successive moments differ at the top, so that those of an execution together take memory in its length, however
/// deep they are. Nothing here is recursive: a stack may have any height.
pub struct Stack<T> {
    top: Option<Arc<Node<T>>>,
}

#[derive(Clone)]
struct Node<T> {
    value: T,
    below: Stack<T>,
    /// The number of elements up to this one.
    height: usize,
}

impl<T> Stack<T> {
    /// A stack without elements.
    pub const fn new() -> Self {
        Self { top: None }
    }

    /// The number of elements. Constant time.
    pub fn len(&self) -> usize {
        self.top.as_ref().map_or(0, |node| node.height)
    }

    /// Returns `true` if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.top.is_none()
    }

    /// Puts an element on top.
    pub fn push(&mut self, value: T) {
        let height = self.len() + 1;
        let below = Self { top: self.top.take() };
        self.top = Some(Arc::new(Node { value, below, height }));
    }

    /// The topmost element.
    pub fn last(&self) -> Option<&T> {
        self.top.as_ref().map(|node| &node.value)
    }

    /// The lowest element. Linear.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The element above this number of others. Linear in the number of those above it.
    pub fn get(&self, height: usize) -> Option<&T> {
        let above = self.len().checked_sub(height.checked_add(1)?)?;
        self.from_top().nth(above)
    }

    /// The elements, the topmost one first.
    pub fn from_top(&self) -> impl Iterator<Item = &T> {
        self.nodes().map(|node| &node.value)
    }

    /// The elements, the lowest one first. They are collected first, in linear time.
    pub fn iter(&self) -> std::vec::IntoIter<&T> {
        self.above(0)
    }

    /// The same without the lowest elements, in time linear in the number of the others.
    pub fn above(&self, height: usize) -> std::vec::IntoIter<&T> {
        let mut found: Vec<&T> = self.from_top().take(self.len().saturating_sub(height)).collect();
        found.reverse();
        found.into_iter()
    }

    /// The lowest elements, at most this many. Linear in the number of the others.
    #[must_use]
    pub fn lowest(&self, height: usize) -> Self {
        match self.len().checked_sub(height) {
            None | Some(0) => self.clone(),
            Some(above) => self.nodes().nth(above - 1).map_or_else(Self::new, |node| node.below.clone()),
        }
    }

    /// The number of elements that two stacks share; above them, equal elements are stored twice. Linear in the number of the
    /// elements that are not shared.
    pub fn shared_with(&self, other: &Self) -> usize {
        let common = self.len().min(other.len());
        let lower = |stack: &Self| stack.len() - common;
        let mut pairs = self.nodes().skip(lower(self)).zip(other.nodes().skip(lower(other)));
        pairs.find(|(one, two)| std::ptr::eq(*one, *two)).map_or(0, |(node, _)| node.height)
    }

    fn nodes(&self) -> impl Iterator<Item = &Node<T>> {
        std::iter::successors(self.top.as_deref(), |node| node.below.top.as_deref())
    }
}

impl<T: Clone> Stack<T> {
    /// The element above this number of others. Copies it and those above it if they are shared.
    pub fn get_mut(&mut self, height: usize) -> Option<&mut T> {
        let mut node = self.top.as_mut()?;
        loop {
            let own = Arc::make_mut(node);
            if own.height == height + 1 {
                return Some(&mut own.value);
            }
            node = own.below.top.as_mut()?;
        }
    }

    /// Takes the topmost element off.
    pub fn pop(&mut self) -> Option<T> {
        let Node { value, below, .. } = Arc::unwrap_or_clone(self.top.take()?);
        *self = below;
        Some(value)
    }

    /// The topmost element.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.top.as_mut().map(|node| &mut Arc::make_mut(node).value)
    }
}

impl<T: PartialEq> Stack<T> {
    /// A stack of these elements, the lowest one first, that shares the lowest ones with another stack as far as they are
    /// equal. Linear in both.
    pub fn like(other: &Self, elements: impl IntoIterator<Item = T>) -> Self {
        let mut elements = elements.into_iter().peekable();
        let kept = other.iter().take_while(|known| elements.next_if(|element| element == *known).is_some()).count();
        let mut stack = other.lowest(kept);
        stack.extend(elements);
        stack
    }
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for Stack<T> {
    fn clone(&self) -> Self {
        Self { top: self.top.clone() }
    }
}

impl<T> Drop for Stack<T> {
    fn drop(&mut self) {
        let mut next = self.top.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.below.top.take();
        }
    }
}

impl<T> Extend<T> for Stack<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<'a, T> IntoIterator for &'a Stack<T> {
    type Item = &'a T;
    type IntoIter = std::vec::IntoIter<&'a T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> FromIterator<T> for Stack<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut stack = Self::new();
        stack.extend(elements);
        stack
    }
}

/// Ends where the two begin to share elements.
impl<T: PartialEq> PartialEq for Stack<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut unshared = self.nodes().zip(other.nodes()).take_while(|(one, two)| !std::ptr::eq(*one, *two));
        self.len() == other.len() && unshared.all(|(one, two)| one.value == two.value)
    }
}

impl<T: Eq> Eq for Stack<T> {}

/// As sequences, the lowest element first.
impl<T: Ord> Ord for Stack<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<T: Ord> PartialOrd for Stack<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Hash> Hash for Stack<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.from_top().for_each(|element| element.hash(state));
    }
}

impl<T: Debug> Debug for Stack<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize> Serialize for Stack<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stack<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(elements: &[u32]) -> Stack<u32> {
        elements.iter().copied().collect()
    }

    fn elements(stack: &Stack<u32>) -> Vec<u32> {
        stack.iter().copied().collect()
    }

    #[test]
    fn elements_are_those_that_were_pushed() {
        let stack = stack(&[1, 2, 3]);
        assert_eq!((stack.len(), stack.first(), stack.last(), stack.get(1)), (3, Some(&1), Some(&3), Some(&2)));
        assert_eq!((stack.get(3), stack.get(usize::MAX)), (None, None));
        assert_eq!(stack.above(1).collect::<Vec<_>>(), [&2, &3]);
        assert_eq!([0, 2, 3, 9].map(|height| stack.lowest(height).len()), [0, 2, 3, 3]);
    }

    #[test]
    fn a_change_leaves_copies_alone() {
        let before = stack(&[1, 2, 3]);
        let mut after = before.clone();
        *after.get_mut(1).expect("it has three elements") = 7;
        assert_eq!((elements(&before), elements(&after)), (vec![1, 2, 3], vec![1, 7, 3]));
        assert_eq!(before.shared_with(&after), 1);
        assert_eq!(after.get_mut(3), None);
        *after.last_mut().expect("it is not empty") = 9;
        assert_eq!(elements(&after), [1, 7, 9]);
        assert_eq!((after.pop(), after.pop(), elements(&before)), (Some(9), Some(7), vec![1, 2, 3]));
        assert_eq!((after.pop(), after.pop()), (Some(1), None));
    }

    #[test]
    fn equal_elements_are_shared() {
        let before = stack(&[1, 2, 3]);
        for (wanted, shared) in [(&[1, 2, 5, 6][..], 2), (&[1, 2, 3], 3), (&[1], 1), (&[4, 2, 3], 0)] {
            let after = Stack::like(&before, wanted.iter().copied());
            assert_eq!((elements(&after), before.shared_with(&after)), (wanted.to_vec(), shared));
            assert_eq!(after, stack(wanted));
        }
        assert_ne!(stack(&[1, 2]), stack(&[1, 2, 3]));
        assert_ne!(stack(&[1, 2]), stack(&[3, 2]));
        assert!(stack(&[1, 9]) < stack(&[2]));
    }

    #[test]
    fn a_million_elements_are_compared_and_dropped() {
        let deep: Stack<u32> = (0..1_000_000).collect();
        let other: Stack<u32> = (0..1_000_000).collect();
        assert_eq!(deep, other);
        assert_eq!(deep.get(0), Some(&0));
    }
}
