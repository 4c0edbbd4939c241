//! Refinement by counterexamples over sets of states: explicit values, predicates, and both together.
//!
//! A round builds an abstract reachability graph. Its nodes are sets of states: locations, and facts that hold in all states
//! of the node; a node is *covered* by another whose set is larger, and then not expanded. All states after a step from a
//! node belong to the nodes that the step leads to, so that a graph without a violation is a proof. A path to a violation
//! either can be taken, and then the run is the counterexample, or is spurious: then its core says which facts are missing in
//! the next round ([CEGAR]).
//!
//! The [facts](Domain) are values of variables (constant propagation), values of predicates (predicate abstraction), or both
//! (Bajkai, Hajdu, *Software Model Checking with a Combination of Explicit Values and Predicates*, where values that become
//! too many turn into predicates). Localization is a choice of these facts: values of few variables, and predicates about those
//! without a range; it refines by what [separates](crate::newton::separate) dead ends from bad states.
//!
//! A graph for several [goals](goals) that becomes large is begun again with one goal after the other, and the proof is the states that
//! are in all of the graphs: what excludes one of many locks need not be combined with what excludes the others.
//!
//! **Soundness** does not depend on anything here: the graph is checked, and the run is executed again. **Termination** is
//! that of predicate abstraction: none in general. A counterexample that comes back is no reason to end: first the
//! abstraction becomes more precise, then other refiners are asked, then more values are enumerated, and if these are not
//! enough, predicates are added to them. Only where nothing new is found is the search [stalled](crate::Reason::Stalled).
//!
//! [CEGAR]: https://doi.org/10.1007/10722167_15

mod apart;
mod composed;
mod facts;
mod goals;
mod image;
mod lazy;
mod models;
mod precision;
mod refiner;
mod rounds;
mod search;
mod tree;
mod view;

use boolprog_base::separation::Separation;
use boolprog_certificate::integer::Predicate;
use boolprog_integer::{System, VariableId};

use crate::Outcome;
use crate::alpha::{First, Order};
use crate::newton::{Parting, Statement};
use crate::normal::spelled_predicate;
use crate::outcome::{IterationEnd, Violations};

pub use apart::run;
pub use view::{Explored, ExploredNode};

/// Kind of the facts that hold in a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// Values of variables, and unless [they are alone](Options::only_values), where no number of them excludes a
    /// counterexample, as [`Domain::Both`].
    Values,
    /// Values of predicates.
    Predicates,
    /// Values of variables, and where a variable has too many, values of predicates about it.
    Both,
    /// Values of *visible* variables: at first those of the properties. Predicates stand for the variables of too many values
    /// (Kurshan, *Computer-Aided Verification of Coordinating Processes*, 1994; Clarke, Gupta, Strichman, IEEE TCAD 2004).
    Visible,
}

/// Values that are computed again when a variable has too many after a step, with [`Domain::Both`]. The paper can be read
/// either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Restart {
    /// The nodes after this step.
    #[default]
    Step,
    /// The graph.
    Graph,
}

/// The source of the facts that a spurious counterexample lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Refiner {
    /// The weakest preconditions along the core.
    #[default]
    Weakest,
    /// The conditions of the core, and its variables.
    Core,
    /// The weakest preconditions along the [cut](crate::newton::cut).
    Cut,
    /// Sequence interpolants.
    Interpolants,
    /// The method that [separates](crate::newton::separate) the states in which the path ends from those in which it would go on.
    Separation(Separation),
}

