//! Integer programs as a [`Kind`] of system: the findings of engines about them.

use boolprog_base::control::Stop;
use boolprog_base::engine::{Ended, Kind};
use boolprog_base::words::{count, listed};
use boolprog_certificate::integer::{Abstraction, Graph};
use boolprog_integer::explicit::{self, Fault, Run};
use boolprog_integer::{InputBound, State, System, Undefined};

/// Integer programs, as a kind of system.
#[derive(Debug)]
pub enum Integers {}

impl Kind for Integers {
    type Violation = Violation;
    type Certificate = Proof;
    type States = Explored;
}

/// The number of the property that every value exists, which each system has in addition to its own.
pub const VALUES: u32 = u32::MAX;

/// Violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The last state of this run violates it.
    Run(Run),
    /// Something has no value at the end of a run: how [`VALUES`] is violated.
    Fault(Fault),
}

/// Why nothing can be violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The abstraction is exact. To be checked with [`boolprog_certificate::integer::check`].
    Exact(Abstraction),
    /// Every step from a node of the graph leads to nodes of it. To be checked with [`boolprog_certificate::integer::check`].
    Closed(Graph),
    /// These are all states that can be reached. To be checked with [`boolprog_certificate::integer::check_states`].
    States(Vec<State>),
    /// All states were visited, and then checked again by the definitions, as [`boolprog_integer::explicit`] does.
    Searched,
}

/// Knowledge about the reachable states.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The number of different states that were visited one by one.
    pub states: u64,
    /// Why the properties without a finding have none.
    pub reason: Option<Reason>,
}

/// Why an engine does not decide a property of an integer program. Displayed as a clause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A limit was reached, or the work was cancelled.
    #[error("{0}")]
    Stopped(Stop),
    /// There are more states than this, and no more were to be visited.
    #[error("there are more than {0} states")]
    States(u64),
    /// Unbounded inputs were tried up to this.
    #[error("inputs without a range were tried from -{0} to {0} only")]
    Inputs(u32),
    /// Unbounded initial values were tried up to this.
    #[error("initial values without a range were tried from -{0} to {0} only")]
    Starts(u32),
    /// There are any number of instances, and no violation with up to this number of them; 0 if not even that is known.
    #[error("{}", instances(*.0))]
    Instances(u16),
    /// The same of a text in which instances are threads, with the functions that any number of them run.
    #[error("{}", threads(*.0, .1))]
    Threads(u16, Vec<String>),
    /// No invariant about up to this number of instances is inductive.
    #[error("no invariant about {} shows more", count(*.0, "instance"))]
    Level(u16),
    /// The same of a text in which instances are threads.
    #[error("no invariant about {} shows more", count(*.0, "thread"))]
    LevelOfThreads(u16),
    /// There is no inductive invariant: something can be violated, or has no value.
    #[error("the prover says that no invariant shows it")]
    NoInvariant,
    /// An engine for any number of instances does not apply, or another does not; why, as a clause.
    #[error("{0}")]
    NotModular(String),
    /// Refinement through Boolean programs does not decide it; why, as a clause.
    #[error("{0}")]
    Refinement(String),
    /// A run violates it that the program may not have; why, as a clause.
    #[error("{0}")]
    Doubtful(String),
    /// A run violates it that no execution of the C program confirms; why, as a clause.
    #[error("a violation was found that no execution confirms: {0}")]
    Unconfirmed(String),
    /// A proof of it checks runs only up to the unconfirmed violation of another property, by its name.
    #[error("runs were checked only up to a violation that no execution confirms: {0}")]
    BeforeUnconfirmed(String),
    /// Some run ends because a value does not exist: nothing is proved then.
    #[error("some runs end because a value does not exist")]
    NoValue,
    /// The number of iterations; the last one was not exact.
    #[error("not exact after {}", count(*.0, "iteration"))]
    Iterations(u32),
    /// A counterexample that cannot be taken comes back, and no refiner finds anything that excludes it.
    #[error("a spurious counterexample of {} is not excluded by anything that refinement finds", count(*.0, "step"))]
    Stalled(u32),
    /// The graph of an engine has more nodes than this.
    #[error("the abstract reachability graph has more than {0} nodes")]
    Nodes(u64),
    /// The engine uses no prover, and proves nothing without.
    #[error("not proved, because no prover is used")]
    Unproved,
    /// The abstraction is exact, which needed no prover; but a proof counts only if it is checked with one.
    #[error("the abstraction is exact, but checking that needs a prover")]
    ExactUnchecked,
    /// There is no prover that works; why, as a clause.
    #[error("{0}")]
    NoProver(String),
    /// The prover could not decide a necessary question; why, as a clause.
    #[error("the prover does not know enough: {0}")]
    ProverUndecided(String),
    /// A predicate has no value in a state.
    #[error("a predicate has no value: {0}")]
    PredicateUndefined(Undefined),
    /// An `init` formula may have no value, so the initial states are unknown: nothing is proved then.
    #[error("`init` may have no value: {0}")]
    StartUndefined(Undefined),
    /// The proof could not be checked; why, as a clause.
    #[error("the proof could not be checked: {0}")]
    Unchecked(String),
    /// Two parts of this program disagree, so that neither is believed. Please report it.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Reason {
    /// That unbounded values were tried up to a bound only.
    pub(crate) fn tried(system: &System, InputBound(bound): InputBound) -> Self {
        if system.inputs_bounded() { Self::Starts(bound) } else { Self::Inputs(bound) }
    }

    /// The reason in the words of a text in which instances are threads, of which any number run these functions.
    #[must_use]
    pub fn of_threads(self, functions: &[String]) -> Self {
        match self {
            Self::Instances(complete) => Self::Threads(complete, functions.to_vec()),
            Self::Level(level) => Self::LevelOfThreads(level),
            Self::NotModular(why) => Self::NotModular(why.replace("instance", "thread")),
            other => other,
        }
    }

    /// The limit that stopped the engine, if one did.
    pub fn stop(&self) -> Option<Stop> {
        if let Self::Stopped(stop) = self { Some(*stop) } else { None }
    }
}

