//! Multisets of threads.

use boolprog_explore::tts::LocalId;

/// All multisets of `size` elements of `pool`, each as a list in the order of the pool, in lexicographic order of
/// positions. One for size 0, none for a positive size and an empty pool.
///
/// There are (size + pool - 1 choose size) of them; each takes time linear in its size.
/// Non-decreasing positions in the pool of the next multiset; `None` after the last one.
/// Returns `true` if all these threads are among those; both sorted.
pub(crate) fn is_within(threads: &[LocalId], others: &[LocalId]) -> bool {
    let mut others = others.iter();
    threads.len() <= others.len() && threads.iter().all(|local| others.any(|other| other == local))
}