/// Refiners in the order in which they are asked after the one of the options.
pub(crate) const REFINERS: [Refiner; 4] = [Refiner::Weakest, Refiner::Interpolants, Refiner::Cut, Refiner::Core];

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent choice")]
pub struct Options {
    /// Facts of the nodes.
    pub domain: Domain,
    /// `true` if a node has a value for each predicate, so that a step leads to one node for each combination of values
    /// (Boolean abstraction); otherwise a step leads to one node, with those values that are the same in all states after it
    /// (Cartesian abstraction).
    pub boolean: bool,
    /// The most values that a variable may have after a step from one node.
    pub values: u32,
    /// Values that are computed again when it has more.
    pub restart: Restart,
    /// The facts that are in use from the start, besides those of the file.
    pub first: First,
    /// The order in which nodes are expanded.
    pub order: Order,
    /// The refiner that is asked first.
    pub refiner: Refiner,
    /// `true` if predicates are added only after the node where a counterexample lacks them, and the rest of the graph is kept
    /// (Henzinger, Jhala, Majumdar, Sutre, "Lazy Abstraction", POPL 2002). Needs [`Domain::Predicates`].
    pub lazy: bool,
    /// `true` if [`Domain::Values`] is what Bajkai and Hajdu call EXPL: neither more values than [`Self::values`] nor predicates
    /// are tried.
    pub only_values: bool,
    /// After how many rounds to give up.
    pub rounds: u32,
    /// The most nodes of a graph, if they are limited.
    pub nodes: Option<u64>,
    /// `true` if the first violation ends the search, though other properties are open.
    pub until_violated: bool,
    /// `true` if the report has the graph of the last round.
    pub shown: bool,
}

/// The most values of a visible variable. Of one with more, each value would be a question.
const VISIBLE_VALUES: u32 = 64;

impl Options {
    /// The options of a search with facts of this kind.
    pub const fn new(domain: Domain) -> Self {
        let general = Self {
            domain,
            boolean: false,
            values: 8,
            restart: Restart::Step,
            first: First::Declared,
            order: Order::BreadthFirst,
            refiner: Refiner::Weakest,
            lazy: false,
            only_values: false,
            rounds: 1000,
            nodes: None,
            until_violated: false,
            shown: false,
        };
        match domain {
            Domain::Values | Domain::Predicates | Domain::Both => general,
            Domain::Visible => Self {
                boolean: true,
                values: VISIBLE_VALUES,
                first: First::Properties,
                refiner: Refiner::Separation(Separation::Conflict),
                ..general
            },
        }
    }
}

/// Additions of the next round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Added {
    /// The values of a variable.
    Value(VariableId),
    /// A predicate.
    Predicate(Predicate),
    /// A value for each predicate in each node.
    Boolean,
    /// This number of values for each variable and step.
    Values(u32),
}

impl Added {
    /// The addition in words.
    pub fn describe(&self, system: &System) -> String {
        match self {
            Self::Value(variable) => format!("value of {}", system.variable(*variable).name),
            Self::Predicate(Predicate { formula, owner }) => {
                Predicate { formula: spelled_predicate(system, formula), owner: *owner }.declaration(system)
            }
            Self::Boolean => "combinations of predicates".to_owned(),
            Self::Values(number) => format!("up to {number} values"),
        }
    }
}

/// Statistics of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Nodes of the graph, covered ones included.
    pub nodes: u64,
    /// Nodes that are covered by others.
    pub covered: u64,
    /// Questions to the prover. Those of earlier rounds are not asked again.
    pub queries: u64,
    /// Variables that had too many values, so that they are not tracked from then on.
    pub released: Vec<VariableId>,
    /// The counterexample that cannot be taken, if there is one.
    pub spurious: Option<Spurious>,
    /// Additions of the next round, in the order in which it was found.
    pub added: Vec<Added>,
    /// Its end.
    pub end: IterationEnd,
}

/// A counterexample that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spurious {
    /// Its number of steps.
    pub steps: usize,
    /// The first step that cannot be taken, from 1; the number after the last one if its end does not hold.
    pub step: usize,
    /// The statements that contradict each other.
    pub core: Vec<Statement>,
    /// States in which executions along it end, and in which its next step is possible, if these were separated.
    pub parting: Option<Parting>,
}

/// Result and statistics of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The violated properties, each with a run that violates it, in the order in which they were found.
    pub violations: Violations,
    /// Result for the other properties.
    pub outcome: Outcome,
    /// Statistics of each round.
    pub rounds: Vec<Round>,
    /// The graph of the last round, if it is to be shown.
    pub explored: Explored,
}
