//! Start of a bounded search.

use boolprog_explore::tts::{Count, Initial, LocalId};
use itertools::Itertools;

/// The smallest number of threads that an initial configuration has.
pub(super) fn least(initial: &Initial) -> u32 {
    let fixed = initial.fixed.len() as u32;
    match initial.count {
        Count::Exactly(count) if !initial.pool.is_empty() => fixed + count,
        _ => fixed,
    }
}

/// Returns `true` if all initial configurations have the same number of threads.
pub(super) fn is_fixed(initial: &Initial) -> bool {
    initial.count != Count::Any || initial.pool.is_empty()
}

/// The threads at the start of the search with this bound, sorted; fewer of them only if a smaller bound refused a
/// creation.
pub(super) fn threads(initial: &Initial, bound: u32, refused: bool) -> impl Iterator<Item = Vec<LocalId>> {
    let mut pool = initial.pool.clone();
    pool.sort_unstable();
    pool.dedup();
    let room = bound as usize - initial.fixed.len();
    let sizes = match initial.count {
        _ if pool.is_empty() => 0..=0,
        Count::Exactly(count) => count as usize..=count as usize,
        Count::Any if refused => 0..=room,
        Count::Any => room..=room,
    };
    sizes.flat_map(move |size| pool.clone().into_iter().combinations_with_replacement(size)).map(|others| {
        let mut threads = [initial.fixed.as_slice(), &others].concat();
        threads.sort_unstable();
        threads
    })
}
