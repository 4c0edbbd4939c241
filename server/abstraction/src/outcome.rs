//! Result of one search under abstraction: it ends with the first violation.

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

/// Result of one search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A property is violated at the end of this run; to be checked with [`boolprog_integer::explicit::replay`].
    Violated {
        /// Index in [`System::properties`].
        property: u32,
        /// Run that violates it.
        run: Run,
    },
    /// Something has no value at the end of a run.
    Undefined(Fault),
    /// No property can be violated; over the mathematical integers, where nothing overflows.
    Proved(Proof),
    /// Nothing was found and nothing is proved.
    Unknown(Reason),
}
