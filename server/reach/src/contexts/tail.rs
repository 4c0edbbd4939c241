//! Tails: the finitely many tokens besides the omega places.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A multiset of places as a sorted list with repetition.
pub(super) type Tail = SmallVec<[u32; 4]>;

pub(super) fn add(tail: &mut Tail, place: u32) {
    let at = tail.partition_point(|&other| other <= place);
    tail.insert(at, place);
}

pub(super) fn remove(tail: &mut Tail, place: u32) {
    if let Ok(at) = tail.binary_search(&place) {
        tail.remove(at);
    }
}

/// Whether `small` is contained in `large`, repetitions counted.
pub(super) fn is_within(small: &[u32], large: &[u32]) -> bool {
    let mut large = large.iter();
    small.iter().all(|place| large.any(|other| other == place))
}

/// The places of which `large` has more tokens than `small`. They are increasing, with repetition.
pub(super) fn excess<'t>(large: &'t [u32], small: &'t [u32]) -> impl Iterator<Item = u32> + 't {
    let mut small = small.iter().copied().peekable();
    large.iter().copied().filter(move |&place| {
        while small.next_if(|&other| other < place).is_some() {}
        small.next_if_eq(&place).is_none()
    })
}

/// The downward closure of a set of tails, by hashing.
///
/// Every multiset contained in a tail is an entry: at most 2^t for t tokens. Tails have two or three tokens once
/// contexts are closed; those with more than [`LONG`] tokens are kept in a list and compared one by one.
#[derive(Default)]
pub(super) struct Downward {
    /// Whether some tail is strictly larger than the entry.
    entries: FxHashMap<Tail, bool>,
    long: Vec<Tail>,
}

/// Above so many tokens a tail is not expanded.
const LONG: usize = 8;

impl Downward {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.long.is_empty()
    }

    /// Roughly the memory of one inserted tail.
    pub(super) fn bytes_of(tail: &Tail) -> usize {
        if tail.len() > LONG { 32 + 4 * tail.len() } else { 48 << tail.len() }
    }

    pub(super) fn insert(&mut self, tail: &Tail) {
        if tail.len() > LONG {
            self.long.push(tail.clone());
        } else {
            self.insert_parts(tail, 0, &mut Tail::new());
        }
    }

    /// Inserts `part` joined with each multiset contained in `tail[from..]`.
    fn insert_parts(&mut self, tail: &Tail, from: usize, part: &mut Tail) {
        let Some(&place) = tail.get(from) else {
            let strict = part.len() < tail.len();
            match self.entries.get_mut(part.as_slice()) {
                Some(entry) => *entry |= strict,
                None => {
                    self.entries.insert(part.clone(), strict);
                }
            }
            return;
        };
        let next = from + tail[from..].iter().take_while(|&&other| other == place).count();
        let before = part.len();
        self.insert_parts(tail, next, part);
        for _ in from..next {
            part.push(place);
            self.insert_parts(tail, next, part);
        }
        part.truncate(before);
    }

    /// Whether an inserted tail contains this one.
    pub(super) fn covers(&self, tail: &[u32]) -> bool {
        self.entries.contains_key(tail) || self.long.iter().any(|long| is_within(tail, long))
    }

    /// Whether an inserted tail contains this one and more.
    pub(super) fn covers_strictly(&self, tail: &[u32]) -> bool {
        self.entries.get(tail).copied().unwrap_or(false)
            || self.long.iter().any(|long| long.len() > tail.len() && is_within(tail, long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_count_repetitions() {
        assert!(is_within(&[1, 3], &[1, 2, 3]));
        assert!(!is_within(&[1, 1], &[1, 2]));
        assert!(excess(&[1, 1, 2, 4], &[1, 3, 4]).eq([1, 2]));
    }

    #[test]
    fn the_downward_closure_knows_strictness() {
        let mut closure = Downward::default();
        closure.insert(&Tail::from_slice(&[2, 2, 5]));
        for part in [&[][..], &[2], &[2, 2], &[5], &[2, 5]] {
            assert!(closure.covers_strictly(part), "{part:?}");
        }
        assert!(closure.covers(&[2, 2, 5]) && !closure.covers_strictly(&[2, 2, 5]));
        assert!(!closure.covers(&[5, 5]));
    }

    #[test]
    fn long_tails_are_compared_one_by_one() {
        let mut closure = Downward::default();
        closure.insert(&Tail::from_elem(7, 1000));
        assert!(closure.covers_strictly(&[7; 999]) && closure.covers(&[7; 1000]));
        assert!(!closure.covers_strictly(&[7; 1000]) && !closure.covers(&[7; 1001]));
    }
}
