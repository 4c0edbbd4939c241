//! Lists of threads in one piece of memory: a set may have tens of thousands, most with a thread or two.

use boolprog_explore::tts::LocalId;
use serde::{Deserialize, Serialize, Serializer};

/// Lists of local states. They compare like a list of lists.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(from = "Vec<Vec<LocalId>>")]
pub struct Tails {
    locals: Vec<LocalId>,
    /// End of each list in `locals`.
    ends: Vec<u32>,
}

impl Tails {
    /// The number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no lists, not even the empty one.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a list.
    pub fn push(&mut self, tail: impl IntoIterator<Item = LocalId>) {
        self.locals.extend(tail);
        self.ends.push(self.locals.len() as u32);
    }

    /// The lists, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[LocalId]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let first = std::mem::replace(&mut start, end);
            &self.locals[first as usize..end as usize]
        })
    }

    /// All lists one after the other.
    pub fn locals(&self) -> &[LocalId] {
        &self.locals
    }
}

impl<T: IntoIterator<Item = LocalId>> FromIterator<T> for Tails {
    fn from_iter<I: IntoIterator<Item = T>>(lists: I) -> Self {
        let mut tails = Self::default();
        lists.into_iter().for_each(|tail| tails.push(tail));
        tails
    }
}

impl From<Vec<Vec<LocalId>>> for Tails {
    fn from(lists: Vec<Vec<LocalId>>) -> Self {
        lists.into_iter().collect()
    }
}

impl Serialize for Tails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were() {
        let lists: [&[u32]; 4] = [&[3, 5], &[], &[1], &[]];
        let tails: Tails = lists.iter().map(|list| list.iter().copied().map(LocalId)).collect();
        assert_eq!(tails.len(), 4);
        let read: Vec<Vec<u32>> = tails.iter().map(|tail| tail.iter().map(|local| local.0).collect()).collect();
        assert_eq!(read, lists);
        assert!(!tails.is_empty() && Tails::default().is_empty());
    }
}
