//! Sets of places as rows of 64-bit words.

/// Words for a set of elements below `size`.
pub(super) fn words(size: usize) -> usize {
    size.div_ceil(64)
}

pub(super) fn contains(set: &[u64], element: u32) -> bool {
    set[element as usize / 64] >> (element % 64) & 1 == 1
}

/// Adds an element; whether it is new.
pub(super) fn insert(set: &mut [u64], element: u32) -> bool {
    let word = &mut set[element as usize / 64];
    let bit = 1 << (element % 64);
    let new = *word & bit == 0;
    *word |= bit;
    new
}

pub(super) fn is_subset(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(small, large)| small & !large == 0)
}

pub(super) fn elements(set: &[u64]) -> impl Iterator<Item = u32> {
    (0..).step_by(64).zip(set).flat_map(|(base, &word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0).map(move |word| base + word.trailing_zeros())
    })
}
