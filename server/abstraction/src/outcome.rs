//! What a search under abstraction finds.

use boolprog_base::control::Stop;
use boolprog_certificate::integer::Abstraction;
use boolprog_integer::explicit::{Fault, Run, Step};
use boolprog_integer::{Inputs, State, System, Undefined};

/// The run that fires these transitions, with these choices.
pub(crate) fn run(system: &System, start: State, steps: Vec<(u32, Inputs)>) -> Run {
    let mut run = Run { start, steps: Vec::with_capacity(steps.len()) };
    for (transition, inputs) in steps {
        // What was fired once can be fired again.
        if let Ok(state) = system.transitions[transition as usize].fire(system, run.end(), &inputs) {
            run.steps.push(Step { transition, inputs, state });
        }
    }
    run
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A property is violated at the end of this run; to be checked with [`boolprog_integer::explicit::replay`].
    Violated {
        /// Index in [`System::properties`].
        property: u32,
        /// The run.
        run: Run,
    },
    /// Something has no value at the end of a run.
    Undefined(Fault),
    /// No property can be violated; over the mathematical integers, where nothing overflows.
    Proved(Proof),
    /// Nothing was found and nothing is proved.
    Unknown(Reason),
}

/// Why nothing can be violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The abstraction is exact. To be checked with [`boolprog_certificate::integer::check`].
    Exact(Abstraction),
    /// These are all states that can be reached. To be checked with [`boolprog_certificate::integer::check_states`].
    States(Vec<State>),
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// It was stopped.
    #[error("stopped")]
    Stopped(Stop),
    /// The last iteration was not exact.
    #[error("not exact after {0} iterations")]
    Iterations(u32),
    /// Choices were not all tried.
    #[error("of unbounded choices only some were tried")]
    InputBound,
    /// No prover was used, and without one nothing is proved.
    #[error("not proved, because no prover is used")]
    NoProver,
    /// There is no prover.
    #[error("{0}")]
    ProverUnavailable(String),
    /// The prover did not know what would have been needed.
    #[error("the prover does not know enough: {0}")]
    ProverUndecided(String),
    /// What a predicate says has no value in a state.
    #[error("a predicate has no value: {0}")]
    Undefined(Undefined),
    /// An `init` formula may have no value, so the initial states are unknown.
    #[error("`init` may have no value: {0}")]
    Start(Undefined),
}
