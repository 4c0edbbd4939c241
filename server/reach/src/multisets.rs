//! Multisets of threads.

use boolprog_explore::tts::LocalId;

/// Returns `true` if all these threads are among those; both sorted.
pub(crate) fn is_within(threads: &[LocalId], others: &[LocalId]) -> bool {
    let mut others = others.iter();
    threads.len() <= others.len() && threads.iter().all(|local| others.any(|other| other == local))
}
