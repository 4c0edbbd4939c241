//! Explicit search: every reachable state, one by one.
//!
//! Breadth-first search gives shortest runs; the random depth-first order (`RandomDFS` in Kudra, "Finding Termination and
//! Time Improvement in Predicate Abstraction with Under-Approximation and Abstract Matching") finds errors that are deep.
//! Both are exact: with enough memory, and finitely many reachable states, they decide.
//!
//! Time is linear in the number of generated states, memory in that of different ones.

mod choices;
mod coverage;
pub mod crowd;
mod persistent;
mod reduced;
mod regroup;
mod search;
mod store;
mod symmetry;
#[cfg(test)]
mod tests;
mod verify;

pub use choices::has_few_values;
pub use coverage::Coverage;
pub use reduced::{Proved, prove};
pub use regroup::regroup;
pub use search::{coverage, search, visit};
pub use store::Store;
pub use verify::{NotReplayed, replay, replay_fault};

use boolprog_base::control::Stop;

use crate::{InputBound, Inputs, State, Undefined};

/// Order of exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The oldest: runs are shortest.
    #[default]
    BreadthFirst,
    /// One of the newest, at random; the same seed gives the same search.
    RandomDepthFirst {
        /// Seed of the choices.
        seed: u64,
    },
}

/// The values that are tried for a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Values {
    /// Those of a range; of unbounded ones those within the bound.
    #[default]
    Within,
    /// Of many values those near the constants of tests: 0, 1, -1, the constants, their neighbours, the ends of the range. If the
    /// system has such a choice, nothing is proved.
    NearConstants,
}

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Order of exploration.
    pub order: Order,
    /// Bound on the values of unbounded inputs. If the system has any, nothing is proved.
    pub inputs: InputBound,
    /// The values that are tried for choices.
    pub values: Values,
    /// Limit on the number of different states. If there are more, nothing is proved.
    pub states: Option<u64>,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Index in [`System::transitions`](crate::System::transitions).
    pub transition: u32,
    /// Choices of the environment.
    pub inputs: Inputs,
    /// The state after it.
    pub state: State,
}

/// A run from an initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Initial state of the run.
    pub start: State,
    /// Steps, in their order.
    pub steps: Vec<Step>,
}

impl Run {
    /// The last state of the run.
    pub fn end(&self) -> &State {
        self.steps.last().map_or(&self.start, |step| &step.state)
    }
}

/// A run that ends where something has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Up to the last state.
    pub run: Run,
    /// The transition without a successor state, and the choices of the environment; none if the last state itself
    /// makes a property have no value.
    pub transition: Option<(u32, Inputs)>,
    /// Reason why the value does not exist.
    pub undefined: Undefined,
}

/// Why a search does not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The control stopped it.
    Stopped(Stop),
    /// There are more states than this.
    States(u64),
    /// An unbounded input was tried up to this.
    Inputs(u32),
    /// Every input has a range; an unbounded initial value was tried up to this.
    Starts(u32),
    /// Some run ends where something has no value.
    Fault,
    /// An `init` formula has no value for some valuation, so it is unknown whether this is an initial state.
    Start(Undefined),
    /// The states that were found are not all, or one of them violates the property: an error of the search.
    Unverified,
}

impl From<Stop> for Reason {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Knowledge about one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No reachable state violates it: all of them were visited, and then checked again by the definitions.
    Proved,
    /// The last state of this run violates it.
    Violated(Run),
    /// The property is not decided.
    Unknown(Reason),
}

/// The work of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of distinct states.
    pub states: u64,
    /// Number of generated states: initial ones and successors, known ones included.
    pub generated: u64,
    /// The length of the longest run from an initial state to a state, as found.
    pub depth: u32,
}

/// Findings of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// One verdict per property, in the order of [`System::properties`](crate::System::properties).
    pub verdicts: Vec<Verdict>,
    /// The first run on which something has no value.
    pub fault: Option<Fault>,
    /// Why the search is not complete, if it is not: it was stopped or bounded. A search that has decided everything ends
    /// early, which counts as complete.
    pub incomplete: Option<Reason>,
    /// The work of the search.
    pub statistics: Statistics,
}
