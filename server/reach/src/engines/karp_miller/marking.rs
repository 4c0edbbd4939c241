//! Markings of the coverability tree, and the first ones.

use boolprog_explore::tts::{Count, LocalId, SharedId, Tts};
use itertools::Itertools;

use crate::net::Edge;
use boolprog_certificate::sets::Ideal;

/// Any number of threads.
pub(super) const OMEGA: u32 = u32::MAX;

/// A shared state, and for each local state its number of threads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct OmegaMarking {
    pub(super) shared: u32,
    pub(super) threads: Box<[u32]>,
}

impl OmegaMarking {
    /// The marking after a step, if the step is possible.
    pub(super) fn fire(&self, edge: &Edge) -> Option<Self> {
        if self.threads[edge.local as usize] == 0 {
            return None;
        }
        let mut threads = self.threads.clone();
        let source = &mut threads[edge.local as usize];
        if *source != OMEGA {
            *source -= 1;
        }
        for local in edge.produced() {
            let threads = &mut threads[local as usize];
            *threads = threads.saturating_add(1);
        }
        Some(Self { shared: edge.to_shared, threads })
    }

    pub(super) fn is_below(&self, other: &Self) -> bool {
        self.shared == other.shared && self.threads.iter().zip(&other.threads).all(|(small, large)| small <= large)
    }

    /// If this marking is larger than an ancestor, the entries that grew become omega. Returns `true` if a finite one
    /// did.
    pub(super) fn accelerate(&mut self, ancestor: &Self) -> bool {
        let mut grown = false;
        if ancestor.is_below(self) {
            for (entry, before) in self.threads.iter_mut().zip(&ancestor.threads) {
                if *entry > *before && *entry != OMEGA {
                    *entry = OMEGA;
                    grown = true;
                }
            }
        }
        grown
    }

    pub(super) fn to_ideal(&self) -> Ideal {
        let entries = || (0..).map(LocalId).zip(self.threads.iter().copied());
        let finite = entries().filter(|&(_, threads)| threads != OMEGA);
        Ideal {
            shared: vec![SharedId(self.shared)],
            omega: entries().filter(|&(_, threads)| threads == OMEGA).map(|(local, _)| local).collect(),
            tails: std::iter::once(finite.flat_map(|(local, threads)| std::iter::repeat_n(local, threads as usize)))
                .collect(),
        }
    }
}

pub(super) fn roots(tts: &Tts) -> impl Iterator<Item = OmegaMarking> {
    let initial = &tts.initial;
    let mut pool = initial.pool.clone();
    pool.sort_unstable();
    pool.dedup();
    let (size, any) = match initial.count {
        _ if pool.is_empty() => (0, false),
        Count::Exactly(count) => (count as usize, false),
        Count::Any => (0, true),
    };
    pool.clone().into_iter().combinations_with_replacement(size).flat_map(move |others| {
        let mut threads = vec![0; tts.local_states as usize];
        for &LocalId(local) in initial.fixed.iter().chain(&others) {
            threads[local as usize] += 1;
        }
        for &LocalId(local) in pool.iter().filter(|_| any) {
            threads[local as usize] = OMEGA;
        }
        let threads = threads.into_boxed_slice();
        initial.shared.iter().map(move |&SharedId(shared)| OmegaMarking { shared, threads: threads.clone() })
    })
}
