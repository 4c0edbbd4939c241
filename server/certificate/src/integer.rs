//! "Never", for integer programs: abstract states closed under steps, or all states.
//!
//! An [`Abstraction`] is a set of states, given by locations and the values of predicates, and a [`Graph`] one whose parts
//! need not say of every predicate whether it holds; [`check`] asks a prover whether either is closed.
//! [`check_states`] needs none: it takes every step from a list of states. A [`modular::Invariant`] is a
//! formula about some instances of processes that have any number of them.
//!
//! The condition under which an expression has a value is computed by [`definedness`], from the language reference. The
//! engine of such proofs computes it by itself, from lists of obligations.

mod check;
mod conjuncts;
pub mod definedness;
mod graph;
pub mod modular;
mod states;

use boolprog_integer::{Environment, Formula, InstanceId, LocationId, State, System};
use smallvec::SmallVec;

pub(crate) use check::equals;
pub use check::{Cover, check};
pub use graph::{Edge, Graph, Node};
pub use states::check_states;

/// An error in a proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The system can start outside of it, or an initial condition may have no value.
    #[error("the system can start outside of the proof, or an `init` formula may have no value")]
    Start,
    /// A step may lead out of it.
    #[error("transition {transition} may lead out of the proof")]
    Step {
        /// Index in [`System::transitions`](boolprog_integer::System::transitions).
        transition: u32,
    },
    /// An evaluated expression may have no value.
    #[error("transition {transition} may have no value")]
    Value {
        /// Index in [`System::transitions`](boolprog_integer::System::transitions).
        transition: u32,
    },
    /// A property may be violated in it, or have no value there.
    #[error("property {property} may be violated inside of the proof, or have no value")]
    Property {
        /// Index in [`System::properties`](boolprog_integer::System::properties).
        property: u32,
    },
    /// A variable may be outside of the bounds of a sum over it.
    #[error("a variable may be outside of the bounds of a sum over all instances")]
    Bounds,
    /// It is not about any number of instances that are alike.
    #[error("the proof is not about any number of instances that are alike")]
    Shape,
    /// The prover does not know.
    #[error("a step of the proof could not be checked: {0}")]
    Undecided(String),
}

/// The only place where a predicate counts: while control of the instance is at the location.
pub type Owner = (InstanceId, LocationId);

/// A predicate of an abstraction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// The predicate itself.
    pub formula: Formula,
    /// Process or locations at which it is tracked; everywhere if none.
    pub owner: Option<Owner>,
}

impl Predicate {
    /// Its declaration in the language, without `predicate` and `;`.
    pub fn declaration(&self, system: &System) -> String {
        let formula = system.print_formula(&self.formula);
        match self.owner {
            None => formula.to_string(),
            Some((instance, location)) => {
                let (instance, location) = (system.instance(instance), system.location(instance, location));
                format!("{formula} at {} @ {}", instance.name, location.name)
            }
        }
    }
}

/// Reachable states by location and the values of predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstraction {
    /// Predicates that distinguish states.
    pub predicates: Vec<Predicate>,
    /// Abstract states, closed under steps.
    pub states: Vec<AbstractState>,
    /// One state of each abstract state, in the same order; none where only the proof is of interest.
    pub examples: Vec<State>,
    /// The steps between them, those from one state together.
    pub steps: Vec<AbstractStep>,
}

impl Abstraction {
    /// The number of the abstract state that a state belongs to, if it is one of them. Linear.
    pub fn number_of(&self, state: &State) -> Option<u32> {
        let mut values = Bits::new(self.predicates.len());
        let is_there = |(instance, location): Owner| state.locations[usize::from(instance.0)] == location.0;
        for (number, predicate) in self.predicates.iter().enumerate() {
            if predicate.owner.is_none_or(is_there) && predicate.formula.evaluate(&Environment::of(state)).ok()? {
                values.insert(number);
            }
        }
        let found = self.states.iter().position(|known| known.locations == state.locations && known.values == values);
        found.map(|number| number as u32)
    }
}

impl Cover for Abstraction {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn locations(&self, set: usize) -> &[u16] {
        &self.states[set].locations
    }

    /// The values of the predicates that count at its locations.
    fn meaning(&self, set: usize) -> Formula {
        let state = &self.states[set];
        let is_there = |(instance, location): Owner| state.locations[usize::from(instance.0)] == location.0;
        let active = self.predicates.iter().enumerate().filter(|(_, it)| it.owner.is_none_or(is_there));
        let literal = |(number, predicate): (usize, &Predicate)| {
            let formula = predicate.formula.clone();
            if state.values.contains(number) { formula } else { Formula::negation(formula) }
        };
        Formula::All(active.map(literal).collect())
    }

    fn steps(&self) -> Vec<[u32; 3]> {
        self.steps.iter().map(|step| [step.source, step.transition, step.target]).collect()
    }
}

/// The states at these locations whose predicates have these values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractState {
    /// The location of each instance.
    pub locations: Box<[u16]>,
    /// The values of the predicates that count here.
    pub values: Bits,
}

/// A step that was taken from the example of one abstract state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbstractStep {
    /// Index in [`Abstraction::states`].
    pub source: u32,
    /// Index in [`System::transitions`](boolprog_integer::System::transitions).
    pub transition: u32,
    /// Index in [`Abstraction::states`].
    pub target: u32,
    /// `true` if every state of the source was shown to take a step like it.
    pub must: bool,
}

/// One bit per predicate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    /// This number of bits, all clear.
    pub fn new(length: usize) -> Self {
        Self(SmallVec::from_elem(0, length.div_ceil(64)))
    }

    /// Sets a bit.
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Returns `true` if a bit is set.
    pub fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(values: I) -> Self {
        let mut words = SmallVec::new();
        for (number, value) in values.into_iter().enumerate() {
            if number % 64 == 0 {
                words.push(0);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(value) << (number % 64);
            }
        }
        Self(words)
    }
}
