//! Evidence in other numbers of states: those of another system, or of a document.

use boolprog_explore::tts::{LocalId, SharedId};

use super::{Certificate, Inequality, Region};
use crate::summaries::{Activation, PathEdges};

/// New numbers for states. `None` for a state that has none.
pub trait Renumber {
    /// That of a shared state.
    fn shared(&mut self, shared: SharedId) -> Option<SharedId>;
    /// That of a local state.
    fn local(&mut self, local: LocalId) -> Option<LocalId>;
}

impl Certificate {
    /// The same set in other numbers, in order. `None` if a state has no number, or one has two weights in an inequality.
    ///
    /// Linear in the size of the set, times a logarithm of that of its lists.
    pub fn renumbered(&self, numbers: &mut dyn Renumber) -> Option<Self> {
        Some(match self {
            Self::Regions(list) => Self::Regions(regions(list, numbers)?),
            Self::Complement { regions: list, minimal, inequalities } => Self::Complement {
                regions: regions(list, numbers)?,
                minimal: configurations(minimal, numbers)?,
                inequalities: inequalities.iter().map(|it| inequality(it, numbers)).collect::<Option<_>>()?,
            },
            Self::Configurations(list) => Self::Configurations(configurations(list, numbers)?),
        })
    }
}

impl PathEdges {
    /// The same in other numbers. `None` if a state has no number.
    pub fn renumbered(&self, numbers: &mut dyn Renumber) -> Option<Self> {
        let mut activations = Vec::with_capacity(self.activations.len());
        for Activation { entries, states } in &self.activations {
            let mut entries = thread_states(entries, numbers)?;
            entries.sort_unstable();
            entries.dedup();
            activations.push(Activation { entries, states: thread_states(states, numbers)? });
        }
        Some(Self { activations })
    }
}

fn thread_states(list: &[(SharedId, LocalId)], numbers: &mut dyn Renumber) -> Option<Vec<(SharedId, LocalId)>> {
    list.iter().map(|&(shared, local)| Some((numbers.shared(shared)?, numbers.local(local)?))).collect()
}

fn regions(list: &[Region], numbers: &mut dyn Renumber) -> Option<Vec<Region>> {
    list.iter().map(|region| self::region(region, numbers)).collect()
}

fn region(region: &Region, numbers: &mut dyn Renumber) -> Option<Region> {
    let shared = region.shared.iter().map(|&shared| numbers.shared(shared)).collect::<Option<Vec<_>>>()?;
    Some(Region {
        shared: sorted(shared),
        omega: locals(&region.omega, numbers)?,
        tails: region.tails.iter().map(|tail| locals(tail, numbers)).collect::<Option<_>>()?,
    })
}

type Configurations = Vec<(SharedId, Vec<LocalId>)>;

fn configurations(list: &[(SharedId, Vec<LocalId>)], numbers: &mut dyn Renumber) -> Option<Configurations> {
    list.iter().map(|(shared, threads)| Some((numbers.shared(*shared)?, locals(threads, numbers)?))).collect()
}

fn inequality(inequality: &Inequality, numbers: &mut dyn Renumber) -> Option<Inequality> {
    let shared = inequality.shared.iter().map(|&(shared, weight)| Some((numbers.shared(shared)?, weight)));
    let shared = sorted(shared.collect::<Option<Vec<_>>>()?);
    let locals = inequality.locals.iter().map(|&(local, weight)| Some((numbers.local(local)?, weight)));
    let locals = sorted(locals.collect::<Option<Vec<_>>>()?);
    let weighed_once = are_distinct(&shared) && are_distinct(&locals);
    weighed_once.then_some(Inequality { shared, locals, bound: inequality.bound })
}

fn locals(list: &[LocalId], numbers: &mut dyn Renumber) -> Option<Vec<LocalId>> {
    list.iter().map(|&local| numbers.local(local)).collect::<Option<_>>().map(sorted)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

/// Whether no state is there twice in a sorted list.
fn are_distinct<I: PartialEq>(weights: &[(I, u32)]) -> bool {
    weights.windows(2).all(|pair| pair[0].0 != pair[1].0)
}
