//! Abstract matching over predicates, refined until it is exact.
//!
//! After Păsăreanu, Pelánek and Visser, *Predicate Abstraction with Under-approximation Refinement* (LMCS 3(1), 2007),
//! figures 2 and 3. An iteration searches over concrete states; a state is stored and expanded unless one
//! with the same locations and the same values of all predicates was. For each step and each predicate, the prover is
//! asked whether *all* states with the source's abstraction agree on the value of the predicate after the step: whether
//! they imply the weakest precondition of that value. Where the prover cannot show this, the precondition becomes a
//! predicate of the next iteration. Guards need no such question if their atoms are predicates from the start; otherwise
//! the same is asked of them.
//!
//! **Errors are real**: every state is concrete, and reached. A violated property is closed, and the search goes on for the
//! others with the predicates that it did not need for the violated ones. **Exactness**: if an iteration adds nothing, every two states
//! with the same abstraction take the same steps to states with the same abstraction; so the stored states represent all
//! that is reachable (theorem 1 of the paper). Termination: if finitely many states are reachable and differences
//! are added as in [`Options::add_all`] (corollary 1); in general there is none.
//!
//! Where this differs from the paper:
//!
//! * What a property says of variables becomes a predicate only when an iteration is otherwise exact and some abstract
//!   state does not decide the property. In the paper's counts properties contribute nothing, and without this an exact
//!   abstraction does not yet answer for states that it matched.
//! * The same holds for ranges and divisors: an abstraction is not exact before all its states agree on having a value.
//! * Choices of the environment need not be enumerated, see [`Choices`].

mod asking;
mod obligation;
mod open;
mod refinement;
mod search;
mod weakest;

use boolprog_integer::{Formula, InputBound};

use crate::Outcome;
use crate::outcome::{IterationEnd, Proof, Violations};
use boolprog_certificate::integer::{Abstraction, Predicate};

pub use refinement::run;

use crate::condition::Atoms;
use crate::normal::Known;

/// Treatment of choices of the environment and of unspecified initial values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choices {
    /// One of them for each possible valuation of the predicates, found by the prover. Where it does not know, they are
    /// enumerated, unbounded ones up to this bound.
    Solve(InputBound),
    /// All of them; of unbounded ones this number, and then nothing is proved.
    Enumerate(InputBound),
}

/// The predicates of the first iteration, besides those of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum First {
    /// The atoms of guards.
    #[default]
    Guards,
    /// The atoms of guards, and [bounds](crate::bounds) of variables.
    Bounds,
    /// The atoms of properties. Those of guards are added where they are needed.
    Properties,
    /// None. Those of guards are added where they are needed.
    Declared,
}

impl First {
    /// `true` if the atoms of guards are predicates everywhere, so that matching states agree on guards.
    pub(crate) const fn has_guards(self) -> bool {
        matches!(self, Self::Guards | Self::Bounds)
    }
}

/// The order in which an iteration expands states (section 6.2 of the paper).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// First those that were found first.
    #[default]
    BreadthFirst,
    /// First those that were found last; of those found together the first.
    DepthFirst,
}

/// The predicates of a formula: its comparisons and Boolean variables in the form in which they are matched, from the
/// left, each once.
pub fn atoms(formula: &Formula) -> Vec<Formula> {
    let mut atoms = Atoms::default();
    atoms.condition(formula, Known::default());
    atoms.into_formulas()
}

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The first predicates.
    pub first: First,
    /// The order of an iteration.
    pub order: Order,
    /// `true` if predicates are tracked only where they were found (section 7.2 of the paper).
    pub local: bool,
    /// After how many consecutive iterations in which a transition was not exact all values of the states in question
    /// become predicates.
    pub add_all: Option<u32>,
    /// Choices of the environment. Without a prover they are enumerated.
    pub choices: Choices,
    /// After how many iterations to give up.
    pub iterations: u32,
    /// `true` if the first violation ends the search, though other properties are open.
    pub until_violated: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            first: First::default(),
            order: Order::default(),
            local: false,
            add_all: None,
            choices: Choices::Solve(InputBound::default()),
            iterations: 1000,
            until_violated: false,
        }
    }
}

/// Statistics of one iteration. The counts are those of the paper's tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// States generated: the starts, and one for each transition fired; the same state may be generated often.
    pub concrete_states: u64,
    /// States stored: those with different abstractions.
    pub abstract_states: u64,
    /// Predicates that the next iteration has in addition, in the order in which they were found.
    pub new_predicates: Vec<Predicate>,
    /// Questions to the prover.
    pub queries: u64,
    /// Questions not asked again.
    pub cache_hits: u64,
    /// Steps that every state with the abstraction of their source was shown to have.
    pub must_steps: u64,
    /// Number of the other steps.
    pub may_steps: u64,
    /// Its end.
    pub end: IterationEnd,
    /// Preconditions that those lack, in the order of discovery. Each is new as a predicate, or already one elsewhere.
    pub gaps: Vec<Gap>,
}

/// A part of a weakest precondition that could not be shown before a transition: known there, it would make steps of the
/// transition exact, perhaps together with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Index in [`System::transitions`](boolprog_integer::System::transitions).
    pub transition: u32,
    /// The part: a comparison, or a Boolean variable.
    pub formula: Formula,
}

/// Result and statistics of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The violated properties, each with a run that violates it, in the order in which they were found.
    pub violations: Violations,
    /// Result for the other properties.
    pub outcome: Outcome,
    /// Abstraction of the last iteration, unless it is the proof.
    pub unproved: Option<Abstraction>,
    /// Statistics of each iteration.
    pub iterations: Vec<Iteration>,
}

impl Report {
    /// Abstraction of the last iteration.
    pub fn abstraction(&self) -> Option<&Abstraction> {
        match &self.outcome {
            Outcome::Proved(Proof::Exact(abstraction)) => Some(abstraction),
            _ => self.unproved.as_ref(),
        }
    }
}
