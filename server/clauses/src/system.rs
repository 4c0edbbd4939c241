//! Clauses over unknown relations.

use std::borrow::Cow;

use boolprog_integer::smt_lib::Symbol;
use boolprog_integer::{Choice, Formula, InstanceId, LocationId, Sort, Transition, Update, VariableId};

/// An argument of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The value of a variable.
    Variable(VariableId, Sort),
    /// The truth that control of an instance is at a location. Spacer is several times faster with a Boolean for each location than with
    /// the number of a location.
    At(InstanceId, LocationId),
    /// The number of the location of an instance.
    Location(InstanceId),
}

/// Unknown relations. One that is applied to some instances is named by an index.
pub trait Unknowns {
    /// Relation and instances to which it is applied.
    type At;

    /// The name of the relation.
    fn relation(&self, at: &Self::At) -> String;

    /// Its arguments.
    fn arguments(&self, at: &Self::At) -> Vec<Argument>;

    /// The arguments in whose terms a solution is read.
    fn parameters(&self, at: &Self::At) -> Vec<Argument> {
        self.arguments(at)
    }

    /// The name of a variable, a choice or the number of a location.
    fn name(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Variable(variable) => format!("v{}", variable.0),
            Symbol::Input(input) => format!("i{}", input.0),
            Symbol::Location(instance) => format!("p{}", instance.0),
        }
    }

    /// A line for people before a clause; not written again before the next one.
    fn comment(&self, _: &Clause<'_, Self::At>) -> Option<String> {
        None
    }
}

/// A step between two states.
#[derive(Clone, Debug)]
pub struct Step<'s> {
    /// The transition that is taken.
    pub transition: &'s Transition,
    /// The new values, in terms of what is known before.
    pub update: Cow<'s, Update>,
}

impl<'s> From<&'s Transition> for Step<'s> {
    fn from(transition: &'s Transition) -> Self {
        Self { transition, update: Cow::Borrowed(&transition.update) }
    }
}

/// The consequence of the conditions of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head<A> {
    /// A relation holds, after the step if there is one.
    Holds(A),
    /// They violate the property with this index, or it has no value.
    Violated(usize),
    /// They never hold: otherwise a value would not exist, or nothing be known.
    Never,
}

/// An implication: its conditions are relations and formulas, and it holds for all values of variables and choices.
#[derive(Clone, Debug)]
pub struct Clause<'s, A> {
    /// The relations.
    pub before: Vec<A>,
    /// Conditions over the variables of the relations, and choices.
    pub formulas: Vec<Formula>,
    /// Choices of the environment.
    pub choices: &'s [Choice],
    /// The step that is taken; none at the start and where a property is violated.
    pub step: Option<Step<'s>>,
    /// The consequence.
    pub head: Head<A>,
}

impl<'s, A> Clause<'s, A> {
    /// The clause of a step, with its choices, or of none.
    pub fn new(before: Vec<A>, formulas: Vec<Formula>, step: Option<Step<'s>>, head: Head<A>) -> Self {
        let choices = step.as_ref().map_or(&[][..], |step| &step.transition.choices);
        Self { before, formulas, choices, step, head }
    }

    /// The relation that follows.
    pub const fn after(&self) -> Option<&A> {
        if let Head::Holds(after) = &self.head { Some(after) } else { None }
    }
}
