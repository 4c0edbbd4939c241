//! Choices: what C, the input and the library leave open in a run.

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The value of a function of the environment such as `__VERIFIER_nondet_int`.
    Input,
    /// A byte or a variable that was never written.
    Uninitialised,
    /// Which operand is evaluated next: its number among those that remain (C11 6.5p3).
    Order,
    /// Whether a wait ends, or an operation fails, without a reason.
    Spurious,
    /// What the library leaves open: which thread is woken, whether time is over, ...
    Library,
}

/// Answers what is open.
pub trait Choices {
    /// A number from `low` to `high`, both included.
    fn choose(&mut self, question: Question, low: i128, high: i128) -> i128;
}

/// Operands from left to right, and otherwise 0 or what is next to it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Usual;

impl Choices for Usual {
    fn choose(&mut self, _: Question, low: i128, high: i128) -> i128 {
        0.clamp(low, high)
    }
}
