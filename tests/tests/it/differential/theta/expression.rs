//! Expressions of Theta: random ones, their text with as few parentheses as the grammar allows, and their values.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;

/// Names of the variables: two integers and two truth values. Some are keywords of integer programs.
pub(super) const NAMES: [&str; 4] = ["x", "count", "p", "decl"];

/// Values of the variables; truth values are 0 and 1.
pub(super) type Values = [i64; NAMES.len()];

/// The variables that an expression may name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    pub(super) integers: &'static [usize],
    pub(super) truths: &'static [usize],
    /// `true` if next values may occur, too.
    pub(super) primed: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Number(i64),
    Truth(bool),
    Variable(usize),
    /// `x'`
    Next(usize),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equivalent,
    Implies,
    Or,
    ExclusiveOr,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Remainder,
}

/// The notations differ in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Automaton,
    System,
}

/// Strengths of the rules of the grammar, from `ite` to `primary`.
const NOT: u8 = 6;
const EQUALITY: u8 = 7;
const UNARY: u8 = 11;
const PRIMARY: u8 = 12;

impl Operator {
    /// Strength, and the strengths of the left and the right operand.
    const fn strengths(self) -> (u8, u8, u8) {
        match self {
            Self::Equivalent => (1, 2, 1),
            Self::Implies => (2, 3, 2),
            Self::Or => (3, 3, 4),
            Self::ExclusiveOr => (4, 5, 4),
            Self::And => (5, 5, 6),
            Self::Equal | Self::NotEqual => (EQUALITY, 8, 8),
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => (8, 9, 9),
            Self::Add | Self::Subtract => (9, 9, 10),
            Self::Multiply | Self::Divide | Self::Modulo | Self::Remainder => (10, 10, UNARY),
        }
    }

    const fn spelling(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Self::Equivalent, Dialect::Automaton) => "iff",
            (Self::Equivalent, Dialect::System) => "equal",
            (Self::Implies, _) => "imply",
            (Self::Or, _) => "or",
            (Self::ExclusiveOr, _) => "xor",
            (Self::And, _) => "and",
            (Self::Equal, _) => "=",
            (Self::NotEqual, _) => "/=",
            (Self::Less, _) => "<",
            (Self::LessOrEqual, _) => "<=",
            (Self::Greater, _) => ">",
            (Self::GreaterOrEqual, _) => ">=",
            (Self::Add, _) => "+",
            (Self::Subtract, _) => "-",
            (Self::Multiply, _) => "*",
            (Self::Divide, _) => "div",
            (Self::Modulo, _) => "mod",
            (Self::Remainder, _) => "rem",
        }
    }

    /// The value. Quotients are Euclidean: the remainder is never negative.
    fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Self::Equivalent | Self::Equal => i64::from(left == right),
            Self::ExclusiveOr | Self::NotEqual => i64::from(left != right),
            Self::Implies | Self::LessOrEqual => i64::from(left <= right),
            Self::Or => left | right,
            Self::And => left & right,
            Self::Less => i64::from(left < right),
            Self::Greater => i64::from(left > right),
            Self::GreaterOrEqual => i64::from(left >= right),
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide => left.div_euclid(right),
            Self::Modulo => left.rem_euclid(right),
            Self::Remainder => right.signum() * left.rem_euclid(right),
        }
    }
}

impl Expr {
    pub(super) fn binary(operator: Operator, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new(left), Box::new(right))
    }

    pub(super) fn conditional(condition: Self, then: Self, otherwise: Self) -> Self {
        Self::If(Box::new([condition, then, otherwise]))
    }

    pub(super) fn value(&self, now: &Values, next: &Values) -> i64 {
        let value = |expr: &Self| expr.value(now, next);
        match self {
            Self::Number(number) => *number,
            Self::Truth(truth) => i64::from(*truth),
            Self::Variable(variable) => now[*variable],
            Self::Next(variable) => next[*variable],
            Self::Not(inner) => 1 - value(inner),
            Self::Minus(inner) => -value(inner),
            Self::Binary(operator, left, right) => operator.apply(value(left), value(right)),
            Self::If(parts) => value(&parts[if value(&parts[0]) == 1 { 1 } else { 2 }]),
        }
    }

    /// `true` if it holds of values that do not change.
    pub(super) fn holds(&self, values: &Values) -> bool {
        self.value(values, values) == 1
    }

    pub(super) const fn text(&self, dialect: Dialect) -> Written<'_> {
        Written { expr: self, dialect, least: 0 }
    }

    const fn strength(&self) -> u8 {
        match self {
            Self::Number(..0) | Self::Minus(_) => UNARY,
            Self::Number(_) | Self::Truth(_) | Self::Variable(_) | Self::Next(_) => PRIMARY,
            Self::Not(_) => NOT,
            Self::Binary(operator, ..) => operator.strengths().0,
            Self::If(_) => 0,
        }
    }
}

