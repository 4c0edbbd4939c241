//! Fields that only reports on integer programs have.

use boolprog_check::report::Iteration;
use serde::{Deserialize, Serialize};

/// One iteration of a search under abstraction.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct IterationDocument {
    /// States generated; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions.
    pub abstract_states: u64,
    /// The predicates, or cuts, that the next iteration has in addition.
    pub new_predicates: Vec<String>,
    /// Questions to the prover.
    pub queries: u64,
    /// Questions not asked again.
    pub cache_hits: u64,
    /// Number of steps that all states like their source were shown to take.
    #[serde(default)]
    pub must_steps: u64,
    /// Number of the other steps.
    #[serde(default)]
    pub may_steps: u64,
    /// Time spent waiting for the prover.
    pub prover_seconds: f64,
}

impl IterationDocument {
    /// An iteration, and the time it waited for the prover.
    pub fn new(iteration: &Iteration, prover_seconds: f64) -> Self {
        Self {
            concrete_states: iteration.concrete_states,
            abstract_states: iteration.abstract_states,
            new_predicates: iteration.new_predicates.clone(),
            queries: iteration.queries,
            cache_hits: iteration.cache_hits,
            must_steps: iteration.must_steps,
            may_steps: iteration.may_steps,
            prover_seconds,
        }
    }
}
