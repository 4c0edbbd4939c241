//! Expressions over the states of a recording: for hovers, the watch list, the console, and breakpoints.
//!
//! The operators and their precedence are those of the language. Beyond it, `x@T2` is `x` as thread 2 sees it, `old(e)`
//! is `e` in front of the last step, and `#threads at L` is how many threads are about to execute the statement with the
//! label L (`#threads at line 7`: one on that line); compared with a number it is an expression like any other. Variables of
//! integer programs are compared with numbers and with each other; `0` and `1` are numbers there. A choice
//! (`*`) has no one value and is refused, as are new and passive values, which belong to a step and not to a state.

mod read;
mod value;

use boolprog_syntax::ast::BinaryOp;

pub(super) use read::word_length;
pub(super) use value::Viewpoint;

/// An expression that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    /// `T` or `F`
    Constant(bool),
    /// Digits; `1` and `0` are truth values wherever no number is compared.
    Number(i64),
    /// A variable; with a number, as the thread with that number sees it.
    Variable(String, Option<u32>),
    Not(Box<Expression>),
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// Two numbers, compared.
    Ordered(Comparison, Box<[Expression; 2]>),
    Ternary(Box<[Expression; 3]>),
    /// In front of the last step.
    Old(Box<Expression>),
    /// How many threads are somewhere, compared with a number.
    Threads(Threads, Comparison, usize),
}

/// What a person may ask for: an expression, or a number of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Truth(Expression),
    Count(Threads),
}

/// `#threads at`: the threads that are about to execute a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Threads {
    /// With this label.
    Label(String),
    /// On this line.
    Line(u32),
}

/// How a number is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// With their spellings, none of which is a prefix of a later one.
    pub(super) const ALL: [(&str, Self); 7] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::NotEqual),
        ("==", Self::Equal),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Whether it holds.
    pub(super) fn holds<T: Copy + Ord>(self, left: T, right: T) -> bool {
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
