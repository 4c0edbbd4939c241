//! Choices: what C, the input and the library leave open in a run.

use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::tree::ObjectId;

use crate::ids::{Position, UnitId};

/// The kind of choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The value of a function of the environment such as `__VERIFIER_nondet_int`, or of an object that no unit defines.
    Input,
    /// A byte or a variable that was never written.
    Uninitialised,
    /// Which operand is evaluated next: its number among those that remain (C11 6.5p3).
    Order,
    /// 1 if an operation fails without a reason (C11 7.17.7.4p4).
    Spurious,
    /// 1 if a thread that waits for a condition goes on without a signal.
    Wakeup,
    /// A choice that the library leaves open: which thread is woken, whether time is over, ...
    Library,
}

/// A question with all that is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The kind of choice.
    pub question: Question,
    /// Where, in the program: for what a function of the library asks, its call.
    pub position: Position,
    /// Which piece of what is chosen there.
    pub piece: Piece,
    /// For what was never written, or is not defined, the declaration of the object, if that has a name.
    pub object: Option<(UnitId, ObjectId)>,
    /// The least answer.
    pub low: i128,
    /// The greatest answer, which is not less.
    pub high: i128,
}

/// Answers what is open.
pub trait Choices {
    /// A number from [`low`](Asked::low) to [`high`](Asked::high), both included.
    fn choose(&mut self, asked: &Asked) -> i128;
}

/// Operands from left to right, and otherwise 0 or what is next to it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Usual;

impl Choices for Usual {
    fn choose(&mut self, asked: &Asked) -> i128 {
        0.clamp(asked.low, asked.high)
    }
}
