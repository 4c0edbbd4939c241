//! Result of one search under abstraction.

use boolprog_integer::explicit::{Fault, Run, Step};
use boolprog_integer::{Inputs, State, System};

pub use crate::integers::Proof;
use crate::integers::Reason;

/// The run that fires these transitions, with these choices.
pub(crate) fn run(system: &System, start: State, steps: Vec<(u32, Inputs)>) -> Run {
    let mut run = Run { start, steps: Vec::with_capacity(steps.len()) };
    for (transition, inputs) in steps {
        // A transition that fired once can fire again.
        if let Ok(state) = system.transitions[transition as usize].fire(system, run.end(), &inputs) {
            run.steps.push(Step { transition, inputs, state });
        }
    }
    run
}

/// Violated properties: the index in [`System::properties`], and a run at whose end the property is violated, to be checked
/// with [`boolprog_integer::explicit::replay`].
pub type Violations = Vec<(u32, Run)>;

/// Result of one search for the properties that it found no violation of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There are none, or the first violation was to end the search.
    Violated,
    /// Something has no value at the end of a run.
    Undefined(Fault),
    /// None of them can be violated; over the mathematical integers, where nothing overflows.
    Proved(Proof),
    /// Nothing was found and nothing is proved.
    Unknown(Reason),
}

/// The end of an iteration of a search that refines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IterationEnd {
    /// The next iteration has new predicates or cuts.
    Refined,
    /// All states with the same abstraction behave alike, so all reachable behaviour was seen.
    Exact,
    /// A violation ended the search; or the next iteration goes on without the predicates found for the violated property.
    Violated,
    /// There is nothing to add, but it is not known to be exact: a prover, its answer or inputs are missing.
    Undecided,
    /// It did not visit all its states: because of a limit, of the prover, or of a value that does not exist.
    CutOff,
}