impl From<explicit::Reason> for Reason {
    fn from(reason: explicit::Reason) -> Self {
        match reason {
            explicit::Reason::Stopped(stop) => Self::Stopped(stop),
            explicit::Reason::States(most) => Self::States(most),
            explicit::Reason::Inputs(bound) => Self::Inputs(bound),
            explicit::Reason::Starts(bound) => Self::Starts(bound),
            explicit::Reason::Fault => Self::NoValue,
            explicit::Reason::Start(why) => Self::StartUndefined(why),
            explicit::Reason::Unverified => Self::Internal("the reachable states are not all found".to_owned()),
        }
    }
}

impl From<&Reason> for Ended {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::Stopped(stop) => Self::Stopped(*stop),
            Reason::NoProver(why) => Self::Refused(why.clone()),
            _ => Self::Bound,
        }
    }
}

/// With how many threads of these functions nothing was found, as a clause.
fn threads(complete: u16, functions: &[String]) -> String {
    let up_to = if complete == 1 { "" } else { "up to " };
    let one = |function: &String| match complete {
        1 => format!("one `{function}`"),
        number => format!("{number} `{function}`"),
    };
    match functions {
        _ if complete == 0 => "no number of threads was searched completely".to_owned(),
        [] => format!("no violation found with {up_to}{} of each function", count(complete, "thread")),
        _ => format!("no violation found with {up_to}{}", listed(&functions.iter().map(one).collect::<Vec<_>>())),
    }
}

/// With how many instances nothing was found, as a clause.
fn instances(complete: u16) -> String {
    match complete {
        0 => "no number of instances was searched completely".to_owned(),
        number => format!("no violation with up to {} of each process with `[*]`", count(number, "instance")),
    }
}
