//! Expressions of the program that a reader makes, and how they are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison, Strength};
use smol_str::SmolStr;

/// An expression of an integer program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// An integer literal.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A variable or a constant.
    Name(SmolStr),
    /// `P @ l`
    At(SmolStr, SmolStr),
    /// `count(P @ l)`
    Count(SmolStr, SmolStr),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Negate(Box<Expr>),
    /// An operator between its operands.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `c ? e : f`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// A variable or a constant.
    pub fn name(name: &SmolStr) -> Self {
        Self::Name(name.clone())
    }

    /// Arithmetic on two operands.
    pub fn arithmetic(operation: Arithmetic, left: Self, right: Self) -> Self {
        Self::Binary(BinaryOperator::Arithmetic(operation), Box::new(left), Box::new(right))
    }

    /// Creates a comparison of two expressions.
    pub fn compare(comparison: Comparison, left: Self, right: Self) -> Self {
        Self::Binary(BinaryOperator::Comparison(comparison), Box::new(left), Box::new(right))
    }

    /// `-e`, which of a number is a number.
    pub fn negate(inner: Self) -> Self {
        match inner {
            Self::Number(value) if value != i64::MIN => Self::Number(-value),
            other => Self::Negate(Box::new(other)),
        }
    }

    /// `!e`; comparisons become the opposite ones.
    pub fn complement(inner: Self) -> Self {
        match inner {
            Self::Truth(value) => Self::Truth(!value),
            Self::Not(inner) => *inner,
            Self::Binary(BinaryOperator::Comparison(comparison), left, right) => {
                Self::Binary(BinaryOperator::Comparison(comparison.opposite()), left, right)
            }
            other => Self::Not(Box::new(other)),
        }
    }

    /// `e && f`, where `true` is left out.
    pub fn and(left: Self, right: Self) -> Self {
        match (left, right) {
            (Self::Truth(true), other) | (other, Self::Truth(true)) => other,
            (Self::Truth(false), _) => Self::Truth(false),
            (left, right) => Self::Binary(BinaryOperator::And, Box::new(left), Box::new(right)),
        }
    }

    /// `e || f`, where `false` is left out.
    pub fn or(left: Self, right: Self) -> Self {
        match (left, right) {
            (Self::Truth(false), other) | (other, Self::Truth(false)) => other,
            (Self::Truth(true), _) => Self::Truth(true),
            (left, right) => Self::Binary(BinaryOperator::Or, Box::new(left), Box::new(right)),
        }
    }

    /// `c ? e : f`, decided if the condition is; without constant truth values.
    pub fn conditional(condition: Self, then: Self, otherwise: Self) -> Self {
        match (condition, &then, &otherwise) {
            (Self::Truth(true), ..) => then,
            (Self::Truth(false), ..) => otherwise,
            _ if then == otherwise => then,
            (condition, Self::Truth(true), _) => Self::or(condition, otherwise),
            (condition, Self::Truth(false), _) => Self::and(Self::complement(condition), otherwise),
            (condition, _, Self::Truth(false)) => Self::and(condition, then),
            (condition, _, Self::Truth(true)) => Self::or(Self::complement(condition), then),
            (condition, ..) => Self::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)),
        }
    }

    pub(crate) fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }

    pub(crate) fn mentions(&self, wanted: impl Fn(&SmolStr) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |expr| found |= matches!(expr, Self::Name(name) if wanted(name)));
        found
    }

    pub(crate) fn names(&self) -> BTreeSet<SmolStr> {
        let mut names = BTreeSet::new();
        self.visit(&mut |expr| {
            if let Self::Name(name) = expr {
                names.insert(name.clone());
            }
        });
        names
    }

    fn visit(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match self {
            Self::Number(_) | Self::Truth(_) | Self::Name(_) | Self::At(..) | Self::Count(..) => {}
            Self::Not(inner) | Self::Negate(inner) => inner.visit(visit),
            Self::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Self::Conditional(condition, then, otherwise) => {
                condition.visit(visit);
                then.visit(visit);
                otherwise.visit(visit);
            }
        }
    }

    /// The expression with names replaced, all at once.
    pub(crate) fn substitute(&self, values: &BTreeMap<SmolStr, Self>) -> Self {
        let replaced = |inner: &Self| Box::new(inner.substitute(values));
        match self {
            Self::Name(name) => values.get(name).unwrap_or(self).clone(),
            Self::Number(_) | Self::Truth(_) | Self::At(..) | Self::Count(..) => self.clone(),
            Self::Not(inner) => Self::complement(inner.substitute(values)),
            Self::Negate(inner) => Self::negate(inner.substitute(values)),
            Self::Binary(operator, left, right) => Self::Binary(*operator, replaced(left), replaced(right)),
            Self::Conditional(condition, then, otherwise) => {
                Self::Conditional(replaced(condition), replaced(then), replaced(otherwise))
            }
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(Strength::Conditional, f)
    }
}

/// An expression as an operand of `&&`.
pub(crate) struct Conjunct<'a>(&'a Expr);

impl Display for Conjunct<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(Strength::And, f)
    }
}

impl Expr {
    pub(crate) const fn as_conjunct(&self) -> Conjunct<'_> {
        Conjunct(self)
    }

    const fn strength(&self) -> Strength {
        match self {
            Self::Number(value) if *value < 0 => Strength::Prefix,
            Self::Number(_) | Self::Truth(_) | Self::Name(_) | Self::At(..) | Self::Count(..) => Strength::Primary,
            Self::Not(_) | Self::Negate(_) => Strength::Prefix,
            Self::Binary(operator, ..) => Strength::of(*operator),
            Self::Conditional(..) => Strength::Conditional,
        }
    }

    fn write(&self, place: Strength, f: &mut Formatter<'_>) -> fmt::Result {
        self.strength().group(place, f, |f| self.write_bare(f))
    }

    fn write_bare(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => write!(f, "{value}"),
            Self::Truth(value) => write!(f, "{value}"),
            Self::Name(name) => f.write_str(name),
            Self::At(process, location) => write!(f, "{process} @ {location}"),
            Self::Count(process, location) => write!(f, "count({process} @ {location})"),
            Self::Not(inner) => {
                f.write_str("!")?;
                inner.write(Strength::Primary, f)
            }
            Self::Negate(inner) => {
                f.write_str("-")?;
                inner.write(Strength::Primary, f)
            }
            Self::Binary(operator, left, right) => {
                let (left_place, right_place) = places(*operator);
                left.write(left_place, f)?;
                write!(f, " {} ", operator.symbol())?;
                right.write(right_place, f)
            }
            Self::Conditional(condition, then, otherwise) => {
                condition.write(Strength::Or, f)?;
                f.write_str(" ? ")?;
                then.write(Strength::Conditional, f)?;
                f.write_str(" : ")?;
                otherwise.write(Strength::Conditional, f)
            }
        }
    }
}

/// The strength required of operands on the left and on the right to stand without parentheses. Comparisons of
/// comparisons always get them, and so does an operand on the right that is as strong as the operator.
const fn places(operator: BinaryOperator) -> (Strength, Strength) {
    match Strength::of(operator) {
        Strength::Or => (Strength::Or, Strength::Equality),
        Strength::And => (Strength::And, Strength::Equality),
        Strength::Equality | Strength::Comparison => (Strength::Sum, Strength::Sum),
        Strength::Sum => (Strength::Sum, Strength::Product),
        _ => (Strength::Product, Strength::Prefix),
    }
}
