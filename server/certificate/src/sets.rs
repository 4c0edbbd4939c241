//! Evidence for "never, with any number of threads": a set of configurations closed under steps, as plain data.

mod check;
mod renumber;
mod tails;

use boolprog_explore::tts::{LocalId, SharedId};
use serde::{Deserialize, Serialize};

pub(crate) use check::poll;
pub use check::{Rejection, check};
pub use renumber::Renumber;
pub use tails::Tails;

/// A set that contains the initial configurations and is closed under steps, without a configuration that violates a
/// proved property. Only [`check`] decides whether it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certificate {
    /// A downward-closed set: everything below an element of one of the ideals.
    Ideals(Vec<Ideal>),
    /// Configurations below an element of one of the ideals, above none of the `minimal` ones, and within the bounds of
    /// all place invariants.
    Complement {
        /// A downward-closed set that is closed under steps, as in [`Self::Ideals`]. It may contain violations.
        ideals: Vec<Ideal>,
        /// Configurations that cannot be reached, nor anything above them; each with its threads sorted.
        minimal: Vec<(SharedId, Vec<LocalId>)>,
        /// Place invariants. Configurations that exceed the bound of one cannot be reached.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        place_invariants: Vec<PlaceInvariant>,
    },
    /// Finitely many configurations, each with its threads sorted.
    Configurations(Vec<(SharedId, Vec<LocalId>)>),
}

/// Configurations with one of the shared states, any number of threads in each of the `omega` local states, and
/// besides them at most the threads of one of the tails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ideal {
    /// The shared states, increasing.
    pub shared: Vec<SharedId>,
    /// Local states with any number of threads, increasing.
    pub omega: Vec<LocalId>,
    /// Sorted lists with repetition, of local states that are not in `omega`. At least one; often only the empty one.
    pub tails: Tails,
}

/// Weights of shared and local states such that every reachable configuration weighs at most the bound: its shared
/// state and all its threads together. States that are not listed weigh nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceInvariant {
    /// Shared states with their weights, increasing.
    pub shared: Vec<(SharedId, u32)>,
    /// Local states with their weights, increasing.
    pub locals: Vec<(LocalId, u32)>,
    /// The most that a reachable configuration weighs.
    pub bound: u32,
}

impl Ideal {
    /// Any number of threads in these local states: the result of a saturation.
    pub fn of_thread_states(shared: SharedId, mut locals: Vec<LocalId>) -> Self {
        locals.sort_unstable();
        locals.dedup();
        Self { shared: vec![shared], omega: locals, tails: std::iter::once([]).collect() }
    }
}
