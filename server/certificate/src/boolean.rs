//! Boolean programs that abstract integer programs, and what has to be true of one so that its proofs hold for the integer
//! program: predicate abstraction as in C2BP (Ball, Majumdar, Millstein, Rajamani, "Automatic Predicate Abstraction of C
//! Programs", PLDI 2001), with passive copies for predicates that relate shared and local variables (Donaldson, Kaiser,
//! Kroening, Wahl, "Symmetry-Aware Predicate Abstraction for Shared-Variable Concurrent Programs", CAV 2011).
//!
//! An engine fills in the expressions of a [`BooleanProgram`]; [`check`] asks a prover, once per edge, whether they allow
//! every step of the integer program; [`print`] writes the text, which is checked like any Boolean program. A proof trusts
//! the checker, the printer, and the check of the text.
//!
//! Instances that a file names one by one are threads of their own, whose variables and locations are shared Booleans: there
//! is only one of each. Only a process with `[*]` has local Booleans, and passive copies.

mod check;
mod meaning;
mod patterns;
mod print;
mod template;

use boolprog_integer::{Formula, LocationId};

pub use check::{Flaw, check, violations};
pub use meaning::{Meaning, after, definedness, start};
pub use patterns::patterns;
pub use print::{Origin, Printed, print, threads};
pub use template::{Template, Unsupported, rename};

/// A predicate, and the Boolean variable that stands for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Name of the variable, without braces.
    pub name: String,
    /// Meaning of the variable: for a local one, in the first instance of its process.
    pub formula: Formula,
    /// The process with `[*]` whose instances have a copy each; none if the variable is shared.
    pub owner: Option<u16>,
}

/// A value that an expression can mention: a predicate by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// Value before the step: the shared one, or that of the thread that takes the step.
    Active(usize),
    /// Value before the step in a thread that takes no step.
    Passive(usize),
    /// Value after the step: the shared one, or that of the thread that takes the step.
    Next(usize),
}

/// A Boolean expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// `T` or `F`.
    Constant(bool),
    /// The value of a predicate.
    Value(Slot),
    /// `!e`
    Not(Box<Expression>),
    /// `e & f & ..`
    All(Vec<Expression>),
    /// `e | f | ..`
    Any(Vec<Expression>),
}

/// The new value of a predicate: `schoose[yes, no]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Number of the predicate.
    pub predicate: usize,
    /// The place where it becomes true.
    pub yes: Expression,
    /// Where it becomes false, if not true; elsewhere it is arbitrary.
    pub no: Expression,
}

/// The statement for one edge of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Index in the transitions of the [`Template`].
    pub transition: u32,
    /// The place where a value of the edge may be missing.
    pub fault: Expression,
    /// Where the edge may be taken, and which values the assigned predicates of the active thread may have together.
    pub possible: Expression,
    /// New values of the shared predicates, and of those of the active thread. The others keep theirs.
    pub active: Vec<Assignment>,
    /// New values in each thread that takes no step.
    pub passive: Vec<Assignment>,
}

/// A violation of a property: threads at locations, and a condition on variables that are not local.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Processes with `[*]` and locations at which different threads are, sorted, one entry per thread.
    pub threads: Vec<(u16, LocationId)>,
    /// The condition that holds in addition.
    pub data: Formula,
}

/// The assertion for one pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// Index of the property.
    pub property: u32,
    /// Number of the pattern among those of the property.
    pub pattern: usize,
    /// The place where the condition of the pattern may hold.
    pub possible: Expression,
}

/// A Boolean program for an integer program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BooleanProgram {
    /// Its variables.
    pub predicates: Vec<Predicate>,
    /// Their values at the start; none if arbitrary.
    pub start: Vec<Option<bool>>,
    /// One statement per transition of the template that stands for others, in their order.
    pub steps: Vec<Step>,
    /// One assertion per pattern of each property, in their order.
    pub assertions: Vec<Assertion>,
}

impl Expression {
    /// A literal.
    pub fn literal(slot: Slot, positive: bool) -> Self {
        if positive { Self::Value(slot) } else { Self::Not(Box::new(Self::Value(slot))) }
    }

    /// The negation, where a constant and a negation lose theirs.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Both, without the constant `T`.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant(true), other) | (other, Self::Constant(true)) => other,
            (Self::All(mut parts), Self::All(others)) => {
                parts.extend(others);
                Self::All(parts)
            }
            (Self::All(mut parts), other) => {
                parts.push(other);
                Self::All(parts)
            }
            (one, Self::All(mut parts)) => {
                parts.insert(0, one);
                Self::All(parts)
            }
            (one, other) => Self::All(vec![one, other]),
        }
    }

    /// Calls `visit` for every value that is mentioned.
    pub fn slots(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Self::Constant(_) => {}
            Self::Value(slot) => visit(*slot),
            Self::Not(inner) => inner.slots(visit),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.slots(visit)),
        }
    }
}

impl Slot {
    /// Number of the predicate.
    pub const fn predicate(self) -> usize {
        match self {
            Self::Active(number) | Self::Passive(number) | Self::Next(number) => number,
        }
    }
}

impl BooleanProgram {
    /// The predicates that a thread of this process sees: the shared ones, and its own.
    pub fn visible(&self, process: u16) -> impl Iterator<Item = usize> + '_ {
        let sees = move |(_, predicate): &(usize, &Predicate)| predicate.owner.is_none_or(|owner| owner == process);
        self.predicates.iter().enumerate().filter(sees).map(|(number, _)| number)
    }
}