/// An expression as an operand of at least this strength.
pub(super) struct Written<'e> {
    expr: &'e Expr,
    dialect: Dialect,
    least: u8,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expr, dialect, least } = *self;
        if expr.strength() < least {
            return write!(f, "({})", expr.text(dialect));
        }
        let part = |expr, least| Written { expr, dialect, least };
        match expr {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Truth(truth) => write!(f, "{truth}"),
            Expr::Variable(variable) => write!(f, "{}", NAMES[*variable]),
            Expr::Next(variable) => write!(f, "{}'", NAMES[*variable]),
            Expr::Not(inner) => write!(f, "not {}", part(inner, EQUALITY)),
            Expr::Minus(inner) => write!(f, "-{}", part(inner, UNARY)),
            Expr::Binary(operator, left, right) => {
                let (_, of_left, of_right) = operator.strengths();
                write!(f, "{} {} {}", part(left, of_left), operator.spelling(dialect), part(right, of_right))
            }
            Expr::If(parts) => {
                write!(f, "if {} then {} else {}", part(&parts[0], 0), part(&parts[1], 0), part(&parts[2], 0))
            }
        }
    }
}

fn variable(variables: &'static [usize], primed: bool) -> impl Strategy<Value = Expr> {
    let is_next = if primed { any::<bool>().boxed() } else { Just(false).boxed() };
    (select(variables), is_next)
        .prop_map(|(name, is_next)| if is_next { Expr::Next(name) } else { Expr::Variable(name) })
}

/// Integers with at most this number of levels above names and numbers.
pub(super) fn integer(names: Names, depth: u32) -> BoxedStrategy<Expr> {
    let number = (-2..=3_i64).prop_map(Expr::Number);
    let leaf = if names.integers.is_empty() {
        number.boxed()
    } else {
        prop_oneof![1 => number, 2 => variable(names.integers, names.primed)].boxed()
    };
    if depth == 0 {
        return leaf;
    }
    let part = integer(names, depth - 1);
    let sum = select(vec![Operator::Add, Operator::Subtract, Operator::Multiply]);
    let quotient = select(vec![Operator::Divide, Operator::Modulo, Operator::Remainder]);
    let divisor = select(vec![2, 3, -2, -3]).prop_map(Expr::Number);
    prop_oneof![
        2 => leaf,
        3 => (sum, part.clone(), part.clone()).prop_map(|(operator, left, right)| Expr::binary(operator, left, right)),
        2 => (quotient, part.clone(), divisor).prop_map(|(operator, left, right)| Expr::binary(operator, left, right)),
        1 => part.clone().prop_map(|inner| Expr::Minus(Box::new(inner))),
        1 => (truth(names, depth - 1), part.clone(), part).prop_map(|(c, then, otherwise)| Expr::conditional(c, then, otherwise)),
    ]
    .boxed()
}

/// Truth values with at most this number of levels above names and constants.
pub(super) fn truth(names: Names, depth: u32) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![1 => any::<bool>().prop_map(Expr::Truth), 4 => variable(names.truths, names.primed)];
    if depth == 0 {
        return leaf.boxed();
    }
    let (number, part) = (integer(names, depth - 1), truth(names, depth - 1));
    let comparison = select(vec![
        Operator::Equal,
        Operator::NotEqual,
        Operator::Less,
        Operator::LessOrEqual,
        Operator::Greater,
        Operator::GreaterOrEqual,
    ]);
    let connective = select(vec![
        Operator::Equivalent,
        Operator::Implies,
        Operator::Or,
        Operator::ExclusiveOr,
        Operator::And,
        Operator::Equal,
        Operator::NotEqual,
    ]);
    prop_oneof![
        1 => leaf,
        4 => (comparison, number.clone(), number).prop_map(|(operator, left, right)| Expr::binary(operator, left, right)),
        3 => (connective, part.clone(), part.clone()).prop_map(|(operator, left, right)| Expr::binary(operator, left, right)),
        1 => part.clone().prop_map(|inner| Expr::Not(Box::new(inner))),
        1 => (part.clone(), part.clone(), part).prop_map(|(c, then, otherwise)| Expr::conditional(c, then, otherwise)),
    ]
    .boxed()
}
