//! The roots of the search: the initial configurations as markings.

use boolprog_explore::tts::{Count, Initial, LocalId, SharedId};
use itertools::Itertools;

pub(super) struct InitialMarking {
    pub(super) shared: u32,
    pub(super) omega: Vec<u32>,
    pub(super) tail: Vec<u32>,
}

/// One root per initial shared state and choice of the threads that may start in several places, made one by one.
/// Any number of threads is one choice: the pool is omega.
pub(super) fn initial_markings(initial: &Initial) -> impl Iterator<Item = InitialMarking> {
    let mut pool = initial.pool.clone();
    pool.sort_unstable();
    pool.dedup();
    let (omega, count): (Vec<u32>, usize) = match initial.count {
        Count::Any => (std::mem::take(&mut pool).into_iter().map(|LocalId(place)| place).collect(), 0),
        Count::Exactly(_) if pool.is_empty() => (Vec::new(), 0),
        Count::Exactly(count) => (Vec::new(), count as usize),
    };
    initial.shared.iter().flat_map(move |&SharedId(shared)| {
        let omega = omega.clone();
        pool.clone().into_iter().combinations_with_replacement(count).map(move |chosen| {
            let mut tail: Vec<u32> = initial.fixed.iter().chain(&chosen).map(|&LocalId(place)| place).collect();
            tail.sort_unstable();
            InitialMarking { shared, omega: omega.clone(), tail }
        })
    })
}
