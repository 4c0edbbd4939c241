//! Evidence in other numbers of states: those of another system, or of a document.

use boolprog_explore::tts::{LocalId, SharedId};

use super::{Certificate, Ideal, PlaceInvariant};

/// New numbers for states. `None` for a state that has none.
pub trait Renumber {
    /// The other number of a shared state.
    fn shared(&mut self, shared: SharedId) -> Option<SharedId>;
    /// The other number of a local state.
    fn local(&mut self, local: LocalId) -> Option<LocalId>;
}

impl Certificate {
    /// The same set in other numbers, in order. `None` if a state has no number, or one has two weights in a place invariant.
    ///
    /// Linear in the size of the set, times a logarithm of that of its lists.
    pub fn renumbered(&self, numbers: &mut dyn Renumber) -> Option<Self> {
        Some(match self {
            Self::Ideals(list) => Self::Ideals(ideals(list, numbers)?),
            Self::Complement { ideals: list, minimal, place_invariants } => Self::Complement {
                ideals: ideals(list, numbers)?,
                minimal: configurations(minimal, numbers)?,
                place_invariants: place_invariants
                    .iter()
                    .map(|it| place_invariant(it, numbers))
                    .collect::<Option<_>>()?,
            },
            Self::Configurations(list) => Self::Configurations(configurations(list, numbers)?),
        })
    }
}

fn ideals(list: &[Ideal], numbers: &mut dyn Renumber) -> Option<Vec<Ideal>> {
    list.iter().map(|ideal| self::ideal(ideal, numbers)).collect()
}

fn ideal(ideal: &Ideal, numbers: &mut dyn Renumber) -> Option<Ideal> {
    let shared = ideal.shared.iter().map(|&shared| numbers.shared(shared)).collect::<Option<Vec<_>>>()?;
    Some(Ideal {
        shared: sorted(shared),
        omega: locals(&ideal.omega, numbers)?,
        tails: ideal.tails.iter().map(|tail| locals(tail, numbers)).collect::<Option<_>>()?,
    })
}

type Configurations = Vec<(SharedId, Vec<LocalId>)>;

fn configurations(list: &[(SharedId, Vec<LocalId>)], numbers: &mut dyn Renumber) -> Option<Configurations> {
    list.iter().map(|(shared, threads)| Some((numbers.shared(*shared)?, locals(threads, numbers)?))).collect()
}

fn place_invariant(place_invariant: &PlaceInvariant, numbers: &mut dyn Renumber) -> Option<PlaceInvariant> {
    let shared = place_invariant.shared.iter().map(|&(shared, weight)| Some((numbers.shared(shared)?, weight)));
    let shared = sorted(shared.collect::<Option<Vec<_>>>()?);
    let locals = place_invariant.locals.iter().map(|&(local, weight)| Some((numbers.local(local)?, weight)));
    let locals = sorted(locals.collect::<Option<Vec<_>>>()?);
    let weighed_once = are_distinct(&shared) && are_distinct(&locals);
    weighed_once.then_some(PlaceInvariant { shared, locals, bound: place_invariant.bound })
}

fn locals(list: &[LocalId], numbers: &mut dyn Renumber) -> Option<Vec<LocalId>> {
    list.iter().map(|&local| numbers.local(local)).collect::<Option<_>>().map(sorted)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

/// `true` if no state occurs twice in a sorted list.
fn are_distinct<I: PartialEq>(weights: &[(I, u32)]) -> bool {
    weights.windows(2).all(|pair| pair[0].0 != pair[1].0)
}
