//! Multisets of threads: their inclusion, and all of a given size.

use boolprog_explore::tts::LocalId;

/// All multisets of `size` elements of `pool`, each as a list in the order of the pool, in lexicographic order of
/// positions. One for size 0, none for a positive size and an empty pool.
///
/// There are (size + pool - 1 choose size) of them; each takes time linear in its size.
pub(crate) struct Multisets {
    pool: Vec<LocalId>,
    /// Non-decreasing positions in the pool of the next multiset; `None` after the last one.
    next: Option<Vec<usize>>,
}

impl Multisets {
    pub(crate) fn new(pool: Vec<LocalId>, size: usize) -> Self {
        let any = size == 0 || !pool.is_empty();
        Self { pool, next: any.then(|| vec![0; size]) }
    }
}

impl Iterator for Multisets {
    type Item = Vec<LocalId>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut positions = self.next.take()?;
        let current = positions.iter().map(|&position| self.pool[position]).collect();
        // The next one: raise the last position that can be raised, and all later ones to the same value.
        if let Some(at) = positions.iter().rposition(|&position| position + 1 < self.pool.len()) {
            let raised = positions[at] + 1;
            positions[at..].fill(raised);
            self.next = Some(positions);
        }
        Some(current)
    }
}

/// Returns `true` if all these threads are among those; both sorted.
pub(crate) fn is_within(threads: &[LocalId], others: &[LocalId]) -> bool {
    let mut others = others.iter();
    threads.len() <= others.len() && threads.iter().all(|local| others.any(|other| other == local))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pool: u32, size: usize) -> Vec<Vec<u32>> {
        let pool: Vec<LocalId> = (0..pool).map(LocalId).collect();
        Multisets::new(pool, size).map(|multiset| multiset.into_iter().map(|local| local.0).collect()).collect()
    }

    #[test]
    fn each_multiset_comes_once() {
        assert_eq!(all(3, 2), [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
        assert_eq!(all(4, 3).len(), 20);
    }

    #[test]
    fn the_empty_multiset_exists_and_nothing_comes_from_nothing() {
        assert_eq!(all(0, 0), [Vec::<u32>::new()]);
        assert_eq!(all(2, 0), [Vec::<u32>::new()]);
        assert!(all(0, 2).is_empty());
    }
}
