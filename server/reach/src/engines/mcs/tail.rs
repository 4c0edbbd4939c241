//! Tails: the finitely many tokens besides the omega places.

use std::cell::Cell;

use boolprog_base::{Parts, memory};

use super::bits;
use crate::multisets::is_within;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TailId(u32);

impl TailId {
    pub(super) const EMPTY: Self = Self(0);

    fn of_one(place: u32) -> Self {
        Self(place + 1)
    }
}

/// All tails so far, each a sorted list of places with repetition.
///
/// Few tails differ from one cluster to the next, and those of successors differ by a token or two. So each is stored
/// once, with the results of removing one of its tokens. The empty one comes first, then one for each place, so that
/// these need not be looked up.
pub(super) struct Tails {
    tokens: Vec<u32>,
    /// For each token in `tokens` the tail without it, [`UNKNOWN`] until it is needed.
    without: Vec<u32>,
    /// Start of each tail in `tokens`; one more at the end.
    starts: Vec<u32>,
    /// The tails of at least two tokens, by the sum of the hashes of their tokens.
    table: Parts<u32>,
    /// Sum of each tail.
    sums: Vec<u64>,
    /// Scratch memory for a tail under construction.
    scratch: Vec<u32>,
    /// Long tails that were compared one by one since this was last asked for.
    looks: Cell<usize>,
}

/// A link that was not followed yet.
const UNKNOWN: u32 = u32::MAX;

impl Tails {
    /// The tails over this number of places.
    pub(super) fn new(places: usize) -> Self {
        let places = places as u32;
        Self {
            tokens: (0..places).collect(),
            without: vec![TailId::EMPTY.0; places as usize],
            starts: std::iter::once(0).chain(0..=places).collect(),
            table: Parts::default(),
            sums: std::iter::once(0).chain((0..places).map(hash)).collect(),
            scratch: Vec::new(),
            looks: Cell::new(0),
        }
    }

