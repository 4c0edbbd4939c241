//! Terms and formulas over the variables and locations of a [`System`](crate::System).

mod evaluate;
mod fold;
mod replace;
mod traverse;
mod update;

pub(crate) use evaluate::all as evaluate_all;
pub use evaluate::{Environment, State, Undefined};
pub use replace::Replacement;
pub use traverse::Leaf;
pub use update::{Overwritten, Update};

/// A variable: index into [`System::variables`](crate::System::variables) and into [`State::values`](crate::State::values).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId(pub u32);

/// An instance of a process: index into [`System::instances`](crate::System::instances) and into
/// [`State::locations`](crate::State::locations).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub u16);

/// A location: index into the [`locations`](crate::Process::locations) of its process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocationId(pub u16);

/// A value that the environment chooses when a transition fires: index into [`Transition::choices`](crate::Transition::choices).
/// Meaningless outside of its transition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InputId(pub u16);

/// An operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, Euclidean as in SMT-LIB: `a == b * (a / b) + a % b`.
    Divide,
    /// `%`, Euclidean as in SMT-LIB: never negative.
    Remainder,
}

/// A comparison of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A term, whose value is an integer.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// An integer constant.
    Constant(i64),
    /// A variable whose sort is not Boolean.
    Variable(VariableId),
    /// A fresh choice of the environment.
    Input(InputId),
    /// `-t`
    Negate(Box<Term>),
    /// A binary operation such as `s + t`.
    Binary(Arithmetic, Box<Term>, Box<Term>),
    /// `f ? s : t`
    Conditional(Box<Formula>, Box<Term>, Box<Term>),
}

/// A formula, whose value is true or false.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Formula {
    /// `true` or `false`.
    Constant(bool),
    /// A variable of Boolean sort.
    Variable(VariableId),
    /// A fresh choice of the environment.
    Input(InputId),
    /// A comparison such as `s < t`.
    Compare(Comparison, Term, Term),
    /// `f == g`; a difference is its negation.
    Equal(Box<Formula>, Box<Formula>),
    /// `!f`
    Not(Box<Formula>),
    /// `f && g && ..`; true if empty. Evaluated from the left; the conjuncts after a false one need not have a value.
    All(Vec<Formula>),
    /// `f || g || ..`; false if empty. Evaluated from the left; the disjuncts after a true one need not have a value.
    Any(Vec<Formula>),
    /// `P[0] @ l`: control of the instance is at the location.
    At {
        /// Instance whose location is tested.
        instance: InstanceId,
        /// A location of its process.
        location: LocationId,
    },
}

impl Comparison {
    /// Returns `true` if the comparison holds.
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }

    /// The comparison that holds where this one does not.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// The comparison that holds for the swapped operands.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }
}

impl Term {
    /// `left operation right`
    pub fn binary(operation: Arithmetic, left: Self, right: Self) -> Self {
        Self::Binary(operation, Box::new(left), Box::new(right))
    }

    /// `condition ? then : otherwise`
    pub fn conditional(condition: Formula, then: Self, otherwise: Self) -> Self {
        Self::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
    }
}

impl Formula {
    /// `!formula`, where a constant and a negation lose theirs.
    pub fn negation(formula: Self) -> Self {
        match formula {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The negation with as few signs as possible: `x != 1` for `x == 1`.
    pub fn opposite(formula: Self) -> Self {
        match formula {
            Self::Compare(comparison, left, right) => Self::Compare(comparison.opposite(), left, right),
            other => Self::negation(other),
        }
    }

    /// The conjuncts of a formula: those of `f && g && ..` in order, at any depth; the formula itself otherwise.
    pub fn into_conjuncts(self) -> Vec<Self> {
        match self {
            Self::All(parts) => parts.into_iter().flat_map(Self::into_conjuncts).collect(),
            Self::Constant(true) => Vec::new(),
            other => vec![other],
        }
    }

    /// The disjuncts of a formula: those of `f || g || ..` in order, at any depth; the formula itself otherwise.
    pub fn into_disjuncts(self) -> Vec<Self> {
        match self {
            Self::Any(parts) => parts.into_iter().flat_map(Self::into_disjuncts).collect(),
            Self::Constant(false) => Vec::new(),
            other => vec![other],
        }
    }
}
