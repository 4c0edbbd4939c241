//! Addresses: which are given away, and to which object an address belongs.

use std::sync::Arc;

use super::ObjectIndex;

/// Objects begin at multiples of this number of bytes, and are as far from one another.
pub(super) const GRANULE: u64 = 16;
/// Granules of a page.
const GRANULES: usize = 256;
/// Bytes of a page.
const PAGE: u64 = GRANULE * GRANULES as u64;
/// No object.
const NONE: u32 = u32::MAX;

/// Which object has the addresses of a page.
#[derive(Clone, Debug)]
enum Page {
    /// One of them, or none.
    Whole(u32),
    /// Each granule for itself.
    Divided(Arc<[u32; GRANULES]>),
}

/// The address space.
#[derive(Clone, Debug)]
pub(super) struct Space {
    first: u64,
    next: u64,
    end: u64,
    pages: Vec<Page>,
    /// Number of pages that are divided.
    divided: u64,
}

/// Number of granules of an object with the gap after it: one past its end is still its own, and 16 bytes belong to none.
pub(super) fn extent(size: u64) -> u64 {
    size / GRANULE + 2
}

impl Space {
    /// Addresses of 8 bytes begin above those that fit into an `int`, so that cutting one is noticed.
    pub(super) fn new(pointer_size: u64) -> Self {
        let (first, end) = if pointer_size == 8 { (0x1000_0000_0000, 1 << 47) } else { (0x0804_8000, 0xfff0_0000) };
        Self { first, next: first, end, pages: Vec::new(), divided: 0 }
    }

    /// Number of bytes that are kept.
    pub(super) fn bytes(&self) -> u64 {
        self.pages.len() as u64 * size_of::<Page>() as u64 + self.divided * (4 * GRANULES as u64)
    }

    /// New addresses; none if there are none left.
    pub(super) fn reserve(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = self.next.checked_next_multiple_of(align.max(GRANULE))?;
        let next = base.checked_add(extent(size).checked_mul(GRANULE)?)?;
        if next > self.end {
            return None;
        }
        self.next = next;
        Some(base)
    }

    /// The addresses of an object, and the one past its end, belong to it from now on.
    pub(super) fn enter(&mut self, base: u64, size: u64, index: ObjectIndex) {
        self.set(base, size, index.0);
    }

    /// They belong to none from now on.
    pub(super) fn leave(&mut self, base: u64, size: u64) {
        self.set(base, size, NONE);
    }

    fn set(&mut self, base: u64, size: u64, to: u32) {
        let begin = (base - self.first) / GRANULE;
        let end = begin + size / GRANULE + 1;
        let mut at = begin;
        while at < end {
            let page = at as usize / GRANULES;
            let from = at as usize % GRANULES;
            let count = (end - at).min((GRANULES - from) as u64) as usize;
            if page >= self.pages.len() {
                self.pages.resize(page + 1, Page::Whole(NONE));
            }
            let was_divided = matches!(self.pages[page], Page::Divided(_));
            self.divided -= u64::from(was_divided);
            if count == GRANULES {
                self.pages[page] = Page::Whole(to);
            } else {
                self.divided += 1;
                self.pages[page].divide()[from..from + count].fill(to);
            }
            at += count as u64;
        }
    }

    /// The object to which an address belongs.
    pub(super) fn find(&self, address: u64) -> Option<ObjectIndex> {
        let offset = address.checked_sub(self.first)?;
        let index = match self.pages.get((offset / PAGE) as usize)? {
            Page::Whole(index) => *index,
            Page::Divided(granules) => granules[(offset / GRANULE) as usize % GRANULES],
        };
        (index != NONE).then_some(ObjectIndex(index))
    }
}

impl Page {
    fn divide(&mut self) -> &mut [u32; GRANULES] {
        if let Self::Whole(index) = *self {
            *self = Self::Divided(Arc::new([index; GRANULES]));
        }
        match self {
            Self::Divided(granules) => Arc::make_mut(granules),
            Self::Whole(_) => unreachable!("it has just been divided"),
        }
    }
}