    pub(super) fn get(&self, TailId(id): TailId) -> &[u32] {
        &self.tokens[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }

    pub(super) fn len(&self, TailId(id): TailId) -> usize {
        (self.starts[id as usize + 1] - self.starts[id as usize]) as usize
    }

    /// The number of long tails that were compared since the last call: work that does not show in the number of nodes.
    pub(super) fn take_looks(&self) -> usize {
        self.looks.take()
    }

    /// `true` if some of these long tails is wanted.
    fn any_long(&self, long: &[TailId], is_wanted: impl Fn(&[u32]) -> bool) -> bool {
        let found = long.iter().position(|&long| is_wanted(self.get(long)));
        self.looks.set(self.looks.get() + found.map_or(long.len(), |position| position + 1));
        found.is_some()
    }

    pub(super) fn bytes(&self) -> usize {
        2 * memory::of_vec(&self.tokens)
            + memory::of_vec(&self.sums)
            + memory::of_vec(&self.starts)
            + self.table.bytes()
    }

    /// The tail of these tokens, which must be sorted.
    pub(super) fn intern(&mut self, sorted: &[u32]) -> TailId {
        self.intern_with_sum(sorted, sorted.iter().fold(0, |sum, &place| sum.wrapping_add(hash(place))))
    }

    fn intern_with_sum(&mut self, sorted: &[u32], sum: u64) -> TailId {
        match *sorted {
            [] => return TailId::EMPTY,
            [place] => return TailId::of_one(place),
            _ => {}
        }
        let Self { tokens, without, starts, table, sums, .. } = self;
        let get = |id: u32| &tokens[starts[id as usize] as usize..starts[id as usize + 1] as usize];
        let id = starts.len() as u32 - 1;
        if let Some(&known) = table.find(sum, |&id| sums[id as usize] == sum && get(id) == sorted) {
            return TailId(known);
        }
        table.insert_unique(sum, id, |&id| sums[id as usize]);
        sums.push(sum);
        tokens.extend_from_slice(sorted);
        match *sorted {
            [first, second] => without.extend([TailId::of_one(second).0, TailId::of_one(first).0]),
            _ => without.resize(tokens.len(), UNKNOWN),
        }
        starts.push(tokens.len() as u32);
        TailId(id)
    }

    pub(super) fn with(&mut self, id: TailId, place: u32) -> TailId {
        let sum = self.sums[id.0 as usize].wrapping_add(hash(place));
        match *self.get(id) {
            [] => return TailId::of_one(place),
            [other] => return self.intern_with_sum(&[other.min(place), other.max(place)], sum),
            _ => {}
        }
        let mut tail = std::mem::take(&mut self.scratch);
        tail.clear();
        let old = self.get(id);
        let at = old.iter().position(|&other| other > place).unwrap_or(old.len());
        tail.extend_from_slice(&old[..at]);
        tail.push(place);
        tail.extend_from_slice(&old[at..]);
        let larger = self.intern_with_sum(&tail, sum);
        self.scratch = tail;
        larger
    }

    /// Without the token at a position.
    pub(super) fn without(&mut self, id: TailId, position: usize) -> TailId {
        match self.without[self.starts[id.0 as usize] as usize + position] {
            UNKNOWN => self.find_without(id, position),
            known => TailId(known),
        }
    }

    #[cold]
    fn find_without(&mut self, id: TailId, position: usize) -> TailId {
        let mut tail = std::mem::take(&mut self.scratch);
        tail.clear();
        tail.extend_from_slice(self.get(id));
        let place = tail.remove(position);
        let smaller = self.intern_with_sum(&tail, self.sums[id.0 as usize].wrapping_sub(hash(place)));
        self.without[self.starts[id.0 as usize] as usize + position] = smaller.0;
        self.scratch = tail;
        smaller
    }

    /// Without the tokens on omega places.
    pub(super) fn outside(&mut self, mut id: TailId, omega: &[u64]) -> TailId {
        while let Some(position) = self.get(id).iter().position(|&place| bits::contains(omega, place)) {
            id = self.without(id, position);
        }
        id
    }
}

/// A number that looks random; sums of them distinguish tails.
fn hash(place: u32) -> u64 {
    let mixed = (u64::from(place) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The downward closure of a set of tails.
///
/// Every multiset contained in a tail is entered: at most 2^t for t tokens. Tails have two or three tokens once
/// clusters are closed; those with more than [`LONG`] tokens are kept in a list and compared one by one.
#[derive(Default)]
pub(super) struct Downward {
    /// For each page of tails where it is in `pages`, plus 1; 0 if nothing of it is entered.
    index: Vec<u32>,
    pages: Vec<Page>,
    long: Vec<TailId>,
}

/// For 256 tails in a row whether each is entered, and whether some inserted tail is strictly larger.
#[derive(Clone, Default)]
struct Page {
    entered: [u64; 4],
    strictly: [u64; 4],
}

/// The number of tokens above which a tail is not expanded.
const LONG: usize = 8;

impl Downward {
    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.long.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        memory::of_vec(&self.pages) + memory::of_vec(&self.index) + memory::of_vec(&self.long)
    }

    fn page(&self, TailId(id): TailId) -> Option<&Page> {
        let number = self.index.get(id as usize / 256).copied().unwrap_or(0);
        self.pages.get((number as usize).wrapping_sub(1))
    }

    /// Enters a tail; whether it is new.
    fn enter(&mut self, TailId(id): TailId, strictly: bool) -> bool {
        let at = id as usize / 256;
        if at >= self.index.len() {
            self.index.resize(at + 1, 0);
        }
        if self.index[at] == 0 {
            self.pages.push(Page::default());
            self.index[at] = self.pages.len() as u32;
        }
        let page = &mut self.pages[self.index[at] as usize - 1];
        if strictly {
            bits::insert(&mut page.strictly, id % 256);
        }
        bits::insert(&mut page.entered, id % 256)
    }

    /// Adds a tail that is not covered.
    pub(super) fn insert(&mut self, tails: &mut Tails, id: TailId) {
        if tails.len(id) > LONG {
            self.long.push(id);
        } else if self.enter(id, false) {
            self.insert_below(tails, id);
        }
    }

    /// Everything below an entry is entered with it, so nothing is followed twice.
    fn insert_below(&mut self, tails: &mut Tails, id: TailId) {
        for position in 0..tails.len(id) {
            let below = tails.without(id, position);
            if self.enter(below, true) {
                self.insert_below(tails, below);
            }
        }
    }

    /// Returns `true` if an inserted tail contains this one.
    pub(super) fn covers(&self, tails: &Tails, id: TailId) -> bool {
        self.page(id).is_some_and(|page| bits::contains(&page.entered, id.0 % 256))
            || tails.any_long(&self.long, |long| is_within(tails.get(id), long))
    }

    /// Returns `true` if an inserted tail contains this one and more.
    pub(super) fn covers_strictly(&self, tails: &Tails, id: TailId) -> bool {
        let is_larger = |long: &[u32]| long.len() > tails.len(id) && is_within(tails.get(id), long);
        self.page(id).is_some_and(|page| bits::contains(&page.strictly, id.0 % 256))
            || tails.any_long(&self.long, is_larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_count_repetitions() {
        assert!(is_within(&[1, 3], &[1, 2, 3]));
        assert!(!is_within(&[1, 1], &[1, 2]));
    }

    #[test]
    fn equal_tails_are_one() {
        let mut tails = Tails::new(9);
        let id = tails.intern(&[2, 5]);
        let more = [5, 1].into_iter().fold(id, |tail, place| tails.with(tail, place));
        assert_eq!(tails.get(more), [1, 2, 5, 5]);
        assert_eq!(tails.outside(more, &[1 << 1 | 1 << 5]), tails.intern(&[2]));
        let less = tails.without(more, 0);
        assert_eq!(tails.get(less), [2, 5, 5]);
        assert_eq!(tails.without(less, 2), id);
    }

    #[test]
    fn the_downward_closure_knows_strictness() {
        let mut tails = Tails::new(9);
        let mut closure = Downward::default();
        let whole = tails.intern(&[2, 2, 5]);
        closure.insert(&mut tails, whole);
        for part in [&[][..], &[2], &[2, 2], &[5], &[2, 5]] {
            let part = tails.intern(part);
            assert!(closure.covers_strictly(&tails, part), "{part:?}");
        }
        assert!(closure.covers(&tails, whole) && !closure.covers_strictly(&tails, whole));
        let other = tails.intern(&[5, 5]);
        assert!(!closure.covers(&tails, other));
    }

    #[test]
    fn long_tails_are_compared_one_by_one() {
        let mut tails = Tails::new(9);
        let mut closure = Downward::default();
        let [less, whole, more] = [999, 1000, 1001].map(|tokens| tails.intern(&vec![7; tokens]));
        closure.insert(&mut tails, whole);
        assert!(closure.covers_strictly(&tails, less) && closure.covers(&tails, whole));
        assert!(!closure.covers_strictly(&tails, whole) && !closure.covers(&tails, more));
    }
}
