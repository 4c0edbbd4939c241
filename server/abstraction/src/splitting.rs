//! Splitting without a prover: abstract states are split where different states were met in them.
//!
//! After Kudra, *Finding Termination and Time Improvement in Predicate Abstraction with Under-Approximation and Abstract
//! Matching* (master's thesis, Masaryk University). The search is that of [`crate::alpha`]: concrete states, matched
//! abstractly. Two states match if control is in the same locations, the atoms of guards and properties have the same
//! values, and so have all *cuts* `v > c`. For each abstract state it is noted between which values each variable lay in
//! all states that were *generated* there, stored or not. If that is one value for each variable, in every abstract
//! state, then abstract states are states, and all of them were searched. Otherwise cuts are added, and the search starts
//! again.
//!
//! **Errors are real**. The search ends at once when every property is violated. **Termination**: if finitely many states are reachable, because
//! every cut that is added separates two states that were generated.

mod choice;
mod record;
mod search;

use boolprog_integer::{InputBound, VariableId};

use crate::Outcome;
use crate::outcome::{IterationEnd, Violations};

pub use search::run;

/// Selection of cuts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// The one cut that splits the most abstract states.
    MaxOverlap,
    /// Few cuts that split every abstract state that can be split: the best one, then the best for the rest.
    MinSet,
    /// For every abstract state that can be split, one of its variables above its least value.
    MinOnly,
}

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Selection of cuts.
    pub strategy: Strategy,
    /// Decides between cuts that are equally good.
    pub seed: u64,
    /// The number of values of unbounded choices that are tried; if there are such choices, nothing is proved.
    pub bound: InputBound,
    /// After how many iterations to give up.
    pub iterations: u32,
}

/// A cut: whether a variable is greater than a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cut {
    /// Variable that is compared.
    pub variable: VariableId,
    /// Greatest value below the cut.
    pub above: i64,
}

/// Statistics of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// States generated; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions.
    pub abstract_states: u64,
    /// Abstract states in which different states were met.
    pub eligible: u64,
    /// Cuts that the next iteration has in addition.
    pub new_cuts: Vec<Cut>,
    /// Its end.
    pub end: IterationEnd,
}

/// Result and statistics of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The violated properties, each with a run that violates it, in the order in which they were found.
    pub violations: Violations,
    /// Result for the other properties.
    pub outcome: Outcome,
    /// Statistics of each iteration.
    pub iterations: Vec<Iteration>,
}
