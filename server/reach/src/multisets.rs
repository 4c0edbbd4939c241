//! Multisets of threads.

/// Returns `true` if all these threads are among those, repetitions counted; both sorted.
pub(crate) fn is_within<T: PartialEq>(threads: &[T], others: &[T]) -> bool {
    let mut others = others.iter();
    threads.len() <= others.len() && threads.iter().all(|local| others.any(|other| other == local))
}
