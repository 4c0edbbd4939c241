//! Expressions outside of a program: conditions, breakpoints, watches, filters.
//!
//! The operators and their precedence are those of the language. Beyond it, `x@T2` is `x` as thread 2 sees it, `old(e)`
//! is `e` before the last step, and `#threads at L` is the number of threads about to execute the statement with the
//! label L (`#threads at line 7`: one on that line); compared with a number it is an expression like any other.
//! Variables of integer programs are compared with numbers and with each other; `0` and `1` are truth values wherever
//! no number is compared. A choice (`*`) has no one value and is refused, as are new and passive values, which belong
//! to a step and not to a state.
//!
//! An expression is evaluated over a [`Lookup`]. Every part must have a value, whether the result depends on it or not.

mod evaluate;
mod read;
mod value;

use crate::ast::BinaryOp;

pub use evaluate::Lookup;
pub use read::word_length;
pub use value::{Text, Value};

/// An expression that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// `T` or `F`
    Constant(bool),
    /// Digits; `1` and `0` are truth values wherever no number is compared.
    Number(i64),
    /// A variable; with a number, as the thread with that number sees it.
    Variable(String, Option<u32>),
    /// `!e`
    Not(Box<Expression>),
    /// An infix operator of the language. Numbers can be equal, too.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// A comparison of two numbers.
    Ordered(Comparison, Box<[Expression; 2]>),
    /// `c ? e : f`
    Ternary(Box<[Expression; 3]>),
    /// Before the last step.
    Old(Box<Expression>),
    /// The number of threads at a program point, compared with a number.
    Threads(Threads, Comparison, usize),
}

/// A query of the user: an expression, or a number of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// The value of an expression.
    Value(Expression),
    /// The number of threads at a program point.
    Count(Threads),
}

/// `#threads at`: the threads that are about to execute a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threads {
    /// The statement with this label.
    Label(String),
    /// The statement on this line.
    Line(u32),
}

/// A comparison of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`, `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// With their spellings; none is a prefix of a later one.
    pub const ALL: [(&str, Self); 7] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::NotEqual),
        ("==", Self::Equal),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Returns `true` if it holds.
    pub fn holds<T: Copy + Ord>(self, left: T, right: T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}
